import { type Tool, type ToolInputError, tool } from '@toolglot/core';
import { scriptedModel } from '@toolglot/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pairProblems, resultsIn, seen } from './fixtures/read.ts';
import { fail, getWeather, hang, now, refund } from './fixtures/tools.ts';
import { run } from './run.ts';

async function observe(tools: readonly Tool[], name: string, args: string | Record<string, never> | object = {}) {
  const call = { name, args: JSON.parse(JSON.stringify(args)) };
  const result = await run({ model: scriptedModel([{ calls: [call] }, 'ok']), tools, prompt: 'x' });
  const [answer] = resultsIn(result.messages);
  expect(pairProblems(result.messages)).toEqual([]);
  return { answer, outcome: result.calls[0]?.outcome, text: result.text };
}

test('an unknown tool becomes a result that names the nearest ones, and the run goes on', async () => {
  const model = scriptedModel([{ calls: [{ name: 'get_wether' }, { name: 'now' }] }, 'ok']);
  const result = await run({ model, tools: [getWeather, now], prompt: 'x' });
  const [unknown, known] = resultsIn(result.messages);
  expect(unknown).toMatchObject({ name: 'get_wether', isError: true, fault: { code: 'unknown-tool' } });
  expect(seen(unknown)).toEqual({
    error: 'unknown-tool',
    message: 'There is no tool named "get_wether". Nothing was executed.',
    details: { available: ['get_weather', 'now'] },
    suggestion: 'Call get_weather instead.',
  });
  expect(known?.isError).toBeUndefined();
  expect(result).toMatchObject({ text: 'ok', calls: [{ outcome: { status: 'error', code: 'unknown-tool' } }, {}] });
});

test('a name with a namespace or of another case is told the right one; a strange one only the list', async () => {
  const far = await observe([getWeather], 'send_mail');
  expect(seen((await observe([getWeather], 'functions.GetWeather')).answer)).toMatchObject({
    suggestion: 'Call get_weather instead.',
  });
  expect(seen(far.answer)).toMatchObject({ suggestion: 'Call one of the available tools, or answer without.' });
});

test('arguments that are no JSON are quoted, at most 2 kB', async () => {
  const { answer, outcome } = await observe([getWeather], 'get_weather', '{"city": "北京');
  expect(seen(answer)).toMatchObject({ error: 'invalid-json', details: { received: '{"city": "北京' } });
  expect(outcome).toMatchObject({ status: 'error', code: 'invalid-json' });
  const long = await observe([getWeather], 'get_weather', `{"city": "${'京'.repeat(5_000)}`);
  const { details } = Object(seen(long.answer));
  expect(new TextEncoder().encode(details.received).length).toBeLessThanOrEqual(2_003);
  expect(details.received).toMatch(/京…$/);
});

test('arguments that do not fit are listed with path and message; the program gets the issues as a cause', async () => {
  const { answer, outcome } = await observe([getWeather], 'get_weather', { city: 5, unit: 'kelvin' });
  expect(seen(answer)).toMatchObject({
    error: 'invalid-arguments',
    details: { issues: [{ path: ['city'], message: expect.any(String) }, { path: ['unit'] }] },
  });
  if (outcome?.status !== 'error') throw new Error('expected an error');
  expect((outcome.cause as ToolInputError).issues).toHaveLength(2);
});

test('of very many issues the first twenty are told, each as short as it can be', async () => {
  const keys = Array.from({ length: 500 }, (_, index) => `${index}`.padEnd(200, 'k'));
  const values = Array.from({ length: 2_000 }, (_, index) => `value ${index}`);
  const wide = tool({ name: 'wide', description: 'd', input: z.record(z.string(), z.enum(values)), execute: () => 1 });
  const { answer, outcome } = await observe([wide], 'wide', Object.fromEntries(keys.map((key) => [key, 5])));
  const { details } = Object(seen(answer));
  expect([details.issues.length, details.more]).toEqual([20, 480]);
  expect(JSON.stringify(details).length).toBeLessThan(40_000);
  expect(details.issues[0].path[0]).toHaveLength(100);
  if (outcome?.status !== 'error') throw new Error('expected an error');
  expect((outcome.cause as ToolInputError).issues).toHaveLength(500);
});

test('a tool that throws shows its message, at most 600 characters, without stack and cause', async () => {
  const { answer, outcome } = await observe([fail], 'fail', { message: `disk full ${'x'.repeat(1_000)}` });
  const text = JSON.stringify(answer);
  expect(seen(answer)).toMatchObject({ error: 'execution-failed', message: expect.stringMatching(/^disk full x+…$/) });
  expect(Object(seen(answer)).message).toHaveLength(600);
  expect(text).not.toMatch(/secret|fixtures\/tools|at execute/);
  expect(outcome).toMatchObject({ status: 'error', cause: { code: 'tool-execution', cause: { cause: 'secret' } } });
});

test.each([
  ['nothing', undefined, 'null'],
  ['a text', 'no disk', 'no disk'],
  ['an object', { code: 7 }, '{"code":7}'],
  ['an object without a text', Object.create(null), '{}'],
  ['an error whose message is none', Object.assign(new Error('x'), { message: 42 }), '42'],
  ['an error without a message', new Error(''), 'The tool failed without a message.'],
])('a tool that throws %s is answered too', async (_, thrown, message) => {
  const odd = tool({
    name: 'odd',
    description: 'd',
    execute: () => {
      throw thrown;
    },
  });
  expect(seen((await observe([odd], 'odd')).answer)).toEqual({ error: 'execution-failed', message });
});

test('a tool that does not end in its time is abandoned', async () => {
  const { answer, outcome } = await observe([hang], 'hang');
  expect(outcome).toEqual({ status: 'timeout' });
  expect(seen(answer)).toMatchObject({ error: 'timeout', message: expect.stringContaining('within 20 ms') });
});

test('a call that a person must approve is not executed, and a question that throws counts as yes', async () => {
  expect((await observe([refund], 'refund', { cents: 5 })).outcome).toEqual({ status: 'done', value: { cents: 5 } });
  const { answer, outcome } = await observe([refund], 'refund', { cents: 5_000 });
  expect(outcome).toEqual({ status: 'denied' });
  expect(seen(answer)).toMatchObject({ error: 'needs-approval', message: expect.stringContaining('It was not executed.') });
  const unsure = tool({
    name: 'unsure',
    description: 'd',
    needsApproval: () => Promise.reject(new Error('down')),
    execute: () => 'ran',
  });
  expect((await observe([unsure], 'unsure')).outcome).toEqual({ status: 'denied' });
});

test('a tool may change its arguments; the conversation keeps what the model wrote', async () => {
  const greedy = tool({
    name: 'greedy',
    description: 'd',
    input: { type: 'object', properties: { list: { type: 'array' } } },
    execute: (args) => Object.assign(args, { list: [] }),
  });
  const { answer } = await observe([greedy], 'greedy', { list: [1] });
  expect(seen(answer)).toEqual({ list: [] });
});

test('a result that breaks the promise of its output schema is an error, one that keeps it passes unchanged', async () => {
  const make = (temp: unknown) =>
    tool({
      name: 't',
      description: 'd',
      output: z.object({ temp: z.number() }),
      execute: () => JSON.parse(JSON.stringify({ temp })),
    });
  expect(seen((await observe([make('hot')], 't')).answer)).toMatchObject({ error: 'invalid-output' });
  expect(seen((await observe([make(5)], 't')).answer)).toEqual({ temp: 5 });
});

test.each([undefined, null, '', ' \n'])('a result of %j is said, never sent as an empty text', async (value) => {
  const quiet = tool({ name: 'quiet', description: 'd', execute: () => value });
  const { answer, outcome } = await observe([quiet], 'quiet');
  expect(outcome).toEqual({ status: 'done', value });
  expect(answer?.isError).toBeUndefined();
  expect(seen(answer)).toEqual({ result: null, message: 'The tool ran and returned nothing.' });
});

test.each([[0], [false], [[]], [{}], [['a']], [{ a: null }]])('a result of %j reaches the model as that JSON', async (value) => {
  const give = tool({ name: 'give', description: 'd', execute: () => value });
  expect(seen((await observe([give], 'give')).answer)).toEqual(value);
});

test('toModel decides what the model sees; the program keeps the value, and the conversation its JSON', async () => {
  const shot = tool({
    name: 'shot',
    description: 'd',
    execute: () => ({ png: 'AAAA', size: 3n }),
    toModel: ({ png }) => [
      { type: 'text', text: 'a picture' },
      { type: 'media', mediaType: 'image/png', data: { base64: png } },
    ],
  });
  const { answer, outcome } = await observe([shot], 'shot');
  expect(outcome).toEqual({ status: 'done', value: { png: 'AAAA', size: 3n } });
  expect(answer).toMatchObject({ content: [{ type: 'text' }, { type: 'media' }], structured: { png: 'AAAA', size: '3' } });
  const empty = tool({ name: 'empty', description: 'd', execute: () => 1, toModel: () => [] });
  expect(seen((await observe([empty], 'empty')).answer)).toMatchObject({ result: null });
  const broken = tool({ name: 'broken', description: 'd', execute: () => 1, toModel: () => [].at(0) ?? JSON.parse('{') });
  expect(seen((await observe([broken], 'broken')).answer)).toMatchObject({ error: 'execution-failed' });
});

test('a generator yields progress, and its last value is the result', async () => {
  const steps = tool({
    name: 'steps',
    description: 'd',
    async *execute() {
      yield { percent: 50 };
      yield { percent: 100 };
    },
  });
  expect((await observe([steps], 'steps')).outcome).toEqual({ status: 'done', value: { percent: 100 } });
});
