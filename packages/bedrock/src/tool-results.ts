import {
  canonicalJson,
  defined,
  isJsonObject,
  type Json,
  type JsonObject,
  type ResultContent,
  type ToolResult,
  UnsupportedError,
} from '@toolglot/core';
import { readList, readText } from '@toolglot/core/kit';
import { CODEC, keepSlot, memberOf, withSlot } from './fields.ts';
import { decodeMedia, encodeMedia } from './media.ts';
import { decodeOpaque, encodeOpaque } from './opaque.ts';
import { type Members, trusted, type WireBlock, type WireResultBlock, type WireToolResult } from './wire.ts';

/** A result. Throws `UnsupportedError` for references to tools, and for a cache mark within. */
export function encodeToolResult(part: ToolResult, path: string): WireBlock {
  const content = part.content.map((item, index) => encodeItem(item, `${path}.content[${index}]`));
  return { toolResult: withSlot(makeResult(part, content), part) };
}

/** The result in a `toolResult`; `names` has the tools' names by call id. */
export function decodeToolResult(wire: JsonObject, names: ReadonlyMap<string, string>): ToolResult {
  const callId = readText(wire.toolUseId) ?? '';
  const { status } = wire;
  const isError = status === 'error' ? true : status === 'success' ? false : undefined;
  const items = isError && saysNothing(wire.content) ? [] : readList(wire.content);
  const content = items.map(decodeItem);
  const name = names.get(callId) ?? '';
  const part: ToolResult = { type: 'tool-result', callId, name, content, ...defined({ isError }) };
  const made = makeResult(
    part,
    content.map((item) => encodeItem(item, '')),
  );
  return { ...part, ...keepSlot(wire, made) };
}

/** what an error without content says: the vendor refuses one that says nothing. */
const NOTHING: WireResultBlock = { text: '(The tool failed, and said nothing.)' };

const saysNothing = (content: Json | undefined) => canonicalJson(content) === canonicalJson([NOTHING]);

function makeResult({ callId: toolUseId, isError }: ToolResult, items: readonly WireResultBlock[]): WireToolResult {
  const content = isError && items.length === 0 ? [NOTHING] : items;
  const status = isError === undefined ? undefined : isError ? ('error' as const) : ('success' as const);
  return { toolUseId, content, ...defined({ status } satisfies Members<WireToolResult>) };
}

function encodeItem(item: ResultContent, path: string): WireResultBlock {
  if (item.cache) throw new UnsupportedError(`a cache mark at ${path}`, CODEC, 'mark the result itself');
  switch (item.type) {
    case 'text':
      return { text: item.text };
    case 'json':
      // the vendor takes objects only
      return isJsonObject(item.value) ? { json: item.value } : { text: JSON.stringify(item.value) };
    case 'media':
      return trusted<WireResultBlock>(encodeMedia(item, path));
    case 'opaque':
      return encodeOpaque<WireResultBlock>(item, path);
    case 'tool-reference':
      throw new UnsupportedError(`a reference to a tool at ${path}`, CODEC, 'offer the tool itself');
  }
}

function decodeItem(block: Json): ResultContent {
  const [kind, value] = memberOf(block) ?? [];
  if (kind === 'text' && typeof value === 'string') return { type: 'text', text: value };
  if (kind === 'json' && isJsonObject(value)) return { type: 'json', value };
  return decodeMedia(block) ?? decodeOpaque(block);
}
