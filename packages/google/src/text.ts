import type { JsonObject, ReasoningPart, TextPart } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';
import { camelKeys } from './fields.ts';
import { keepPart, writePart } from './signed.ts';
import type { WirePart } from './wire.ts';

export function encodeText(part: TextPart): WirePart {
  return writePart(part, { text: part.text });
}

export function decodeText(wire: JsonObject): TextPart {
  return keepPart<TextPart>({ type: 'text', text: readText(wire.text) ?? '' }, wire, ['text'], encodeText);
}

/** What the model thought. A part that only says that it is a thought, and is signed, is empty reasoning. */
export function encodeReasoning(part: ReasoningPart): WirePart {
  return writePart(part, { text: part.text, thought: true });
}

export function decodeReasoning(wire: JsonObject): ReasoningPart {
  const part: ReasoningPart = { type: 'reasoning', text: readText(wire.text) ?? '' };
  return keepPart(part, wire, ['text', 'thought'], encodeReasoning);
}

/** Whether a part is text that is the answer's. */
export function isText(wire: JsonObject): boolean {
  return typeof wire.text === 'string' && wire.thought !== true;
}

/** Whether a part is a thought: a text, or a mark with nothing but its signature. */
export function isReasoning(wire: JsonObject): boolean {
  const { thought, text } = wire;
  if (thought !== true) return false;
  return typeof text === 'string' || Object.keys(camelKeys(wire)).every((name) => BARE.includes(name));
}

const BARE: readonly string[] = ['thought', 'thoughtSignature', 'thought_signature'];
