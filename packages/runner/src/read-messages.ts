import { copyAndFreeze, type Message } from '@toolglot/core';
import { checkMessage, describeValue } from '@toolglot/core/kit';

/** A message, or one whose content is a text. */
export type MessageInput = Message | { readonly role: string; readonly content: string };

const ROLES = ['system', 'user', 'assistant'] as const;

/** Frozen copies of messages. Throws a `TypeError` for what is no message. */
export function readMessages(inputs: readonly MessageInput[]): readonly Message[] {
  if (!Array.isArray(inputs)) throw new TypeError(`messages: expected a list of messages, received ${describeValue(inputs)}`);
  const { messages } = copyAndFreeze({ messages: inputs });
  return messages.map((input, index) => readMessage(input, `messages[${index}]`));
}

/** A message that is one text. */
export function textMessage(role: (typeof ROLES)[number], text: string): Message {
  return copyAndFreeze({ role, content: [{ type: 'text', text }] });
}

function readMessage(input: unknown, path: string): Message {
  if (hasText(input)) return textMessage(roleOf(input.role, path), input.content);
  checkMessage(input, path);
  return input;
}

function hasText(input: unknown): input is { readonly role: unknown; readonly content: string } {
  return typeof input === 'object' && input !== null && 'content' in input && typeof input.content === 'string';
}

function roleOf(role: unknown, path: string): (typeof ROLES)[number] {
  const known = ROLES.find((one) => one === role);
  if (known) return known;
  throw new TypeError(`${path}.role: expected one of ${ROLES.join(', ')} beside a text, received ${describeValue(role)}`);
}
