import {
  defined,
  isJsonObject,
  type JsonObject,
  matches,
  type ResultContent,
  type ToolCall,
  type ToolResult,
} from '@toolglot/core';
import { applyForm, keepForm, readFilled } from '@toolglot/core/kit';
import { mintId } from './calls.ts';
import { type ContentPart, decodeContent, decodePart, encodeContent, encodePart } from './content.ts';
import { type EncodeContext, readingContext, unsupported } from './context.ts';
import { slotOf, withSlot } from './slot.ts';
import type { Draft, WirePart, WireToolMessage } from './wire.ts';

/** A result as a message of its own. Throws `UnsupportedError` for media, unless the target takes them in results. */
export function encodeResult(result: ToolResult, path: string, context: EncodeContext): WireToolMessage {
  return applyForm(makeResult(result, path, context), slotOf(result));
}

function makeResult(result: ToolResult, path: string, context: EncodeContext): WireToolMessage {
  return defined({
    role: 'tool',
    tool_call_id: result.callId,
    content: encodeResultContent(result, path, context),
    name: context.profile.results.name && result.name !== '' ? result.name : undefined,
  } satisfies Draft<WireToolMessage>);
}

/** The inverse. A result without an id answers the first open call, of its name where it has one. */
export function decodeResult(wire: JsonObject, seed: string, open: readonly ToolCall[], names: CallNames): ToolResult {
  const named = readFilled(wire.name);
  const waiting = open.find(({ name }) => named === undefined || name === named);
  const callId = readFilled(wire.tool_call_id) ?? waiting?.id ?? mintId(seed).id;
  const name = named ?? names.get(callId) ?? '';
  const { content, plain } = decodeContent(wire.content, decodeResultPart);
  const result: ToolResult = { type: 'tool-result', callId, name, content, ...defined({ plain }) };
  return withSlot(result, keepForm(wire, makeResult(result, '', readingContext), ['role', 'name']));
}

/** Names of the calls of a conversation, by id. */
export type CallNames = ReadonlyMap<string, string>;

function encodeResultContent(result: ToolResult, path: string, context: EncodeContext): WireToolMessage['content'] {
  const said = result.content.map((part, index) => sayable(part, `${path}.content[${index}]`, context));
  const content = markCache(result.isError ? markError(said) : said, result);
  if (context.profile.results.content === 'text' && content.every((part) => part.type === 'text')) return textOf(content);
  return encodeContent(
    { content, ...defined({ plain: result.plain }) },
    (part, index): WirePart => encodePart(part, `${path}.content[${index}]`, context),
  );
}

const textOf = (content: readonly ContentPart[]) =>
  content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');

/** values are printed; media stay where the target takes them. */
function sayable(part: ResultContent, path: string, context: EncodeContext): ContentPart {
  switch (part.type) {
    case 'json':
      return { type: 'text', text: JSON.stringify(part.value), ...defined({ cache: part.cache }) };
    case 'tool-reference':
      throw unsupported('a tool made known by a result', path, context, 'offer the tool in the request');
    case 'media':
      if (slotOf(part)?.inResult || takesMedia(part.mediaType, context)) return part;
      throw unsupported(`${part.mediaType} in a tool result`, path, context, 'send it in a user message behind the results');
    case 'text':
    case 'opaque':
      return part;
  }
}

const takesMedia = (mediaType: string, { profile }: EncodeContext) =>
  profile.results.media.some((pattern) => matches(pattern, mediaType));

/** The content of an error: the wire has no mark for it, so the text says that it is one. */
export function markError(content: readonly ContentPart[]): readonly ContentPart[] {
  const text = textOf(content);
  if (saysError(text)) return content;
  return [{ type: 'text', text: JSON.stringify({ error: text }) }, ...content.filter(({ type }) => type !== 'text')];
}

/** Whether a text is JSON that speaks of an error: so errors are said where the wire has no mark. */
export function saysError(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && 'error' in value;
  } catch {
    return false;
  }
}

/** A mark on the result goes to its last part: the wire has no place for it. */
export function markCache(content: readonly ContentPart[], { cache }: ToolResult): readonly ContentPart[] {
  const last = content.at(-1);
  return cache && last ? [...content.slice(0, -1), { ...last, cache }] : content;
}

function decodeResultPart(wire: unknown): ContentPart {
  const part = decodePart(wire);
  return part.type === 'media' ? withSlot(part, { ...slotOf(part), inResult: true }) : part;
}
