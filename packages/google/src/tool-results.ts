import { defined, type Json, type JsonObject, type ResultContent, type ToolCall, type ToolResult } from '@toolglot/core';
import { isPlainForm, readFilled, readText } from '@toolglot/core/kit';
import { camelKeys, readItems, readMembers } from './fields.ts';
import { decodeMedia, encodeMedia } from './media.ts';
import { decodeOpaque, encodeOpaque } from './opaque.ts';
import { decodePayload, encodePayload } from './payload.ts';
import { keepPart, writePart } from './signed.ts';
import { type Members, trusted, type WirePart, type WireResult, type WireResultPart } from './wire.ts';

/** The ids under which results are sent, by the ids of their calls. */
export type WireIds = ReadonlyMap<string, string | undefined>;

/** A result part: what it says in its object, its media beside. Throws `UnsupportedError` for media and parts that the format cannot say. */
export function encodeToolResult(part: ToolResult, ids: WireIds, path: string): WirePart {
  return writePart(part, encodeData(part, ids, path));
}

/** The result in a part: to the call that it answers, or to none that is known. */
export function decodeToolResult(wire: JsonObject, call: ToolCall | undefined, ids: WireIds): ToolResult {
  const { id, name, response, parts } = readMembers(camelKeys(wire).functionResponse);
  const { content, isError } = decodePayload(response);
  const read: ToolResult = {
    type: 'tool-result',
    callId: call?.id ?? readFilled(id) ?? '',
    name: readText(name) ?? call?.name ?? '',
    content: [...content, ...readItems(parts).map(decodeItem)],
    ...defined({ isError }),
  };
  return keepPart(read, wire, ['functionResponse'], (part) => encodeData(part, ids, ''));
}

function encodeData(part: ToolResult, ids: WireIds, path: string): WirePart {
  const { callId, name, content } = part;
  const beside = content.flatMap((item, index) => encodeItem(item, `${path}.content[${index}]`));
  const result = {
    id: ids.has(callId) ? ids.get(callId) : callId || undefined,
    name,
    response: encodePayload(part),
    parts: isPlainForm(beside) ? undefined : beside,
  } satisfies Members<WireResult>;
  return { functionResponse: defined(result) };
}

/** What stands beside the object: media, and parts that are unknown to us. */
function encodeItem(item: ResultContent, path: string): readonly WireResultPart[] {
  if (item.type === 'media') return [trusted<WireResultPart>(encodeMedia(item, path))];
  return item.type === 'opaque' ? [encodeOpaque<WireResultPart>(item, path)] : [];
}

function decodeItem(item: Json): ResultContent {
  return decodeMedia(readMembers(item)) ?? decodeOpaque(item);
}
