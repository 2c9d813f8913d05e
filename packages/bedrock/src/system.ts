import type { Json, SystemMessage } from '@toolglot/core';
import { decodeMarked, encodeMarked } from './marks.ts';
import { decodeOpaque, encodeOpaque } from './opaque.ts';
import { decodeText, encodeText } from './text.ts';
import type { WireBlock } from './wire.ts';

/** The blocks of a system message. */
export function encodeSystem({ content }: SystemMessage, path: string): WireBlock[] {
  return encodeMarked(content, (part, index) => [
    part.type === 'text' ? encodeText(part) : encodeOpaque<WireBlock>(part, `${path}.content[${index}]`),
  ]);
}

/** One message for all blocks. */
export function decodeSystem(blocks: readonly Json[]): SystemMessage {
  return { role: 'system', content: decodeMarked(blocks, (block) => decodeText(block) ?? decodeOpaque(block)) };
}
