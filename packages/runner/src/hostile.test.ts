import { type Json, tool } from '@toolglot/core';
import { scriptedModel } from '@toolglot/testing';
import { expect, test } from 'vitest';
import { hostileValues } from './fixtures/hostile-values.ts';
import { pairProblems, resultsIn, seen } from './fixtures/read.ts';
import { now } from './fixtures/tools.ts';
import { run } from './run.ts';
import { RunError } from './run-error.ts';

const once = (name = 'hostile') => scriptedModel([{ calls: [{ name }, { name: 'now' }] }, 'ok']);

/** Tools that do something with a value that is not what it must be. */
const uses: Readonly<Record<string, (value: unknown) => object>> = {
  throws: (value) => ({ execute: () => raise(value) }),
  rejects: (value) => ({ execute: async () => raise(value) }),
  returns: (value) => ({ execute: () => value }),
  'returns within a list': (value) => ({ execute: () => ({ list: [value] }) }),
  yields: (value) => ({
    execute: async function* () {
      yield value;
    },
  }),
  'yields, then throws': (value) => ({
    execute: async function* () {
      yield 1;
      raise(value);
    },
  }),
  'shows the model': (value) => ({ execute: () => 1, toModel: () => value }),
  'shows the model a part that is': (value) => ({ execute: () => 1, toModel: () => [value] }),
  'shows the model the text': (value) => ({ execute: () => 1, toModel: () => [{ type: 'text', text: value }] }),
  'shows the model the JSON': (value) => ({ execute: () => 1, toModel: () => [{ type: 'json', value }] }),
  'throws, when shown to the model,': (value) => ({ execute: () => 1, toModel: () => raise(value) }),
  'throws, asked for approval,': (value) => ({ execute: () => 1, needsApproval: () => raise(value) }),
  'throws, as its input is checked,': (value) => ({ input: schema(() => raise(value)), execute: () => 1 }),
  'finds the input to be': (value) => ({ input: schema(() => value), execute: () => 1 }),
  'finds as an issue': (value) => ({ input: schema(() => ({ issues: [{ message: value, path: [value] }] })), execute: () => 1 }),
  'finds the issues': (value) => ({ input: schema(() => ({ issues: value ?? [] })), execute: () => 1 }),
  'finds as an issue of the output': (value) => ({ output: schema(() => ({ issues: [{ message: value }] })), execute: () => 1 }),
};

function raise(value: unknown): never {
  throw value;
}

function schema(validate: () => unknown): object {
  const jsonSchema = { input: () => ({ type: 'object' }), output: () => ({}) };
  return { '~standard': { version: 1, vendor: 'test', validate, jsonSchema } };
}

const define = (definition: object) => Reflect.apply(tool, undefined, [{ name: 'hostile', description: 'd', ...definition }]);

test.each(Object.keys(uses))('a tool that %s whatever there is has exactly one result, and the run goes on', async (use) => {
  for (const [name, value] of hostileValues) {
    const hostile = define(uses[use]?.(value) ?? {});
    const result = await run({ model: once(), tools: [hostile, now], prompt: 'x' });
    expect([name, pairProblems(result.messages)]).toEqual([name, []]);
    expect(result).toMatchObject({ text: 'ok', calls: [{}, { outcome: { status: 'done' } }] });
    expect(JSON.parse(JSON.stringify(result.messages))).toEqual(result.messages);
    const { isError = false } = resultsIn(result.messages)[0] ?? {};
    expect(isError).toBe(result.calls[0]?.outcome.status !== 'done');
    const kinds = resultsIn(result.messages).flatMap(({ content }) => content.map(({ type }) => type));
    expect(kinds.every((kind) => kind === 'json' || kind === 'text')).toBe(true);
  }
});

test('what a model or a toolset throws, whatever it is, ends the run with a RunError', async () => {
  for (const [name, value] of hostileValues) {
    const model = { ...scriptedModel([]), generate: async () => raise(value) };
    const failed = await run({ model, prompt: 'x' }).catch((error: unknown) => error);
    const unlisted = await run({ model: once(), tools: [{ tools: () => raise(value) }], prompt: 'x' }).catch((e: unknown) => e);
    for (const error of [failed, unlisted]) {
      expect([name, error instanceof RunError]).toEqual([name, true]);
      expect(Object.is(Object(error).cause, value)).toBe(true);
    }
  }
});

test('content for the model that is none is an error that says where', async () => {
  const shown = async (toModel: () => unknown) => {
    const result = await run({ model: once(), tools: [define({ execute: () => 1, toModel }), now], prompt: 'x' });
    return seen(resultsIn(result.messages)[0]);
  };
  const message = (text: string) => ({ error: 'execution-failed', message: text });
  expect(await shown(() => 5)).toEqual(message('toModel: expected a list, received number 5'));
  expect(await shown(async () => 'late')).toEqual(message('expected plain data, found a Promise'));
  expect(await shown(() => [{ type: 'image' }])).toEqual(
    message('toModel[0].type: expected one of text, media, json, tool-reference, opaque, received string image'),
  );
  expect(await shown(() => [{ type: 'media', mediaType: 'image/png', data: {} }])).toEqual(
    message('toModel[0].data: expected a text under base64, url or fileId, received object {}'),
  );
});

const text = (value: unknown) => [{ type: 'text', text: value }];
const call = (fields: object) => [{ type: 'tool-call', id: 'a', name: 'now', args: {}, ...fields }];
const said = (content: unknown, more: object = {}) => ({
  message: { role: 'assistant', content },
  finish: { reason: 'stop' },
  ...more,
});

test.each<[unknown, string]>([
  [undefined, ': expected an object, received undefined'],
  [{ finish: { reason: 'stop' } }, '.message: expected an object, received undefined'],
  [{ message: said([]).message }, '.finish: expected an object, received undefined'],
  [said([], { finish: { reason: 'constructor' } }), '.finish.reason: expected one of stop, tool-calls, '],
  [{ ...said([]), message: { role: 'user', content: [] } }, '.message.role: expected one of assistant, received string user'],
  [said('hello'), '.message.content: expected a list, received string hello'],
  [said([null]), '.message.content[0]: expected an object, received null'],
  [said([{ type: 'tool-result' }]), '.message.content[0].type: expected one of text, media, reasoning, '],
  [said(text(5)), '.message.content[0].text: expected a text, received number 5'],
  [said(call({ id: 5 })), '.message.content[0].id: expected a text, received number 5'],
  [said(call({ name: undefined })), '.message.content[0].name: expected a text, received undefined'],
  [said(call({ args: [] })), '.message.content[0].args: expected an object, received an array of 0'],
  [said(call({ fault: 'x' })), '.message.content[0].fault: expected an object, received string x'],
  [said(text('a'), { usage: { input: '5' } }), '.usage.input: expected a number, received string 5'],
])('an answer that is none ends the run, and the error says where: %j', async (answer, message) => {
  const model = { ...scriptedModel([]), generate: async () => answer };
  const running: Promise<unknown> = Reflect.apply(run, undefined, [{ model, tools: [now], prompt: 'x' }]);
  const error = await running.catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'run', partial: { steps: 0 } });
  expect(String(Object(error).message)).toContain(`answer of scripted:model${message}`);
});

test('a generator that never ends and never waits ends with its time, and lets others run', async () => {
  const endless = tool({
    name: 'hostile',
    description: 'd',
    timeout: 30,
    async *execute(): AsyncGenerator<Json> {
      for (;;) yield 1;
    },
  });
  const result = await run({ model: once(), tools: [endless, now], prompt: 'x' });
  expect(result.calls.map(({ outcome }) => outcome.status)).toEqual(['timeout', 'done']);
});

test('a run whose model and tools never wait can be aborted', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), 30);
  const turn = { calls: [{ name: 'now', id: 'a' }] };
  const model = scriptedModel(Array.from({ length: 100_000 }, () => turn));
  const running = run({ model, tools: [now], prompt: 'x', maxSteps: 100_000, signal: controller.signal });
  await expect(running).rejects.toThrow(/^the run ended after \d+ steps: enough$/);
}, 60_000);

test('a tool whose own fields throw, once it is called, has exactly one result', async () => {
  let reads = 0;
  const needsApproval = () => (reads++ === 0 ? false : raise(new Error('no more')));
  const moody = Object.defineProperty({ ...now, name: 'hostile' }, 'needsApproval', { get: needsApproval, enumerable: true });
  const result = await run({ model: once(), tools: [moody, now], prompt: 'x' });
  expect(seen(resultsIn(result.messages)[0])).toEqual({ error: 'execution-failed', message: 'no more' });
  expect(pairProblems(result.messages)).toEqual([]);
});
