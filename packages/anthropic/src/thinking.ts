import { defined, digest, isSealed, type JsonObject, type ReasoningPart, sealPart, UnsupportedError } from '@toolglot/core';
import { CODEC } from './fields.ts';
import type { WireThinking } from './wire.ts';

const SIGNATURE = 32;

const HINT = 'reasoning is sent back with the signature that it came with, or left out';

/** A thinking block of a request: as it came, with its signature, or not at all. */
export function encodeThinking(part: ReasoningPart, path: string): WireThinking {
  const fields = part.vendor?.[CODEC]?.fields;
  if (!isSealed(part) || !(fields?.signature || fields?.data))
    throw new UnsupportedError(`reasoning without a valid signature at ${path}`, CODEC, HINT);
  return encodeShownThinking(part);
}

/** A thinking block of an answer. Other models' reasoning has no signature: one is made of its text, always the same. */
export function encodeShownThinking(part: ReasoningPart): WireThinking {
  const { data, signature, ...others } = (isSealed(part) && part.vendor?.[CODEC]?.fields) || {};
  if (typeof data === 'string') return { ...others, ...({ type: 'redacted_thinking', data } satisfies WireThinking) };
  const signed = typeof signature === 'string' ? signature : digest(part.text, SIGNATURE);
  return { ...others, ...({ type: 'thinking', thinking: part.text, signature: signed } satisfies WireThinking) };
}

/** Without a signature there is nothing that an edit could break: no seal, so that it is not taken for signed. */
export function decodeThinking({ type, thinking, ...fields }: JsonObject & { readonly thinking: string }): ReasoningPart {
  const part: ReasoningPart = { type: 'reasoning', text: thinking, vendor: { [CODEC]: { fields } } };
  return fields.signature ? sealPart(part) : part;
}

/** Reasoning that the vendor does not show. */
export function decodeRedactedThinking({ type, ...fields }: JsonObject): ReasoningPart {
  return sealPart({ type: 'reasoning', text: '', vendor: { [CODEC]: defined({ fields }) } });
}
