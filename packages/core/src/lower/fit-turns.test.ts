import { expect, test } from 'vitest';
import type { Message, SystemMessage } from '../ir/message.ts';
import type { ProfileChanges } from '../profile.ts';
import { calls, outline, results, says, target, user } from './lower.fixtures.ts';
import { lower } from './lower.ts';

const fitted = (messages: readonly Message[], turns: ProfileChanges['turns'] = {}) => {
  const { request, losses } = lower({ messages }, target({ turns: turns ?? {} }));
  return { outline: outline(request.messages), losses: losses.map(({ code, severity, path }) => `${severity} ${code} ${path}`) };
};
const system = (text: string): SystemMessage => ({ role: 'system', content: [{ type: 'text', text }] });

test('a target that wants a user first gets one, behind the system prompt', () => {
  expect(fitted([system('s'), says('hi'), user('?')], { first: 'user' })).toEqual({
    outline: ['system s', 'user (The conversation goes on.)', 'assistant hi', 'user ?'],
    losses: ['degraded first-turn messages[1]'],
  });
  expect(fitted([system('s'), user('?')], { first: 'user' }).losses).toEqual([]);
});

test('a target that does not go on with its own words gets a user message behind them', () => {
  expect(fitted([user('?'), says('so ')], { last: 'user', prefill: false })).toEqual({
    outline: ['user ?', 'assistant so ', 'user Go on.'],
    losses: ['degraded last-turn messages[1]'],
  });
});

test('a target that goes on gets them without white space at the end, and only the last ones', () => {
  expect(fitted([user('?'), says('a '), user('?'), says('so ')], { last: 'user', prefill: true })).toEqual({
    outline: ['user ?', 'assistant a ', 'user ?', 'assistant so'],
    losses: [],
  });
});

test('a paused answer is sent back as it was', () => {
  const paused: Message = { ...says('searching '), finish: 'pause' };
  for (const prefill of [true, false])
    expect(fitted([user('?'), paused], { last: 'user', prefill })).toEqual({
      outline: ['user ?', 'assistant searching '],
      losses: [],
    });
});

test('a bridge stands between results and a user message, where the target wants one', () => {
  expect(fitted([calls('a'), results('a'), user('?')], { bridge: 'OK.' })).toEqual({
    outline: ['call a', 'result a', 'assistant OK.', 'user ?'],
    losses: ['note bridge messages[2]'],
  });
});

test('system messages stand at the head, or are sent as user messages', () => {
  const messages = [system('s'), user('?'), system('t'), user('!')];
  expect(fitted(messages, { system: 'anywhere' }).losses).toEqual([]);
  expect(fitted(messages, { system: 'head' })).toEqual({
    outline: ['system s', 'user ?', 'user t', 'user !'],
    losses: ['degraded system-message messages[2]'],
  });
  expect(fitted([system('s'), user('?')], { system: 'none' }).outline).toEqual(['user s', 'user ?']);
});

test('blank text goes, with messages that hold nothing else, and from within results', () => {
  const message: Message = { role: 'assistant', content: [...says(' ').content, ...calls('a').content] };
  const blank: Message = {
    role: 'tool',
    content: [{ type: 'tool-result', callId: 'a', name: 'x', content: [{ type: 'text', text: '' }] }],
  };
  expect(fitted([user('?'), says(' \n'), message, blank], { blank: false })).toEqual({
    outline: ['user ?', 'call a', 'result a'],
    losses: ['note blank-text messages[1]', 'note blank-text messages[2]', 'note blank-text messages[3]'],
  });
  expect(
    lower({ messages: [message, blank] }, target({ turns: { blank: false } })).request.messages[1]?.content[0],
  ).toMatchObject({
    content: [],
  });
});

test('calls go last where the target holds them apart from text', () => {
  const message: Message = { role: 'assistant', content: [...calls('a').content, ...says('so').content, ...calls('b').content] };
  const { request, losses } = lower({ messages: [message, results('a', 'b')] }, target({ turns: { order: 'calls-last' } }));
  expect(request.messages[0]?.content.map(({ type }) => type)).toEqual(['text', 'tool-call', 'tool-call']);
  expect(losses).toMatchObject([{ code: 'part-order', effect: 'moved', severity: 'note' }]);
});

test('half a surrogate pair becomes a character in text, arguments, keys and results', () => {
  const messages: readonly Message[] = [
    user('a\ud83d'),
    {
      role: 'assistant',
      content: [{ type: 'tool-call', id: 'a', name: 'x', args: { '\udc00': ['\ud83d', '🙂'] }, argsText: 'kept' }],
    },
    {
      role: 'tool',
      content: [{ type: 'tool-result', callId: 'a', name: 'x', content: [{ type: 'json', value: { a: '\ud83d' } }] }],
    },
  ];
  const { request, losses } = lower({ messages }, target());
  expect(request.messages).toMatchObject([
    { content: [{ text: 'a\ufffd' }] },
    { content: [{ args: { '\ufffd': ['\ufffd', '🙂'] }, argsText: 'kept' }] },
    { content: [{ content: [{ text: '{"a":"\ufffd"}' }] }] },
  ]);
  expect(losses.map(({ code }) => code)).toEqual(Array(3).fill('lone-surrogate'));
});

test('what only its origin can read goes back to its origin only', () => {
  const thinking: Message = {
    role: 'assistant',
    origin: { codec: 'test', provider: 'test', model: 'm' },
    content: [
      { type: 'reasoning', text: 'hm' },
      { type: 'opaque', codec: 'test', value: 1 },
      { type: 'tool-call', id: 'a', name: 'x', args: { a: 1 }, argsText: '{"a": 1}' },
    ],
  };
  const kinds = (profile: Parameters<typeof target>[0]) => {
    const { request, losses } = lower({ messages: [thinking, results('a')] }, target(profile));
    return {
      parts: request.messages[0]?.content,
      losses: losses.map(({ code, path, severity }) => `${severity} ${code} ${path}`),
    };
  };
  expect(kinds({})).toEqual({ parts: thinking.content, losses: [] });
  expect(kinds({ provider: 'other' })).toMatchObject({
    parts: [{ type: 'opaque' }, { type: 'tool-call', args: { a: 1 } }],
    losses: ['degraded foreign-reasoning messages[0].content[0]'],
  });
  expect(kinds({ codec: 'other' })).toEqual({
    parts: [{ type: 'tool-call', id: 'a', name: 'x', args: { a: 1 } }],
    losses: ['degraded foreign-reasoning messages[0].content[0]', 'lost foreign-part messages[0].content[1]'],
  });
});
