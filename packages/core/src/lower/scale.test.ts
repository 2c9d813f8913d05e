import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

/** Milliseconds; what was quadratic took minutes. */
const LONG = 6_000;

function timed<T>(act: () => T): { readonly made: T; readonly elapsed: number } {
  const began = performance.now();
  const made = act();
  return { made, elapsed: performance.now() - began };
}

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const idsIn = (messages: readonly Message[]) =>
  messages.flatMap(({ content }) => content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])));

test('an id that all calls of a step share, or that stands in each step, is replaced in one go', () => {
  const same = times(2_000, () => 'a');
  const step = timed(() => lower({ messages: [calls(...same), results(...same)] }, target()).request.messages);
  const steps = timed(() => lower({ messages: same.flatMap((id) => [calls(id), results(id)]) }, target()).request.messages);
  for (const { made, elapsed } of [step, steps]) {
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
    expect(elapsed).toBeLessThan(LONG);
  }
}, 200_000);

test('an answer whose id stands in each step before gets a new one in one go', () => {
  let messages: readonly Message[] = [];
  const { elapsed } = timed(() => {
    for (let step = 0; step < 600; step++) {
      const { message } = lower({ messages }, fixed).raise({ message: calls('a'), finish: { reason: 'tool-calls' } });
      messages = [...messages, copyAndFreeze(message), copyAndFreeze(results(...idsIn([message])))];
    }
  });
  expect(new Set(idsIn(messages)).size).toBe(600);
  expect(elapsed).toBeLessThan(LONG);
}, 200_000);

test.each([
  ['user messages', () => user('?')],
  ['assistant messages that call', (id: string) => calls(`more${id}`)],
  ['results, each before a user message', (id: string) => [results(id), user('?')]],
])(
  'many open calls and then many %s are gone through once',
  (_, make: (id: string) => Message | readonly Message[]) => {
    const ids = times(4_000, (index) => `c${index}`);
    const { made, elapsed } = timed(() => lower({ messages: [calls(...ids), ...ids.flatMap(make)] }, target()).request.messages);
    expect(made[1]?.content).toHaveLength(4_000);
    expect(elapsed).toBeLessThan(LONG);
  },
  200_000,
);

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

/** Megabytes in use after a collection. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

test('a long conversation keeps what it lowers to a few times, however often its tools change', () => {
  const before = heapInUse();
  let messages: readonly Message[] = copyAndFreeze([user('?')]);
  for (let step = 0; step < 100; step++) {
    const value = { text: `${step}`.padEnd(50_000, 'x') };
    const { content } = results(`c${step}`);
    const answers = content.map((result) => ({ ...result, content: [{ type: 'json' as const, value }] }));
    messages = [...messages, copyAndFreeze(calls(`c${step}`)), copyAndFreeze({ role: 'tool' as const, content: answers })];
    lower({ messages, tools: [makeTool()] }, target());
    lower({ messages, tools: [makeTool()] }, fixed);
  }
  expect(heapInUse() - before).toBeLessThan(60);
  expect(messages).toHaveLength(201);
}, 120_000);
