import {
  type Loss,
  LossError,
  type Model,
  TransportError,
  tool,
  UnsupportedError,
  VendorError,
  type VendorErrorFields,
} from '@toolglot/core';
import { scriptedModel, type Turn } from '@toolglot/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { pairProblems } from './fixtures/read.ts';
import { now } from './fixtures/tools.ts';
import { createRunner, run } from './run.ts';
import { RunError } from './run-error.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const vendorError = (fields: Partial<VendorErrorFields> = {}) =>
  new VendorError('too many', { status: 429, kind: 'rate-limit', ...fields });

/** Runs to the end with fake time: what it gave or threw, and how many milliseconds went by. */
async function timed<T>(start: () => Promise<T>): Promise<{ readonly end: T | Error; readonly elapsed: number }> {
  vi.useFakeTimers();
  const begun = Date.now();
  const promise = start().catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return { end: await promise, elapsed: Date.now() - begun };
}

test('a failed request is tried again twice, after half a second and a second, each less by up to a quarter', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const model = scriptedModel([new TransportError('reset'), vendorError({ kind: 'server', status: 500 }), 'ok']);
  const { end, elapsed } = await timed(() => run({ model, prompt: 'x' }));
  expect(end).toMatchObject({ text: 'ok', steps: 1 });
  expect(elapsed).toBe(1_500);
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  const jittered = await timed(() => run({ model: scriptedModel([new TransportError('reset'), 'ok']), prompt: 'x' }));
  expect(jittered.elapsed).toBeGreaterThanOrEqual(375);
  expect(jittered.elapsed).toBeLessThan(380);
});

test('the wait that the vendor asks for is kept, up to a minute; who asks for more is asked again as if for nothing', async () => {
  const { elapsed } = await timed(() => run({ model: scriptedModel([vendorError({ retryAfter: 60_000 }), 'ok']), prompt: 'x' }));
  expect(elapsed).toBe(60_000);
  const longer = await timed(() => run({ model: scriptedModel([vendorError({ retryAfter: 60_001 }), 'ok']), prompt: 'x' }));
  expect(longer.elapsed).toBeLessThanOrEqual(500);
});

test.each([
  ['a bad request', vendorError({ status: 400, kind: 'invalid-request' })],
  ['what the vendor says not to try again', vendorError({ shouldRetry: false })],
  ['an error that is none of ours', new Error('bug')],
])('%s is not tried again', async (_, error) => {
  const model = scriptedModel([error]);
  const failed = await run({ model, prompt: 'x' }).catch((thrown: unknown) => thrown);
  expect(failed).toMatchObject({ code: 'run', cause: error, partial: { steps: 0, finish: 'error' } });
  expect(model.requests).toHaveLength(1);
});

test('an error of another copy of the package counts like ours', async () => {
  vi.resetModules();
  const copy = await import('@toolglot/core');
  const foreign = new copy.VendorError('busy', { status: 529, kind: 'overloaded', retryAfter: 1 });
  expect(foreign).not.toBeInstanceOf(VendorError);
  expect(await run({ model: scriptedModel([foreign, 'ok']), prompt: 'x' })).toMatchObject({ text: 'ok' });
});

test('a third failure ends the run with all that was done; finished tools are not run again', async () => {
  let executed = 0;
  const once = tool({ name: 'once', description: 'd', execute: () => ++executed });
  const reset = new TransportError('ECONNRESET');
  const model = scriptedModel([{ calls: [{ name: 'once' }], usage: { input: 1, output: 1 } }, reset, reset, reset]);
  const { end } = await timed(() => run({ model, tools: [once], prompt: 'x' }));
  if (!(end instanceof RunError)) throw new Error('expected a RunError');
  expect([executed, model.requests.length]).toEqual([1, 4]);
  expect(end.partial).toMatchObject({
    steps: 1,
    usage: { input: 1, output: 1 },
    calls: [{ outcome: { status: 'done', value: 1 } }],
  });
  expect(pairProblems(end.partial.messages)).toEqual([]);
  const resumed = await run({ model: scriptedModel(['ok']), messages: end.partial.messages });
  expect(resumed.text).toBe('ok');
});

test('a call that the vendor could not read is quoted to the model in another try, and is no part of the conversation', async () => {
  const failedGeneration = '<function=now={}</function>';
  const unread = vendorError({ status: 400, kind: 'tool-call', failedGeneration });
  const model = scriptedModel([unread, { calls: [{ name: 'now' }] }, 'ok']);
  const { end } = await timed(() => run({ model, tools: [now], prompt: 'x' }));
  expect(end).toMatchObject({ text: 'ok', steps: 2 });
  expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 2, 3]);
  const [text] = model.requests[1]?.messages[1]?.content ?? [];
  expect(JSON.parse(text?.type === 'text' ? text.text : '')).toMatchObject({
    error: 'unreadable-call',
    details: { received: failedGeneration },
  });
  const bounded = scriptedModel([unread, unread, unread]);
  expect((await timed(() => run({ model: bounded, tools: [now], prompt: 'x' }))).end).toMatchObject({
    code: 'run',
    cause: { kind: 'tool-call' },
  });
});

test('an abort ends the wait for another try at once', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), 10);
  const model = scriptedModel([vendorError({ retryAfter: 50_000 })]);
  // the test itself would not wait that long
  await expect(run({ model, prompt: 'x', signal: controller.signal })).rejects.toThrow('enough');
});

test('another model takes over in mid-run and stays', async () => {
  const first = scriptedModel([
    { calls: [{ name: 'now' }] },
    ...Array(3).fill(vendorError({ kind: 'overloaded', retryAfter: 0 })),
  ]);
  const second = scriptedModel([{ calls: [{ name: 'now' }] }, 'from the second']);
  const result = await run({ model: first, tools: [now], prompt: 'x', fallback: [second] });
  expect(result).toMatchObject({ text: 'from the second', steps: 3 });
  expect(second.requests[0]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  first.done();
  second.done();
});

test('a model that cannot do what was asked hands over, one that was asked wrongly does not', async () => {
  const second = scriptedModel(['ok']);
  const unable = scriptedModel([new UnsupportedError('audio', 'a:b')]);
  expect(await run({ model: unable, prompt: 'x', fallback: [second] })).toMatchObject({ text: 'ok' });
  const wrong = scriptedModel([vendorError({ status: 400, kind: 'invalid-request' })]);
  await expect(run({ model: wrong, prompt: 'x', fallback: [scriptedModel([])] })).rejects.toThrow(RunError);
});

test('a run that fails says which of its models did', async () => {
  const named = (name: string, turns: readonly Turn[]) => {
    const model = scriptedModel(turns);
    return { ...model, profile: { ...model.profile, name } };
  };
  const first = named('a:one', [new UnsupportedError('audio', 'a:one')]);
  const second = named('b:two', [{ calls: [{ name: 'now' }] }, new VendorError('bad key', { status: 401, kind: 'auth' })]);
  const running = run({ model: first, tools: [now], prompt: 'x', fallback: [second] });
  await expect(running).rejects.toThrow(/^the run ended after 1 steps, asking b:two: bad key$/);
  const aborted = run({ model: named('a:one', ['x']), prompt: 'x', signal: AbortSignal.abort(new Error('enough')) });
  await expect(aborted).rejects.toThrow(/^the run ended after 0 steps: enough$/);
});

test('models given by id are made when they are first asked, and once', async () => {
  const asked: string[] = [];
  const turns = scriptedModel([{ calls: [{ name: 'now' }] }, 'ok']);
  const runner = createRunner((id) => {
    asked.push(id);
    return turns;
  });
  await runner.run({ model: 'a:one', tools: [now], prompt: 'x', fallback: ['b:two'] });
  expect(asked).toEqual(['a:one']);
  const failing = createRunner(() => Promise.reject(new Error('no such provider')));
  await expect(failing.run({ model: 'c:x', prompt: 'x' })).rejects.toThrow('no such provider');
});

const degraded: Loss = { code: 'gone', path: 'settings.seed', effect: 'dropped', severity: 'degraded', message: 'no seed' };
const small: Loss = { ...degraded, code: 'small', severity: 'note' };

function lossy(model: Model, losses: readonly Loss[]): Model {
  return {
    ...model,
    generate: (request, options) => {
      for (const loss of losses) options?.onLoss?.({ ...loss });
      return model.generate(request, options);
    },
  };
}

test('each loss is reported once in a run', async () => {
  const told: Loss[] = [];
  const turns = () => lossy(scriptedModel([{ calls: [{ name: 'now' }] }, 'ok']), [degraded, small]);
  const result = await run({ model: turns(), tools: [now], prompt: 'x', onLoss: (loss) => told.push(loss) });
  expect(told).toEqual([degraded, small]);
  expect(result.losses).toEqual(told);
  expect((await run({ model: turns(), tools: [now], prompt: 'x' })).losses).toEqual(told);
});

test('a loss that degrades ends the run where the caller wants that; a note does not', async () => {
  const error = await run({ model: lossy(scriptedModel([]), [degraded]), prompt: 'x', onLoss: 'throw' }).catch(
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ code: 'run', partial: { steps: 0, losses: [degraded] } });
  expect(error.cause).toBeInstanceOf(LossError);
  expect(await run({ model: lossy(scriptedModel(['ok']), [small]), prompt: 'x', onLoss: 'throw' })).toMatchObject({
    losses: [small],
  });
});
