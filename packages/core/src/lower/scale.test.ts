import { expect, test, vi } from 'vitest';
import type { Message } from '../ir/message.ts';
import { copyAndFreeze } from '../json/freeze.ts';
import { tool } from '../tool/tool.ts';
import { toolSpecSync } from '../tool/tool-spec.ts';
import { chain, perMessage } from './fold.ts';
import { append, emptyLog } from './log.ts';
import { calls, outline, results, target, user } from './lower.fixtures.ts';
import { lower } from './lower.ts';

// the same object each time: what is kept of a conversation is kept by profile
const fixed = target({ results: { content: 'text' } });

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const idsIn = (messages: readonly Message[]) =>
  messages.flatMap(({ content }) => content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])));

test('an id that all calls of a step share, or that stands in each step, is replaced wherever it stands', () => {
  const same = times(2_000, () => 'a');
  const step = lower({ messages: [calls(...same), results(...same)] }, target()).request.messages;
  const steps = lower({ messages: same.flatMap((id) => [calls(id), results(id)]) }, target()).request.messages;
  for (const made of [step, steps]) {
    expect(new Set(idsIn(made)).size).toBe(2_000);
    expect(
      outline(made)
        .filter((line) => line.startsWith('result'))
        .join(' '),
    ).toBe(
      outline(made)
        .filter((line) => line.startsWith('call'))
        .join(' ')
        .replaceAll('call', 'result'),
    );
  }
});

test('an answer whose id stands in each step before gets a new one', () => {
  let messages: readonly Message[] = [];
  for (let step = 0; step < 100; step++) {
    const { message } = lower({ messages }, fixed).raise({ message: calls('a'), finish: { reason: 'tool-calls' } });
    messages = [...messages, copyAndFreeze(message), copyAndFreeze(results(...idsIn([message])))];
  }
  expect(new Set(idsIn(messages)).size).toBe(100);
});

test.each([
  ['user messages', () => user('?')],
  ['assistant messages that call', (id: string) => calls(`more${id}`)],
  ['results, each before a user message', (id: string) => [results(id), user('?')]],
])('many open calls and then many %s: each call has one answer', (_, make: (id: string) => Message | readonly Message[]) => {
  const ids = times(4_000, (index) => `c${index}`);
  const { messages } = lower({ messages: [calls(...ids), ...ids.flatMap(make)] }, target()).request;
  expect(messages[1]?.content).toHaveLength(4_000);
});

test('more things at one place than fit on the stack are no trouble', () => {
  const many = times(300_000, (index) => index);
  expect(append(emptyLog<number>(), many).length).toBe(300_000);
  const loss = { code: 'c', path: '', effect: 'dropped', severity: 'note', message: 'm' } as const;
  const fold = chain([perMessage((message) => ({ message, losses: many.map(() => loss) }))]);
  expect(fold.step(user('?'), 'messages[0]').losses).toHaveLength(300_000);
});

const makeTool = () => toolSpecSync(tool({ name: 'get_weather', description: 'd', input: { type: 'object', properties: {} } }));

test('a step costs its new messages, also with tools, and what was lowered is frozen once', () => {
  const spy = vi.spyOn(String.prototype, 'isWellFormed');
  const tools = [makeTool()];
  let messages: readonly Message[] = copyAndFreeze([user('?')]);
  const steps = times(50, (step) => {
    spy.mockClear();
    messages = [...messages, copyAndFreeze(calls(`c${step}`)), copyAndFreeze(results(`c${step}`))];
    const { request } = lower({ messages, tools }, fixed);
    return { cost: spy.mock.calls.length, first: request.messages[2] };
  });
  spy.mockRestore();
  expect(steps.at(-1)?.cost).toBe(steps[1]?.cost);
  expect(new Set(steps.slice(1).map(({ first }) => first)).size).toBe(1);
});
