import { expect, test } from 'vitest';
import type { Message } from '../ir/message.ts';
import { calls, outline, results, says, target, user } from './lower.fixtures.ts';
import { lower } from './lower.ts';

const paired = (messages: readonly Message[]) => {
  const { request, losses } = lower({ messages }, target());
  return { outline: outline(request.messages), losses: losses.map(({ code, path }) => `${code} ${path}`) };
};

test('a conversation in which every call is answered stays as it is', () => {
  const messages = [user('?'), calls('a', 'b'), results('a', 'b'), says('!'), user('?'), calls('c'), results('c')];
  expect(lower({ messages }, target())).toMatchObject({ request: { messages }, losses: [] });
});

test('results come in call order, in one message, whatever order and messages they came in', () => {
  expect(paired([calls('a', 'b', 'c'), results('c'), results('b', 'a')])).toEqual({
    outline: ['call a b c', 'result a b c'],
    losses: [],
  });
});

test('a call without a result gets one that says so', () => {
  expect(paired([calls('a', 'b'), results('b'), user('?')])).toEqual({
    outline: ['call a b', 'result a! b', 'user ?'],
    losses: ['unanswered-call messages[0]'],
  });
  expect(paired([user('?'), calls('a')])).toEqual({
    outline: ['user ?', 'call a', 'result a!'],
    losses: ['unanswered-call messages[1]'],
  });
});

test('the made result says in words that the call was not run', () => {
  const made = lower({ messages: [calls('a')] }, target()).request.messages[1];
  expect(made?.content[0]).toMatchObject({
    type: 'tool-result',
    callId: 'a',
    name: 'get_weather',
    isError: true,
    content: [{ text: expect.stringMatching(/no-result.*not run/) }],
  });
});

test('results of no call, second results and results after the fact of another call are left out, and said', () => {
  expect(paired([user('?'), results('a')])).toEqual({ outline: ['user ?'], losses: ['orphan-result messages[1].content[0]'] });
  expect(paired([calls('a'), results('a', 'a'), results('b')])).toEqual({
    outline: ['call a', 'result a'],
    losses: ['second-result messages[1].content[1]', 'orphan-result messages[2].content[0]'],
  });
});

test.each([
  ['of no call', results('x', 'y', 'z')],
  ['that come again and again', results('b', 'b', 'b')],
])('results %s do not stand in for those that are still to come', (_, stray) => {
  const { outline } = paired([calls('a', 'b', 'c'), stray, user('wait'), results('a', 'b', 'c'), says('!')]);
  expect(outline).toEqual(['call a b c', 'result a b c', 'user wait', 'assistant !']);
});

test('what stands between a call and its results moves behind them', () => {
  expect(paired([calls('a', 'b'), results('a'), user('wait'), results('b'), says('!')])).toEqual({
    outline: ['call a b', 'result a b', 'user wait', 'assistant !'],
    losses: ['moved-results messages[3]'],
  });
});

test('calls spread over neighbouring assistant messages each get their own results', () => {
  expect(paired([calls('a'), calls('b'), results('b', 'a')])).toEqual({
    outline: ['call a', 'result a', 'call b', 'result b'],
    losses: [],
  });
});

test('the same id in two turns is the business of each turn', () => {
  expect(paired([calls('a'), results('a'), calls('a'), user('?')]).losses).toEqual([
    'unanswered-call messages[2]',
    'call-id messages[2]',
  ]);
});

test('a result has the name of its call, also where it says none or another', () => {
  const nameless: Message = { role: 'tool', content: [{ type: 'tool-result', callId: 'a', name: '', content: [] }] };
  const other: Message = { role: 'tool', content: [{ type: 'tool-result', callId: 'a', name: 'now', content: [] }] };
  for (const message of [nameless, other])
    expect(lower({ messages: [calls('a'), message] }, target()).request.messages[1]?.content[0]).toMatchObject({
      name: 'get_weather',
    });
});

test('ten thousand calls and their results in reverse order are paired', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
  const apart = ids.map((one) => results(one));
  expect(paired([calls(...ids), ...apart.reverse()]).losses).toEqual([]);
});
