import { tool } from '@toolglot/core';
import { scriptedModel } from '@toolglot/testing';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { resultsIn, seen } from './fixtures/read.ts';
import { run } from './run.ts';

function logging(concurrency?: number | 'exclusive') {
  const log: string[] = [];
  const make = (name: string, limit?: number | 'exclusive') =>
    tool({
      name,
      description: 'd',
      input: z.object({ label: z.string() }),
      ...(limit === undefined ? {} : { concurrency: limit }),
      execute: async ({ label }) => {
        log.push(`+${label}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        log.push(`-${label}`);
        return label;
      },
    });
  return { log, tools: [make('free'), make('limited', concurrency)] };
}

const call = (name: string, label: string) => ({ name, args: { label } });

test('an exclusive tool waits for those before it, and those behind it wait for it; results stay in call order', async () => {
  const { log, tools } = logging('exclusive');
  const calls = [call('free', 'p1'), call('free', 'p2'), call('limited', 'S'), call('free', 'p3'), call('free', 'p4')];
  const result = await run({ model: scriptedModel([{ calls }, 'ok']), tools, prompt: 'x' });
  expect(log).toEqual(['+p1', '+p2', '-p1', '-p2', '+S', '-S', '+p3', '+p4', '-p3', '-p4']);
  expect(resultsIn(result.messages).map(seen)).toEqual(['p1', 'p2', 'S', 'p3', 'p4']);
});

test('a tool with a number runs that many calls at a time, others beside it', async () => {
  const { log, tools } = logging(2);
  const calls = [1, 2, 3, 4, 5].map((index) => call('limited', `${index}`));
  const result = await run({ model: scriptedModel([{ calls: [...calls, call('free', 'f')] }, 'ok']), tools, prompt: 'x' });
  let running = 0;
  const counts = log.filter((entry) => !entry.endsWith('f')).map((entry) => (running += entry.startsWith('+') ? 1 : -1));
  expect(Math.max(...counts)).toBe(2);
  expect(log.indexOf('+f')).toBe(2);
  expect(resultsIn(result.messages).map(seen)).toEqual(['1', '2', '3', '4', '5', 'f']);
});

test('a tool with retries is tried again after a failure or a timeout, with one idempotency key', async () => {
  vi.useFakeTimers();
  const attempts: [number, string][] = [];
  const shaky = tool({
    name: 'shaky',
    description: 'd',
    retries: 2,
    timeout: 50,
    input: z.object({ n: z.number() }),
    execute: (_, { attempt, idempotencyKey }) => {
      attempts.push([attempt, idempotencyKey]);
      if (attempt === 1) throw new Error('once');
      return attempt === 2 ? new Promise<string>(() => {}) : 'third time';
    },
  });
  const calls = [{ name: 'shaky', args: { n: 1 } }];
  const promise = run({ model: scriptedModel([{ calls }, 'ok']), tools: [shaky], prompt: 'x' });
  await vi.runAllTimersAsync();
  const result = await promise;
  vi.useRealTimers();
  expect(result.calls[0]?.outcome).toEqual({ status: 'done', value: 'third time' });
  expect(attempts.map(([attempt]) => attempt)).toEqual([1, 2, 3]);
  expect(new Set(attempts.map(([, key]) => key)).size).toBe(1);
});

test('wrong arguments are not tried again', async () => {
  let checked = 0;
  const strict = tool({
    name: 'strict',
    description: 'd',
    retries: 2,
    input: z.object({ n: z.number().refine(() => ++checked === 0) }),
    execute: () => 1,
  });
  const model = scriptedModel([{ calls: [{ name: 'strict', args: { n: 1 } }] }, 'ok']);
  const { calls } = await run({ model, tools: [strict], prompt: 'x' });
  expect(calls).toMatchObject([{ outcome: { code: 'invalid-arguments' } }]);
  expect(checked).toBe(1);
});

test('an abort between two attempts leaves the failure that there was', async () => {
  const controller = new AbortController();
  const bad = tool({
    name: 'bad',
    description: 'd',
    retries: 5,
    execute: () => {
      setTimeout(() => controller.abort(), 5);
      throw new Error('down');
    },
  });
  const model = scriptedModel([{ calls: [{ name: 'bad' }] }]);
  const error = await run({ model, tools: [bad], prompt: 'x', signal: controller.signal }).catch((thrown) => thrown);
  expect(error.partial.calls).toMatchObject([{ outcome: { status: 'error', code: 'execution-failed', message: 'down' } }]);
});
