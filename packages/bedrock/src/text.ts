import { isSealed, type Json, type JsonObject, sealPart, type TextPart } from '@toolglot/core';
import { readList, readObject } from '@toolglot/core/kit';
import { CODEC, memberOf, objectIn } from './fields.ts';
import { trusted, type WireBlock } from './wire.ts';

type TextBlock = Extract<WireBlock, { text: string }>;
type GuardBlock = Extract<WireBlock, { guardContent: object }>;

/** A text, a text for the guardrail, or one with citations, which stand for the text that they came with only. */
export function encodeText(part: TextPart): WireBlock {
  const { cited, guarded } = part.vendor?.[CODEC] ?? {};
  if (cited && isSealed(part)) return trusted<WireBlock>({ citationsContent: cited });
  if (guarded) return { guardContent: { text: { ...guarded, text: part.text } } } satisfies GuardBlock;
  return { text: part.text } satisfies TextBlock;
}

/** `undefined` for a block that is no text. */
export function decodeText(block: Json): TextPart | undefined {
  const [kind, value] = memberOf(block) ?? [];
  if (kind === 'text' && typeof value === 'string') return { type: 'text', text: value };
  if (kind === 'guardContent') return decodeGuarded(objectIn(value, 'text'));
  return kind === 'citationsContent' ? decodeCited(readObject(value)) : undefined;
}

function decodeGuarded(content: JsonObject | undefined): TextPart | undefined {
  const { text, ...guarded } = content ?? {};
  return typeof text === 'string' ? { type: 'text', text, vendor: { [CODEC]: { guarded } } } : undefined;
}

/** citations without a text have no neutral form. */
function decodeCited(cited: JsonObject): TextPart | undefined {
  const text = readList(cited.content).map((item) => readObject(item).text);
  if (text.length === 0 || !text.every((piece) => typeof piece === 'string')) return undefined;
  return sealPart({ type: 'text', text: text.join(''), vendor: { [CODEC]: { cited } } });
}
