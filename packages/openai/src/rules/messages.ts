import type { JsonObject, Rule, Violation } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import { firstIn, messageRule, messagesOf, type PlacedMessage, rule, typeName } from './rule.ts';

/** What each message must be. */
export const messageRules: readonly Rule[] = [
  rule('no-messages', 'empty_array', (body) => (messagesOf(body).length > 0 ? undefined : emptyList('messages'))),
  messageRule('unknown-role', 'invalid_value', unknownRole),
  messageRule('content-type', 'invalid_type', contentType),
  messageRule('empty-content', 'empty_array', emptyContent),
  messageRule('part-type', 'invalid_value', (placed) => firstPart(placed, partType)),
  messageRule('part-field', 'unknown_parameter', (placed) => firstPart(placed, partField)),
  messageRule('result-without-id', 'missing_required_parameter', resultWithoutId),
];

/** How OpenAI refuses a list without items. */
export function emptyList(path: string): Violation {
  return {
    path,
    message: `Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
  };
}

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

const ROLES: readonly string[] = ['system', 'assistant', 'user', 'function', 'tool', 'developer'];

function unknownRole({ message, path }: PlacedMessage): Violation | undefined {
  const role = readText(message.role) ?? '';
  if (ROLES.includes(role)) return undefined;
  return { path: `${path}.role`, message: `Invalid value: '${role}'. Supported values are: ${quoted(ROLES)}.` };
}

function contentType({ message, path }: PlacedMessage): Violation | undefined {
  const { content } = message;
  if (typeof content === 'string' || Array.isArray(content)) return undefined;
  if ((content === undefined || content === null) && mayBeSilent(message)) return undefined;
  const expected = 'expected one of a string or array of objects';
  return {
    path: `${path}.content`,
    message: `Invalid type for '${path}.content': ${expected}, but got ${typeName(content)} instead.`,
  };
}

/** an assistant that calls, declines or speaks need not write. */
const mayBeSilent = ({ role, tool_calls, function_call, refusal, audio }: JsonObject) =>
  role === 'assistant' && [tool_calls, function_call, refusal, audio].some(Boolean);

function emptyContent({ message: { content }, path }: PlacedMessage): Violation | undefined {
  return Array.isArray(content) && content.length === 0 ? emptyList(`${path}.content`) : undefined;
}

type PartCheck = (part: JsonObject, path: string, role: string) => Violation | undefined;

function firstPart({ message, path }: PlacedMessage, check: PartCheck): Violation | undefined {
  const role = readText(message.role) ?? '';
  return firstIn(readList(message.content), (part, index) => check(readObject(part), `${path}.content[${index}]`, role));
}

/** the kinds of parts, and what each may hold. */
const PARTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['text', ['type', 'text', 'prompt_cache_breakpoint']],
  ['refusal', ['type', 'refusal']],
  ['image_url', ['type', 'image_url', 'prompt_cache_breakpoint']],
  ['input_audio', ['type', 'input_audio', 'prompt_cache_breakpoint']],
  ['file', ['type', 'file', 'prompt_cache_breakpoint']],
]);

const ALLOWED: ReadonlyMap<string, readonly string[]> = new Map([
  ['user', ['text', 'image_url', 'input_audio', 'file']],
  ['assistant', ['text', 'refusal']],
]);

function partType(part: JsonObject, path: string, role: string): Violation | undefined {
  const allowed = ALLOWED.get(role) ?? ['text'];
  const type = readText(part.type) ?? '';
  if (allowed.includes(type)) return undefined;
  return { path: `${path}.type`, message: `Invalid value: '${type}'. Supported values are: ${quoted(allowed)}.` };
}

function partField(part: JsonObject, path: string): Violation | undefined {
  const fields = PARTS.get(readText(part.type) ?? '');
  const unknown = fields && Object.keys(part).find((key) => !fields.includes(key));
  return unknown === undefined ? undefined : { path: `${path}.${unknown}`, message: `Unknown parameter: '${path}.${unknown}'.` };
}

function resultWithoutId({ message, path }: PlacedMessage): Violation | undefined {
  if (message.role !== 'tool' || readText(message.tool_call_id) !== undefined) return undefined;
  return { path: `${path}.tool_call_id`, message: `Missing required parameter: '${path}.tool_call_id'.` };
}
