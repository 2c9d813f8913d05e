import type { Message, Request } from '@toolglot/core';
import { changeLast, type Mutator } from './mutator.ts';

const said = (text: string): Message => ({ role: 'assistant', content: [{ type: 'text', text }] });

/** What can be wrong with the order of turns and with their text. */
export const turnMutators: readonly Mutator[] = [
  { id: 'no-messages', apply: (request) => ({ ...request, messages: [] }) },
  { id: 'assistant-first', apply: (request) => beforeFirst(request, said('Hello.')) },
  { id: 'assistant-last', apply: (request) => afterLast(request, said('It is')) },
  { id: 'assistant-last-ends-in-space', apply: (request) => afterLast(request, said('It is ')) },
  { id: 'empty-text', apply: (request) => changeLast(request, 'user', (message) => [withText(message, '')]) },
  { id: 'blank-text', apply: (request) => changeLast(request, 'user', (message) => [withText(message, ' \n')]) },
  { id: 'empty-content', apply: emptyFirst },
  { id: 'empty-assistant', apply: emptyAssistant },
];

function withText(message: Extract<Message, { role: 'user' }>, text: string): Message {
  return { ...message, content: [{ type: 'text', text }], plain: false };
}

function beforeFirst(request: Request, message: Message): Request {
  const head = request.messages.findIndex(({ role }) => role !== 'system');
  return { ...request, messages: request.messages.toSpliced(Math.max(head, 0), 0, message) };
}

function afterLast(request: Request, message: Message): Request | undefined {
  const last = request.messages.at(-1)?.role;
  return last === 'user' || last === 'tool' ? { ...request, messages: [...request.messages, message] } : undefined;
}

/** The first turn: a later one may stand behind results, and go with them. */
function emptyFirst(request: Request): Request | undefined {
  const first = request.messages.findIndex(({ role }) => role === 'user');
  return first < 0 ? undefined : { ...request, messages: request.messages.with(first, { role: 'user', content: [] }) };
}

/** An assistant's turn of which nothing is left, between others. */
function emptyAssistant(request: Request): Request | undefined {
  return changeLast(request, 'user', (message) => [message, { role: 'assistant', content: [] }, message]);
}
