import { type AssistantPart, type Json, UnsupportedError } from '@toolglot/core';
import { decodeToolCall, encodeToolCall } from './calls.ts';
import { objectIn } from './fields.ts';
import { decodeHostedCall, decodeHostedResult, encodeHosted, joinResult } from './hosted.ts';
import { decodeMarked } from './marks.ts';
import { decodeMedia, encodeMedia } from './media.ts';
import { decodeOpaque, encodeOpaque } from './opaque.ts';
import { decodeReasoning, encodeReasoning, encodeShownReasoning } from './reasoning.ts';
import { decodeText, encodeText } from './text.ts';
import type { WireBlock } from './wire.ts';

/** The blocks of one part of a request. Throws `UnsupportedError` for what the format cannot say. */
export function encodeAssistantPart(part: AssistantPart, path: string): readonly WireBlock[] {
  switch (part.type) {
    case 'text':
      return [encodeText(part)];
    case 'refusal':
      return [{ text: part.text }];
    case 'reasoning':
      return [encodeReasoning(part, path)];
    case 'tool-call':
      return [encodeToolCall(part)];
    case 'hosted-tool':
      return encodeHosted(part, path);
    case 'media':
      return [encodeMedia(part, path)];
    case 'opaque':
      return [encodeOpaque<WireBlock>(part, path)];
  }
}

/** The blocks of one part of an answer. What the format cannot say has no block. */
export function encodeAnswerPart(part: AssistantPart, path: string): readonly WireBlock[] {
  if (part.type === 'reasoning') return [encodeShownReasoning(part)];
  try {
    return encodeAssistantPart(part, path);
  } catch (error) {
    if (error instanceof UnsupportedError) return [];
    throw error;
  }
}

/** The parts of an assistant's blocks, in their order. */
export function decodeAssistantBlocks(blocks: readonly Json[]): AssistantPart[] {
  return decodeMarked<AssistantPart>(blocks, decodeBlock, (part, block) =>
    part.type === 'hosted-tool' ? joinResult(part, block) : undefined,
  );
}

function decodeBlock(block: Json): AssistantPart {
  return decodeText(block) ?? decodeReasoning(block) ?? decodeUse(block) ?? decodeMedia(block) ?? decodeOpaque(block);
}

function decodeUse(block: Json): AssistantPart | undefined {
  const hosted = decodeHostedCall(block) ?? decodeHostedResult(block);
  const use = objectIn(block, 'toolUse');
  return hosted ?? (use && decodeToolCall(use));
}
