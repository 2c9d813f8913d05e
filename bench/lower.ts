import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { anthropicProfile } from '@toolglot/anthropic/profiles';
import { copyAndFreeze, lower, type Message, type Profile } from '@toolglot/core';
import { openaiProfile } from '@toolglot/openai/profiles';

// how the cost of lowering grows: each case at one size and at four times that; what is linear grows about fourfold, what is quadratic sixteenfold
const GROWTH = 4;
const ROUNDS = 3;
/** Between linear and quadratic. */
const BOUND = 9;
const profile = openaiProfile('gpt-5.4', 'chat');

const calls = (...ids: readonly string[]): Message => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool-call', id, name: 'get_weather', args: { city: id } })),
});
const results = (...ids: readonly string[]): Message => ({
  role: 'tool',
  content: ids.map((callId) => ({
    type: 'tool-result',
    callId,
    name: 'get_weather',
    content: [{ type: 'text', text: `${callId} 22°C` }],
  })),
});
const user = (): Message => ({ role: 'user', content: [{ type: 'text', text: '?' }] });
const many = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const ids = (count: number) => many(count, (index) => `c${index}`);
const once = (messages: readonly Message[]) => () => void lower({ messages }, profile);

const tools = copyAndFreeze([{ type: 'function', name: 'get_weather', description: 'd', input: { type: 'object' } }] as const);

/** A conversation that grows by a step at a time, lowered at each, as a run does it. */
function stepwise(count: number): () => void {
  return () => {
    let messages: readonly Message[] = [copyAndFreeze(user())];
    for (const id of ids(count)) {
      messages = [...messages, copyAndFreeze(calls(id)), copyAndFreeze(results(id))];
      lower({ messages, tools }, profile);
    }
  };
}

const cases: Readonly<Record<string, readonly [size: number, make: (size: number) => () => void]>> = {
  'calls of one step, results in reverse': [
    4_000,
    (size) =>
      once([
        calls(...ids(size)),
        ...ids(size).map((_, index, all) => results(...all.slice(all.length - 1 - index, all.length - index))),
      ]),
  ],
  'one id for all calls of a step': [2_000, (size) => once([calls(...many(size, () => 'a')), results(...many(size, () => 'a'))])],
  'one id in each step': [2_000, (size) => once(many(size, () => [calls('a'), results('a')]).flat())],
  'open calls, then user messages': [2_000, (size) => once([calls(...ids(size)), ...many(size, user)])],
  'open calls, then more calls': [1_000, (size) => once([calls(...ids(size)), ...many(size, (index) => calls(`more${index}`))])],
  'steps, lowered at each': [200, (size) => stepwise(size)],
};

function milliseconds(act: () => void): number {
  const start = performance.now();
  act();
  return performance.now() - start;
}

const best = (make: () => () => void) => Math.min(...many(ROUNDS, () => milliseconds(make())));

/** Megabytes in use after a collection. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Megabytes that are kept of a conversation for two targets, over its own size. */
function kept(targets: readonly Profile[]): number {
  const steps = 100;
  let messages: readonly Message[] = [copyAndFreeze(user())];
  const before = heapInUse();
  for (const id of ids(steps)) {
    const text = id.padEnd(50_000, 'x');
    const answer: Message = {
      role: 'tool',
      content: [{ type: 'tool-result', callId: id, name: 'get_weather', content: [{ type: 'text', text }] }],
    };
    messages = [...messages, copyAndFreeze(calls(id)), copyAndFreeze(answer)];
    for (const target of targets) lower({ messages }, target);
  }
  return (heapInUse() - before) / ((steps * 50_000) / 2 ** 20);
}

const slow = Object.entries(cases).filter(([name, [size, make]]) => {
  make(size)();
  const [small, large] = [best(() => make(size)), best(() => make(size * GROWTH))];
  console.log(
    `${name}: ${size} in ${small.toFixed(1)} ms, ${size * GROWTH} in ${large.toFixed(1)} ms, ratio ${(large / small).toFixed(1)}`,
  );
  return large / small > BOUND;
});
console.log(
  `heap kept of a conversation lowered for two targets, over its size: ${kept([profile, anthropicProfile('claude-opus-5-5')]).toFixed(1)}`,
);
if (slow.length > 0) throw new Error(`grows faster than by the size: ${slow.map(([name]) => name).join(', ')}`);
