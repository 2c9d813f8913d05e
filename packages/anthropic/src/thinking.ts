import { defined, isSealed, type JsonObject, type ReasoningPart, sealPart, UnsupportedError } from '@toolglot/core';
import { CODEC } from './fields.ts';
import type { WireThinking } from './wire.ts';

const HINT = 'reasoning is sent back with the signature that it came with, or left out';

/** A thinking block of a request: as it came, with its signature, or not at all. */
export function encodeThinking(part: ReasoningPart, path: string): WireThinking {
  const fields = part.vendor?.[CODEC]?.fields;
  if (!isSealed(part) || !(fields?.signature || fields?.data))
    throw new UnsupportedError(`reasoning without a valid signature at ${path}`, CODEC, HINT);
  return encodeShownThinking(part);
}

/** A thinking block of an answer: other models' reasoning has no signature. */
export function encodeShownThinking(part: ReasoningPart): WireThinking {
  const { data, signature, ...others } = (isSealed(part) && part.vendor?.[CODEC]?.fields) || {};
  if (typeof data === 'string') return { ...others, type: 'redacted_thinking', data };
  return { ...others, type: 'thinking', thinking: part.text, signature: typeof signature === 'string' ? signature : '' };
}

export function decodeThinking({ type, thinking, ...fields }: JsonObject & { readonly thinking: string }): ReasoningPart {
  return sealPart({ type: 'reasoning', text: thinking, vendor: { [CODEC]: { fields } } });
}

/** Reasoning that the vendor does not show. */
export function decodeRedactedThinking({ type, ...fields }: JsonObject): ReasoningPart {
  return sealPart({ type: 'reasoning', text: '', vendor: { [CODEC]: defined({ fields }) } });
}
