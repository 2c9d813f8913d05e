import {
  defined,
  isJsonObject,
  type Json,
  type JsonObject,
  type ResultContent,
  type ToolResult,
  UnsupportedError,
} from '@toolglot/core';
import { readBoolean, readText } from '@toolglot/core/kit';
import { CODEC, decodeExtras, withExtras } from './fields.ts';
import { decodeMedia, encodeMedia } from './media.ts';
import { decodeOpaque, encodeOpaque } from './opaque.ts';
import { decodeText, encodeText, isBareText } from './text.ts';
import type { Members, WireResultBlock, WireToolResult } from './wire.ts';

/** A result block. By habit a lone text is a plain string. Throws `UnsupportedError` for media in an error. */
export function encodeToolResult(part: ToolResult, path: string): WireToolResult {
  const { callId: tool_use_id, isError: is_error } = part;
  const content = encodeContent(part, path);
  return withExtras(part, defined({ type: 'tool_result', tool_use_id, content, is_error } satisfies Members<WireToolResult>));
}

/** The result in a block; `names` has the tools' names by call id. */
export function decodeToolResult(block: JsonObject, names: ReadonlyMap<string, string>): ToolResult {
  const callId = readText(block.tool_use_id) ?? '';
  const isError = readBoolean(block.is_error);
  const { content, plain, isRead } = decodeContent(block.content);
  const known = ['type', 'tool_use_id', ...(isRead ? ['content'] : []), ...(isError === undefined ? [] : ['is_error'])];
  const name = names.get(callId) ?? '';
  return { type: 'tool-result', callId, name, content, ...defined({ plain, isError }), ...decodeExtras(block, known) };
}

function encodeContent(part: ToolResult, path: string): WireToolResult['content'] {
  const [first, ...others] = part.content;
  if (!first) return undefined;
  const isLone = others.length === 0 && part.plain !== false;
  if (isLone && first.type === 'json') return JSON.stringify(first.value);
  if (isLone && first.type === 'text' && isBareText(first)) return first.text;
  return part.content.map((item, index) => encodeItem(item, part.isError === true, `${path}.content[${index}]`));
}

function encodeItem(item: ResultContent, isError: boolean, path: string): WireResultBlock {
  switch (item.type) {
    case 'text':
      return encodeText(item);
    case 'json':
      return withExtras<WireResultBlock>(item, { type: 'text', text: JSON.stringify(item.value) });
    case 'tool-reference':
      return withExtras<WireResultBlock>(item, { type: 'tool_reference', tool_name: item.name });
    case 'opaque':
      return encodeOpaque<WireResultBlock>(item, path);
    case 'media':
      if (isError)
        throw new UnsupportedError(`media in an error result at ${path}`, CODEC, 'the content of an error is text only');
      return encodeMedia(item, path);
  }
}

/** An empty list is not the same as no content: it stays in the slot. */
function decodeContent(content: Json | undefined): { content: ResultContent[]; plain?: boolean; isRead: boolean } {
  if (typeof content === 'string') return { content: [{ type: 'text', text: content }], isRead: true };
  if (!Array.isArray(content) || content.length === 0) return { content: [], isRead: false };
  const items = content.map((item: Json) => decodeItem(item));
  const [first, ...others] = items;
  const isPlainable = first !== undefined && others.length === 0 && isBareText(first);
  return { content: items, isRead: true, ...(isPlainable && { plain: false }) };
}

function decodeItem(block: Json): ResultContent {
  if (!isJsonObject(block)) return decodeOpaque(block);
  const { type, text, tool_name: name } = block;
  if (type === 'text' && typeof text === 'string') return decodeText({ ...block, text });
  if (type === 'tool_reference' && typeof name === 'string') {
    return { type: 'tool-reference', name, ...decodeExtras(block, ['type', 'tool_name']) };
  }
  const media = type === 'image' || type === 'document' ? decodeMedia(block) : undefined;
  return media ?? decodeOpaque(block);
}
