import { getEventListeners } from 'node:events';
import { type Message, type Model, tool, UnsupportedError } from '@toolglot/core';
import { scriptedModel } from '@toolglot/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { pairProblems, resultsIn, seen } from './fixtures/read.ts';
import { hang, now, wait } from './fixtures/tools.ts';
import { run } from './run.ts';
import { RunError } from './run-error.ts';

const faults: unknown[] = [];
const note = (fault: unknown) => faults.push(fault);
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
let timersBefore = 0;

beforeEach(() => {
  faults.length = 0;
  timersBefore = timers();
  process.on('unhandledRejection', note).on('warning', note);
});

afterEach(() => {
  process.off('unhandledRejection', note).off('warning', note);
});

async function failure(promise: Promise<unknown>): Promise<RunError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (error instanceof RunError) return error;
  throw new Error(`expected a RunError, received ${error}`);
}

async function expectQuiet(signal?: AbortSignal) {
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(faults).toEqual([]);
  expect(timers()).toBeLessThanOrEqual(timersBefore);
  if (signal) expect(getEventListeners(signal, 'abort')).toEqual([]);
}

const late = tool({
  name: 'late',
  description: 'd',
  timeout: 5,
  execute: async (_, { progress }) => {
    await new Promise((resolve) => setTimeout(resolve, 15));
    progress('too late');
    throw new Error('too late');
  },
});

test('an abort ends a tool that never settles: siblings keep their results, the conversation can be sent', async () => {
  const controller = new AbortController();
  const model = scriptedModel([{ calls: [{ name: 'now' }, { name: 'deaf' }], usage: { input: 3, output: 4 } }]);
  const deaf = tool({
    name: 'deaf',
    description: 'd',
    execute: () => {
      setTimeout(() => controller.abort(new Error('enough')), 20);
      return new Promise<string>(() => {});
    },
  });
  const error = await failure(run({ model, tools: [now, deaf], prompt: 'x', signal: controller.signal }));
  expect(error).toMatchObject({ code: 'run', cause: { message: 'enough' }, message: 'the run ended after 1 steps: enough' });
  const { partial } = error;
  expect(partial).toMatchObject({ finish: 'aborted', steps: 1, usage: { input: 3, output: 4 } });
  expect(partial.calls.map(({ outcome }) => outcome.status)).toEqual(['done', 'aborted']);
  expect(resultsIn(partial.messages).map(seen)).toEqual(['2026-01-02T03:04:05Z', expect.objectContaining({ error: 'aborted' })]);
  expect(pairProblems(partial.messages)).toEqual([]);
  await expectQuiet(controller.signal);
});

test('an abort ends a model that does not heed its signal, and the step in flight is not counted', async () => {
  const controller = new AbortController();
  const model = { ...scriptedModel([]), generate: () => new Promise<never>(() => {}) };
  setTimeout(() => controller.abort(), 10);
  const { partial } = await failure(run({ model, prompt: 'x', signal: controller.signal }));
  expect(partial).toMatchObject({ finish: 'aborted', steps: 0, usage: undefined, text: '' });
  expect(partial.messages.map(({ role }: Message) => role)).toEqual(['user']);
  await expectQuiet(controller.signal);
});

test('what a model throws because of the abort does not stand for it, and no other model is asked', async () => {
  const controller = new AbortController();
  let asked = 0;
  const second: Model = { ...scriptedModel([]), generate: () => Promise.reject(new Error(`asked ${++asked} times`)) };
  const model: Model = {
    ...scriptedModel([]),
    generate: (_, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new UnsupportedError('aborts', 'this model')));
      }),
  };
  setTimeout(() => controller.abort('enough'), 10);
  const { cause } = await failure(run({ model, prompt: 'x', signal: controller.signal, fallback: [second] }));
  expect([cause, asked]).toEqual(['enough', 0]);
});

test('a signal that is aborted before the run keeps the model from being asked', async () => {
  const model = scriptedModel([]);
  const { partial } = await failure(run({ model, prompt: 'x', signal: AbortSignal.abort() }));
  expect([partial.steps, model.requests.length]).toEqual([0, 0]);
});

test('whatever stands as the reason of an abort, the run ends with it', async () => {
  for (const reason of [undefined, 'enough', Object.create(null), 5n]) {
    const { cause } = await failure(run({ model: scriptedModel([]), prompt: 'x', signal: AbortSignal.abort(reason) }));
    expect(cause).toEqual(reason ?? expect.objectContaining({ name: 'AbortError' }));
  }
});

test('an abort before the tool starts keeps it from starting', async () => {
  let ran = false;
  const controller = new AbortController();
  const slowQuestion = tool({
    name: 'slow',
    description: 'd',
    needsApproval: async () => {
      controller.abort();
      return false;
    },
    execute: () => (ran = true),
  });
  const model = scriptedModel([{ calls: [{ name: 'slow' }] }]);
  const { partial } = await failure(run({ model, tools: [slowQuestion], prompt: 'x', signal: controller.signal }));
  expect(ran).toBe(false);
  expect(JSON.stringify(seen(resultsIn(partial.messages)[0]))).toContain('it was not executed');
});

test('the late end of an abandoned tool is discarded: no result, no progress, no unhandled rejection', async () => {
  const result = await run({
    model: scriptedModel([{ calls: [{ name: 'late' }, { name: 'hang' }] }, 'ok']),
    tools: [late, hang],
    prompt: 'x',
  });
  expect(result.calls.map(({ outcome }) => outcome.status)).toEqual(['timeout', 'timeout']);
  expect(resultsIn(result.messages)).toHaveLength(2);
  await expectQuiet();
});

test('arguments whose check never ends time out too, and the tool is not started', async () => {
  const input = z.object({}).refine(() => new Promise<boolean>(() => {}));
  const unchecked = tool({ name: 'unchecked', description: 'd', timeout: 5, input, execute: () => 1 });
  const result = await run({ model: scriptedModel([{ calls: [{ name: 'unchecked' }] }, 'ok']), tools: [unchecked], prompt: 'x' });
  expect(result.calls[0]?.outcome).toEqual({ status: 'timeout' });
  expect(seen(resultsIn(result.messages)[0])).toMatchObject({ message: expect.stringContaining('it was not executed') });
});

test('the check of arguments does not use up the time of the tool', async () => {
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const input = z.object({}).refine(() => pause(150).then(() => true));
  const slow = tool({ name: 'slow', description: 'd', timeout: 250, input, execute: () => pause(150).then(() => 'done') });
  const result = await run({ model: scriptedModel([{ calls: [{ name: 'slow' }] }, 'ok']), tools: [slow], prompt: 'x' });
  expect(result.calls[0]?.outcome).toEqual({ status: 'done', value: 'done' });
});

test('the time of one tool is its own', async () => {
  const calls = [{ name: 'hang' }, { name: 'wait', args: { milliseconds: 60, label: 'done' } }];
  const result = await run({ model: scriptedModel([{ calls }, 'ok']), tools: [hang, wait], prompt: 'x' });
  expect(result.calls.map(({ outcome }) => outcome.status)).toEqual(['timeout', 'done']);
});

test('the signal of a tool is aborted when its time is over and when the run is aborted', async () => {
  const reasons: string[] = [];
  const heedful = tool({
    name: 'heedful',
    description: 'd',
    timeout: 10,
    execute: (_, { signal }) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason.name);
          reject(signal.reason);
        });
      }),
  });
  const result = await run({ model: scriptedModel([{ calls: [{ name: 'heedful' }] }, 'ok']), tools: [heedful], prompt: 'x' });
  expect(reasons).toEqual(['TimeoutError']);
  expect(result.calls[0]?.outcome).toEqual({ status: 'timeout' });
});

test('a run leaves no listener on the caller’s signal, and one that goes on has a single one', async () => {
  const { signal } = new AbortController();
  const seenCounts: number[] = [];
  const count = tool({
    name: 'count',
    description: 'd',
    timeout: 60_000,
    execute: () => seenCounts.push(getEventListeners(signal, 'abort').length),
  });
  const calls = Array.from({ length: 20 }, () => ({ name: 'count' }));
  await run({ model: scriptedModel([{ calls }, { calls }, 'ok']), tools: [count], prompt: 'x', signal });
  expect(new Set(seenCounts)).toEqual(new Set([1]));
  await expectQuiet(signal);
});
