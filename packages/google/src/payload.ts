import { isJsonObject, type Json, type JsonObject, type ResultContent, type ToolResult } from '@toolglot/core';

type Payload = Pick<ToolResult, 'content' | 'isError'>;

/**
 * The `response` of a result, which the wire wants to be an object: a text or a value under `output`, an error under `error`, and
 * an object as it is, unless it would be taken for one of those.
 */
export function encodePayload({ content, isError }: Payload): JsonObject {
  const said = content.filter(({ type }) => type !== 'media' && type !== 'opaque');
  if (said.length === 0) return isError ? { error: '' } : {};
  const value = saidIn(said);
  if (isError) return { error: value };
  return isJsonObject(value) && !isWrapped(value) ? value : { output: value };
}

/** What a `response` says; the words `output` and `error` have their meaning where they stand alone. */
export function decodePayload(response: Json | undefined): Payload {
  if (!isJsonObject(response)) return response === undefined ? { content: [] } : { content: contentOf(response) };
  if (!isWrapped(response)) return { content: contentOf(response) };
  const { output, error } = response;
  if (error !== undefined) return { content: error === '' ? [] : contentOf(error), isError: true };
  return { content: output === undefined ? [] : contentOf(output) };
}

/** Whether an object is empty, or one of the two words with its value. */
function isWrapped(value: JsonObject): boolean {
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && (name === undefined || name === 'output' || name === 'error');
}

/** A lone value is itself; texts are one text, a line each, values among them printed. */
function saidIn(said: readonly ResultContent[]): Json {
  const [first, ...others] = said;
  if (first?.type === 'json' && others.length === 0) return first.value;
  return said.map(printed).join('\n');
}

/** a tool that becomes known can only be named: the format cannot defer one. */
function printed(part: ResultContent): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'tool-reference') return `[tool_reference: ${part.name}]`;
  return part.type === 'json' ? JSON.stringify(part.value) : '';
}

const contentOf = (value: Json): ToolResult['content'] => [
  typeof value === 'string' ? { type: 'text', text: value } : { type: 'json', value },
];
