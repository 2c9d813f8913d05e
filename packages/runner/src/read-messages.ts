import { copyAndFreeze, type Message } from '@toolglot/core';

/** A message, or one whose content is a text. */
export type MessageInput = Message | { readonly role: string; readonly content: string };

const ROLES = ['system', 'user', 'assistant'] as const;

/** Frozen copies of messages. Throws a `TypeError` for what is no message. */
export function readMessages(inputs: readonly MessageInput[]): readonly Message[] {
  return inputs.map((input, index) => copyAndFreeze(readMessage(input, `messages[${index}]`)));
}

/** A message that is one text. */
export function textMessage(role: (typeof ROLES)[number], text: string): Message {
  return copyAndFreeze({ role, content: [{ type: 'text', text }] });
}

function readMessage(input: MessageInput, path: string): Message {
  if (!hasText(input)) return checkContent(input, path);
  const role = ROLES.find((known) => known === input.role);
  if (!role) throw new TypeError(`${path}.role: expected one of ${ROLES.join(', ')} beside a text, received '${input.role}'`);
  return textMessage(role, input.content);
}

function hasText(input: MessageInput): input is { readonly role: string; readonly content: string } {
  return typeof input.content === 'string';
}

function checkContent(message: Message, path: string): Message {
  if (Array.isArray(message.content)) return message;
  throw new TypeError(`${path}.content: expected a text or a list of parts, received ${typeof message.content}`);
}
