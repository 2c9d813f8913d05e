import { tool } from '@toolglot/core';
import { type ScriptedCall, scriptedModel } from '@toolglot/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { bareModel } from './fixtures/bare-model.ts';
import { callsIn, pairProblems, resultsIn } from './fixtures/read.ts';
import { getWeather, refund } from './fixtures/tools.ts';
import { run } from './run.ts';
import { RunError } from './run-error.ts';

const ticks = z.object({ milliseconds: z.number(), label: z.string() });
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const tools = [
  getWeather,
  refund,
  tool({
    name: 'delayed',
    description: 'd',
    input: ticks,
    execute: async ({ milliseconds, label }) => {
      await sleep(milliseconds);
      return label;
    },
  }),
  tool({
    name: 'broken',
    description: 'd',
    input: ticks,
    execute: async ({ milliseconds, label }) => {
      await sleep(milliseconds);
      throw new Error(label);
    },
  }),
  tool({ name: 'stuck', description: 'd', timeout: 3, execute: () => new Promise<string>(() => {}) }),
];

const args = fc.oneof(
  fc.record({ milliseconds: fc.integer({ min: 0, max: 6 }), label: fc.constantFrom('a', 'b', '') }),
  fc.record({ city: fc.constantFrom('北京', '上海') }),
  fc.record({ cents: fc.integer({ min: 0, max: 2_000 }) }),
  fc.constantFrom('{"city": ', '[]', '{}', 'null'),
);
const names = fc.constantFrom(...tools.map(({ name }) => name), 'delayd', 'nothing', '');
const call: fc.Arbitrary<ScriptedCall> = fc.record({ name: names, args });
const finish = fc.constantFrom(undefined, undefined, undefined, 'length' as const, 'pause' as const, 'refusal' as const);
const turn = fc
  .record({ calls: fc.array(call, { maxLength: 6 }), finish })
  .map(({ calls, finish: reason }) => (reason === undefined ? { calls } : { calls, finish: reason }));
const script = fc.record({
  turns: fc.array(turn, { minLength: 1, maxLength: 4 }),
  maxSteps: fc.integer({ min: 1, max: 4 }),
  abortAfter: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
  fails: fc.boolean(),
});

test('whatever the model calls and whenever the run ends, each call has exactly one result, in order, in the next message', async () => {
  await fc.assert(
    fc.asyncProperty(script, async ({ turns, maxSteps, abortAfter, fails }) => {
      const controller = new AbortController();
      const timer = abortAfter === undefined ? undefined : setTimeout(() => controller.abort(), abortAfter);
      const model = scriptedModel([...turns, fails ? new Error('vendor down') : 'done']);
      const record = await run({ model, tools, prompt: 'x', maxSteps, signal: controller.signal }).catch((error: unknown) => {
        if (error instanceof RunError) return error.partial;
        throw error;
      });
      clearTimeout(timer);
      expect(pairProblems(record.messages)).toEqual([]);
      expect(record.calls.map(({ id }) => id)).toEqual(callsIn(record.messages).map(({ id }) => id));
      const names = callsIn(record.messages).map(({ name }) => name);
      expect(resultsIn(record.messages).map(({ name }) => name)).toEqual(names);
      const failed = record.calls.map(({ outcome }) => outcome.status !== 'done');
      expect(resultsIn(record.messages).map(({ isError = false }) => isError)).toEqual(failed);
      expect(JSON.parse(JSON.stringify(record.messages))).toEqual(record.messages);
    }),
    { numRuns: 150 },
  );
}, 60_000);

test('ten thousand calls of one step run at once, within seconds and without a warning', async () => {
  const warnings: unknown[] = [];
  const note = (warning: unknown) => warnings.push(warning);
  process.on('warning', note);
  const count = 10_000;
  let running = 0;
  let most = 0;
  const crowd = tool({
    name: 'crowd',
    description: 'd',
    input: z.object({ index: z.number() }),
    timeout: 20_000,
    execute: async ({ index }, { signal }) => {
      signal.addEventListener('abort', () => {});
      running++;
      most = Math.max(most, running);
      await sleep(index % 20);
      running--;
      return `${index}`;
    },
  });
  const calls = Array.from(
    { length: count },
    (_, index) => ({ type: 'tool-call', name: 'crowd', args: { index }, id: `c${index}` }) as const,
  );
  const { signal } = new AbortController();
  const result = await run({ model: bareModel([calls, []]), tools: [crowd], prompt: 'x', signal });
  expect(resultsIn(result.messages).every(({ callId }, index) => callId === `c${index}`)).toBe(true);
  expect(result.calls.every(({ outcome }, index) => outcome.status === 'done' && outcome.value === `${index}`)).toBe(true);
  expect(most).toBeGreaterThan(count / 2);
  await sleep(10);
  process.off('warning', note);
  expect(warnings).toEqual([]);
}, 60_000);
