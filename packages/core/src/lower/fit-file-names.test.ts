import { expect, test } from 'vitest';
import type { Message } from '../ir/message.ts';
import { calls, target } from './lower.fixtures.ts';
import { lower } from './lower.ts';

const profile = target({ mediaNames: { pattern: '^[a-zA-Z0-9 ()-]+$', max: 12 }, unnamedMedia: ['image/*'] });
const file = (filename?: string, base64 = 'AA==') =>
  ({ type: 'media', mediaType: 'text/plain', data: { base64 }, ...(filename !== undefined && { filename }) }) as const;
const ask = (...content: ReturnType<typeof file>[]): Message => ({ role: 'user', content });
const namesIn = (messages: readonly Message[]) =>
  messages.flatMap(({ content }) => content.flatMap((part) => (part.type === 'media' ? [part.filename] : [])));
const sent = (...messages: Message[]) => lower({ messages }, profile);

test('a name is of the characters that the target takes, and as long as it takes', () => {
  const { request, losses } = sent(
    ask(file('a.pdf'), file('报 \t告'), file('')),
    ask(file('a name that is too long'), file('ok')),
  );
  expect(namesIn(request.messages)).toEqual(['a-pdf', '- --', '-', 'a name that ', 'ok']);
  expect(losses.map(({ code, effect, severity, path }) => `${severity} ${effect} ${code} ${path}`)).toEqual([
    'note renamed media-name messages[0].content[0].filename',
    'note renamed media-name messages[0].content[1].filename',
    'note renamed media-name messages[0].content[2].filename',
    'note renamed media-name messages[1].content[0].filename',
  ]);
});

test('a name stands once, over all messages and results; the same file without a name twice gets one', () => {
  const result = { type: 'tool-result', callId: 'a', name: 'get_weather', content: [file('ok')] } as const;
  const { request } = sent(
    ask(file('ok'), file(), file('ok')),
    calls('a'),
    { role: 'tool', content: [result] },
    ask(file(), file('', 'AB==')),
  );
  expect(namesIn(request.messages)).toEqual(['ok', undefined, 'ok (2)', 'Document (2)', '-']);
  expect(request.messages[2]?.content[0]).toMatchObject({ content: [{ filename: 'ok (3)' }] });
  expect(lower(request, profile)).toMatchObject({ request, losses: [] });
});

test('what is said of a message does not change when more follow, and a target with no rule takes all names', () => {
  const messages = [ask(file('a.b')), ask(file('a.b'))];
  expect(sent(...messages).request.messages[0]).toEqual(sent(...messages.slice(0, 1)).request.messages[0]);
  expect(lower({ messages }, target()).request.messages).toEqual(messages);
});
