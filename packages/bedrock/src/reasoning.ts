import { isSealed, type Json, type ReasoningPart, sealPart, UnsupportedError } from '@toolglot/core';
import { CODEC, memberOf, objectIn } from './fields.ts';
import { trusted, type WireBlock, type WireReasoning, type WireReasoningText } from './wire.ts';

const HINT = 'reasoning is sent back with the signature that it came with, or left out';

/** Reasoning in a request: as it came. Throws `UnsupportedError` where it was edited under its signature. */
export function encodeReasoning(part: ReasoningPart, path: string): WireBlock {
  const { signature, redactedContent } = part.vendor?.[CODEC]?.fields ?? {};
  const isBound = signature !== undefined || redactedContent !== undefined;
  if (isBound && !isSealed(part)) throw new UnsupportedError(`edited reasoning at ${path}`, CODEC, HINT);
  return encodeShownReasoning(part);
}

/** Reasoning in an answer: an edited one loses its signature. */
export function encodeShownReasoning(part: ReasoningPart): WireBlock {
  const { redactedContent, ...fields } = (isSealed(part) && part.vendor?.[CODEC]?.fields) || {};
  if (typeof redactedContent === 'string') return { reasoningContent: { redactedContent } };
  const reasoningText = { ...fields, ...({ text: part.text } satisfies WireReasoningText) };
  return { reasoningContent: trusted<WireReasoning>({ reasoningText }) };
}

/** `undefined` for a block of another kind, and for reasoning of a form that we do not know. */
export function decodeReasoning(block: Json): ReasoningPart | undefined {
  const content = objectIn(block, 'reasoningContent');
  const [kind, redactedContent] = memberOf(content) ?? [];
  if (kind === 'redactedContent' && typeof redactedContent === 'string')
    return sealPart({ type: 'reasoning', text: '', vendor: { [CODEC]: { fields: { redactedContent } } } });
  const { text, ...fields } = objectIn(content, 'reasoningText') ?? {};
  if (typeof text !== 'string') return undefined;
  const part: ReasoningPart = { type: 'reasoning', text };
  return Object.keys(fields).length === 0 ? part : sealPart({ ...part, vendor: { [CODEC]: { fields } } });
}
