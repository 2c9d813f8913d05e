import { type AssistantPart, isJsonObject, type Json, UnsupportedError } from '@toolglot/core';
import { decodeCall, encodeCall, withOwnIds } from './calls.ts';
import { camelKeys, isTooDeep, readMembers } from './fields.ts';
import { decodeHostedCall, decodeHostedResult, encodeHosted, isHostedCall, isHostedResult, isResultOf } from './hosted.ts';
import { decodeMedia, encodeMedia } from './media.ts';
import { decodeOpaque, encodeOpaque } from './opaque.ts';
import { decodeReasoning, decodeText, encodeReasoning, encodeText, isReasoning, isText } from './text.ts';
import type { WirePart } from './wire.ts';

/** The parts of one part of a model's turn. Throws `UnsupportedError` for what the format cannot hold. */
export function encodeModelPart(part: AssistantPart, path: string): readonly WirePart[] {
  switch (part.type) {
    case 'text':
      return [encodeText(part)];
    case 'refusal':
      return [{ text: part.text }];
    case 'reasoning':
      return [encodeReasoning(part)];
    case 'media':
      return [encodeMedia(part, path)];
    case 'tool-call':
      return [encodeCall(part)];
    case 'hosted-tool':
      return encodeHosted(part, path);
    case 'opaque':
      return [encodeOpaque<WirePart>(part, path)];
  }
}

/** The parts of one part of an answer. What the format cannot say (others' hosted tools) has none. */
export function encodeAnswerPart(part: AssistantPart, path: string): readonly WirePart[] {
  try {
    return encodeModelPart(part, path);
  } catch (error) {
    if (error instanceof UnsupportedError) return [];
    throw error;
  }
}

/** The parts of a model's turn, in their order. `place` tells the turn from all others: made ids come from it. */
export function decodeModelParts(parts: readonly Json[], place: string): readonly AssistantPart[] {
  const decoded = parts.flatMap((part, index) => {
    const isTaken = isResultOf(readMembers(part), readMembers(parts[index - 1]));
    return isTaken ? [] : [decodeModelPart(part, parts[index + 1], `${place}:${index}`)];
  });
  return withOwnIds<AssistantPart>(decoded);
}

/** A part of a model's turn; `next` is the part behind it, which may be its result. Ids are as the wire has them. */
export function decodeModelPart(wire: Json, next: Json | undefined, place: string): AssistantPart {
  if (!isJsonObject(wire)) return decodeOpaque(wire);
  if (isJsonObject(camelKeys(wire).functionCall)) return decodeCall(wire, place);
  if (isTooDeep(wire)) return decodeOpaque(wire);
  const after = readMembers(next);
  if (isHostedCall(wire)) return decodeHostedCall(wire, isResultOf(after, wire) ? after : undefined, place);
  if (isHostedResult(wire)) return decodeHostedResult(wire, place);
  if (isReasoning(wire)) return decodeReasoning(wire);
  if (isText(wire)) return decodeText(wire);
  return decodeMedia(wire) ?? decodeOpaque(wire);
}
