import { expect, test } from 'vitest';
import type { Message, SystemMessage } from '../ir/message.ts';
import type { ReasoningPart } from '../ir/part.ts';
import { sealPart } from '../ir/seal.ts';
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

test('a prompt of instructions alone gets a user message, where the target wants one', () => {
  expect(fitted([system('s')], { first: 'user' })).toEqual({
    outline: ['system s', 'user (The conversation goes on.)'],
    losses: ['degraded first-turn messages'],
  });
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

test('an answer that another vendor paused is not gone on with', () => {
  const origin = { codec: 'other', provider: 'other' };
  const paused: Message = { ...says('searching '), finish: 'pause', origin };
  expect(fitted([user('?'), paused], { last: 'user', prefill: false })).toEqual({
    outline: ['user ?', 'assistant searching ', 'user Go on.'],
    losses: ['degraded last-turn messages[1]'],
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

test('a message that holds nothing goes, unless the target has something to say in it', () => {
  const empty: Message = { role: 'assistant', content: [] };
  const withSlot = (codec: string): Message => JSON.parse(JSON.stringify({ ...empty, vendor: { [codec]: {} } }));
  const [foreign, own] = [withSlot('other'), withSlot('test')];
  const { request, losses } = lower({ messages: [user('?'), empty, foreign, own, user('!')] }, target());
  expect(request.messages).toEqual([user('?'), own, user('!')]);
  expect(losses.filter(({ code }) => code === 'empty-message').map(({ path, severity }) => `${severity} ${path}`)).toEqual([
    'note messages[1]',
    'note messages[2]',
  ]);
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

test('a refusal, or reasoning, without a word goes as blank text does, unless its vendor has more to say of it', () => {
  const redacted: ReasoningPart = JSON.parse('{ "type": "reasoning", "text": "", "vendor": { "test": { "redacted": "abc" } } }');
  const said: Message = {
    role: 'assistant',
    content: [{ type: 'refusal', text: ' ' }, { type: 'reasoning', text: '' }, redacted, { type: 'refusal', text: 'No.' }],
  };
  expect(lower({ messages: [said] }, target({ turns: { blank: false } })).request.messages[0]?.content).toEqual(
    said.content.slice(2),
  );
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

test('reasoning goes nowhere without the signature that the target demands, and not when it was edited', () => {
  const signed = sealPart({ type: 'reasoning' as const, text: 'hm', vendor: slot({ signature: 's' }) });
  const sent = (part: ReasoningPart) => {
    const { request, losses } = lower(
      { messages: [{ role: 'assistant', content: [part, ...says('so').content] }] },
      target({ reasoning: { signed: true } }),
    );
    return [request.messages[0]?.content.map(({ type }) => type), losses.map(({ code }) => code)];
  };
  expect(sent(signed)).toEqual([['reasoning', 'text'], []]);
  expect(sent({ ...signed, text: 'edited' })).toEqual([['text'], ['unsigned-reasoning']]);
  expect(sent({ type: 'reasoning', text: 'hm' })).toEqual([['text'], ['unsigned-reasoning']]);
});

test('what only another format has a place for is not sent, and that is said; the own stays', () => {
  const own = { ...says('so'), vendor: slot({ a: 1 }) };
  const request = {
    messages: [own],
    tools: [{ type: 'function' as const, name: 'x', vendor: slot({ b: 1 }) }],
    vendor: slot({ output: {}, fields: { user: 'u', store: true }, form: 'f' }),
  };
  expect(lower(request, target())).toMatchObject({ request, losses: [] });
  const { request: lowered, losses } = lower(request, target({ codec: 'other' }));
  expect(lowered).toEqual({ messages: [says('so')], tools: [{ type: 'function', name: 'x' }] });
  expect(losses.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'vendor-data vendor',
    'vendor-data tools[0].vendor',
    'vendor-data messages[0].vendor',
  ]);
  expect(losses.map(({ message }) => message.replace(/^.*elsewhere/, ''))).toEqual([': output, user, store', ': b', ': a']);
});

/** Data of the format `test`, which declares no slots. */
const slot = (data: object): object => ({ test: data });
