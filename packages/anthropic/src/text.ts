import { isSealed, type JsonObject, type Part, sealPart, type TextPart } from '@toolglot/core';
import { CODEC, decodeExtras, encodeExtras, without } from './fields.ts';
import type { WireText } from './wire.ts';

/** A text block. Citations stand for the text that they came with, and go with it only. */
export function encodeText(part: TextPart): WireText {
  const extras = encodeExtras(part);
  const kept = hasCitations(extras) && !isSealed(part) ? without(extras, ['citations']) : extras;
  return { ...kept, ...({ type: 'text', text: part.text } satisfies WireText) };
}

export function decodeText(block: JsonObject & { readonly text: string }): TextPart {
  const part: TextPart = { type: 'text', text: block.text, ...decodeExtras(block, ['type', 'text']) };
  return hasCitations(block) ? sealPart(part) : part;
}

/** Whether a text is no more than its characters, so that a plain string can stand for it. */
export function isBareText(part: Part): part is TextPart {
  return part.type === 'text' && part.cache === undefined && part.vendor?.[CODEC]?.fields === undefined;
}

function hasCitations({ citations }: JsonObject): boolean {
  return citations !== undefined && citations !== null;
}
