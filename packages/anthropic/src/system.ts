import { isJsonObject, type Json, type SystemMessage } from '@toolglot/core';
import { decodeOpaque, encodeOpaque } from './opaque.ts';
import { decodeText, encodeText, isBareText } from './text.ts';
import type { WireText } from './wire.ts';

type SystemPart = SystemMessage['content'][number];

/** What one or more system messages say: one string where that is how it was, else a list of blocks. */
export function encodeSystem(messages: readonly SystemMessage[], path: string): string | readonly WireText[] {
  const [first, ...others] = messages;
  const [part, ...parts] = first?.content ?? [];
  const isPlain = first?.plain === true && others.length === 0 && parts.length === 0;
  if (isPlain && part?.type === 'text' && isBareText(part)) return part.text;
  return messages.flatMap(({ content }) => content).map((item, index) => encodePart(item, `${path}.content[${index}]`));
}

/** One message for all blocks. */
export function decodeSystem(content: string | readonly Json[]): SystemMessage {
  if (typeof content === 'string') return { role: 'system', content: [{ type: 'text', text: content }], plain: true };
  return { role: 'system', content: content.map(decodePart) };
}

function encodePart(part: SystemPart, path: string): WireText {
  return part.type === 'text' ? encodeText(part) : encodeOpaque<WireText>(part, path);
}

function decodePart(block: Json): SystemPart {
  if (!isJsonObject(block) || block.type !== 'text' || typeof block.text !== 'string') return decodeOpaque(block);
  return decodeText({ ...block, text: block.text });
}
