import type { JsonObject, Message, SystemMessage } from '@toolglot/core';
import { applyForm, isPlainForm, keepForm } from '@toolglot/core/kit';
import { decodeContent, decodeTextPart, encodeContent, encodePart, isBare } from './content.ts';
import { type EncodeContext, readingContext } from './context.ts';
import { CODEC } from './slot.ts';
import { encodeWhole } from './whole.ts';
import type { WireInputMessage, WireItem } from './wire.ts';

/** The text of `instructions`: the first message, where it is a bare text, and more follows; `plain` says that it is a message. */
export function instructionsOf([first, ...others]: readonly Message[]): string | undefined {
  if (first?.role !== 'system' || first.author !== undefined || first.plain !== undefined || others.length === 0)
    return undefined;
  const [text, ...more] = first.content;
  const isLone = text !== undefined && more.length === 0 && isBare(text) && first.vendor?.[CODEC] === undefined;
  return isLone ? text.text : undefined;
}

/** Instructions as an item: of the platform, or of the app. */
export function encodeSystem(message: SystemMessage, path: string, context: EncodeContext): WireItem {
  const [whole] = encodeWhole(message.content);
  return whole ?? applyForm(makeSystem(message, path, context), message.vendor?.[CODEC]);
}

/** The inverse. At the head, a string is marked as one: by habit, that is where `instructions` are. */
export function decodeSystem(item: JsonObject, isHead: boolean): SystemMessage {
  const author = item.role === 'developer' ? ({ author: 'developer' } as const) : {};
  const content = decodeContent(item.content, decodeTextPart);
  const plain = isHead && typeof item.content === 'string' && item.role === 'system' ? { plain: true } : {};
  const message: SystemMessage = { role: 'system', ...author, ...content, ...plain };
  const slot = keepForm(item, makeSystem(message, '', readingContext), []);
  return isPlainForm(slot) ? message : { ...message, vendor: { [CODEC]: slot } };
}

function makeSystem(message: SystemMessage, path: string, context: EncodeContext): WireInputMessage {
  const content = encodeContent(message, (part, index) => encodePart(part, `${path}.content[${index}]`, context));
  return { role: message.author ?? 'system', content };
}
