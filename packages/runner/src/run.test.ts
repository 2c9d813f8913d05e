import { type Json, ToolDefinitionError, type Toolset, tool } from '@toolglot/core';
import { scriptedModel } from '@toolglot/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { callsIn, pairProblems, resultsIn, seen } from './fixtures/read.ts';
import { getWeather, now, wait } from './fixtures/tools.ts';
import { run, toolkit } from './run.ts';

test('runs the calls of a step, sends the results and gives the answer', async () => {
  const cities = ['上海', '北京', '广州'];
  const model = scriptedModel([
    { text: '我查一下', calls: cities.map((city) => ({ name: 'get_weather', args: { city } })), usage: { input: 10, output: 5 } },
    { text: '上海 28°C', usage: { input: 30, output: 7, reasoning: 2 } },
  ]);
  const result = await run({ model, tools: [getWeather, now], prompt: '今天天气怎么样？', system: '简短' });
  expect(result).toMatchObject({ status: 'done', text: '上海 28°C', finish: 'stop', steps: 2 });
  expect(result.usage).toEqual({ input: 40, output: 12, reasoning: 2 });
  expect(result.calls.map(({ args }) => args)).toEqual(cities.map((city) => ({ city })));
  expect(result.calls[1]?.outcome).toEqual({ status: 'done', value: { city: '北京', unit: 'celsius', temp: 22 } });
  expect(result.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(result.newMessages).toEqual(result.messages);
  expect(model.requests.map(({ messages }) => messages.length)).toEqual([2, 4]);
  expect(model.requests[0]?.messages[0]).toMatchObject({ role: 'system', content: [{ text: '简短' }] });
  expect(model.requests[0]?.tools?.map((spec) => spec.type === 'function' && spec.name)).toEqual(['get_weather', 'now']);
  model.done();
});

test('results that finish in reverse order stay with their calls, also those of one name and equal arguments', async () => {
  const calls = [30, 20, 10, 10].map((milliseconds, index) => ({ name: 'wait', args: { milliseconds, label: `${index % 3}` } }));
  const result = await run({ model: scriptedModel([{ calls }, 'ok']), tools: [wait], prompt: 'x' });
  expect(resultsIn(result.messages).map(({ callId }) => callId)).toEqual(callsIn(result.messages).map(({ id }) => id));
  expect(resultsIn(result.messages).map(seen)).toEqual(['0', '1', '2', '0']);
});

test('identical calls of one step are both executed', async () => {
  let count = 0;
  const date = tool({ name: 'date', description: 'd', execute: () => ++count });
  await run({ model: scriptedModel([{ calls: [{ name: 'date' }, { name: 'date' }] }, 'ok']), tools: [date], prompt: 'x' });
  expect(count).toBe(2);
});

test('what execute receives: context, ids, attempt and the conversation with the call', async () => {
  const keys: string[] = [];
  const app = toolkit<{ user: string }>();
  const who = app.tool({
    name: 'who',
    description: 'd',
    execute: (_, { context, callId, idempotencyKey, attempt, messages, signal, progress }) => {
      keys.push(idempotencyKey);
      progress({ any: 'thing' });
      expect(Object.isFrozen(messages) && callsIn(messages).some(({ id }) => id === callId)).toBe(true);
      return `${context.user} ${attempt} ${signal.aborted}`;
    },
  });
  const ask = () => scriptedModel([{ calls: [{ name: 'who' }, { name: 'who' }] }, 'ok']);
  const first = await app.run({ model: ask(), tools: [who], prompt: 'x', context: { user: 'ada' } });
  await app.run({ model: ask(), tools: [who], prompt: 'x', context: { user: 'ada' } });
  expect(resultsIn(first.messages).map(seen)).toEqual(['ada 1 false', 'ada 1 false']);
  expect(new Set(keys).size).toBe(4);
});

test('the conversation so far is copied, frozen, and kept apart from what the run adds', async () => {
  const given = [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: [{ type: 'text' as const, text: 'hello' }] },
  ] as const;
  const model = scriptedModel(['bye']);
  const result = await run({ model, messages: given, prompt: 'go', system: 's' });
  expect(result.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(result.newMessages).toEqual(result.messages.slice(2));
  expect(result.messages[1]).not.toBe(given[1]);
  expect(Object.isFrozen(result.messages[1]?.content[0])).toBe(true);
  expect(result.messages[3]).toMatchObject({ finish: 'stop' });
});

test('options that make no run are refused', async () => {
  const model = scriptedModel([]);
  await expect(run({ model })).rejects.toThrow('run: expected a prompt or messages');
  await expect(run({ model, prompt: 'x', maxSteps: 0 })).rejects.toThrow('expected maxSteps of at least 1, received 0');
  await expect(run({ model, messages: [{ role: 'tool', content: 'x' }] })).rejects.toThrow(
    'messages[0].role: expected one of system',
  );
  await expect(run({ model: 'openai:gpt-5.4', prompt: 'x' })).rejects.toThrow("models by id ('openai:gpt-5.4')");
});

test('two tools of one name and a tool that cannot be run are refused before anything is sent', async () => {
  const model = scriptedModel([]);
  const idle = tool({ name: 'idle', description: 'd' });
  const set: Toolset = { tools: () => [now] };
  await expect(run({ model, tools: [now, set], prompt: 'x' })).rejects.toThrow("tool 'now', name: two tools have this name");
  await expect(run({ model, tools: [idle], prompt: 'x' })).rejects.toThrow(ToolDefinitionError);
  expect(model.requests).toEqual([]);
});

test('toolsets are read at each step', async () => {
  const sets = [[now], [getWeather]];
  const set: Toolset = { tools: async () => sets.shift() ?? [] };
  const model = scriptedModel([{ calls: [{ name: 'now' }] }, { calls: [{ name: 'now' }] }, 'ok']);
  const result = await run({ model, tools: [set], prompt: 'x' });
  expect(model.requests.map(({ tools }) => tools?.length)).toEqual([1, 1, undefined]);
  expect(result.calls.map(({ outcome }) => outcome.status)).toEqual(['done', 'error']);
});

test('after maxSteps comes one last answer: tools stay declared, the choice is none, calls are not executed', async () => {
  const turn = { calls: [{ name: 'now' }] };
  const model = scriptedModel([turn, turn, turn]);
  const result = await run({ model, tools: [now], prompt: 'x', maxSteps: 2 });
  expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual([undefined, undefined, 'none']);
  expect(model.requests[2]?.tools).toHaveLength(1);
  expect(result.calls.map(({ outcome }) => outcome.status)).toEqual(['done', 'done', 'error']);
  expect(seen(resultsIn(result.messages)[2])).toMatchObject({ error: 'not-executed' });
  expect(pairProblems(result.messages)).toEqual([]);
});

test('a forced choice is released after its first use', async () => {
  const turns = () => scriptedModel([{ calls: [{ name: 'now' }] }, 'ok']);
  const choices = ['required', { tool: 'now' }, { tools: ['now'], mode: 'required' }, 'none', 'auto'] as const;
  const sent = choices.map(async (toolChoice) => {
    const model = turns();
    await run({ model, tools: [now], prompt: 'x', toolChoice });
    return model.requests[1]?.toolChoice;
  });
  expect(await Promise.all(sent)).toEqual(['auto', 'auto', { tools: ['now'], mode: 'auto' }, 'none', 'auto']);
});

test('a pause is continued without a word of the user, and its text belongs to the answer', async () => {
  const model = scriptedModel([{ text: 'one ', finish: 'pause' }, { text: 'two' }]);
  const result = await run({ model, prompt: 'x' });
  expect(result).toMatchObject({ text: 'one two', steps: 2, finish: 'stop' });
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
});

test.each(['length', 'content-filter', 'refusal', 'error', 'aborted'] as const)(
  'a call of an answer cut off by %s is not executed',
  async (finish) => {
    let executed = false;
    const write = tool({ name: 'write', description: 'd', execute: () => (executed = true) });
    const result = await run({ model: scriptedModel([{ calls: [{ name: 'write' }], finish }]), tools: [write], prompt: 'x' });
    expect(executed).toBe(false);
    expect(result).toMatchObject({ finish, steps: 1, calls: [{ outcome: { status: 'error', code: 'not-executed' } }] });
    expect(pairProblems(result.messages)).toEqual([]);
  },
);

test('an answer with neither text nor calls ends the run', async () => {
  const model = scriptedModel([{ parts: [], finish: 'tool-calls' }]);
  expect(await run({ model, tools: [now], prompt: 'x' })).toMatchObject({ text: '', steps: 1 });
});

test('usage that no step tells is absent, and what one step does not tell is left out of the sum', async () => {
  const call = { calls: [{ name: 'now' }] };
  const quiet = await run({ model: scriptedModel([call, 'ok']), tools: [now], prompt: 'x' });
  expect(quiet.usage).toBeUndefined();
  const half = await run({
    model: scriptedModel([{ ...call, usage: { input: 5, output: 1 } }, 'ok']),
    tools: [now],
    prompt: 'x',
  });
  expect(half.usage).toEqual({ input: 5, output: 1 });
  const vague = await run({ model: scriptedModel([{ text: 'ok', usage: { input: 5 } }]), prompt: 'x' });
  expect(vague.usage).toBeUndefined();
});

test('settings and cache reach the model, and nothing that was not said', async () => {
  const model = scriptedModel(['ok', 'ok']);
  await run({ model, prompt: 'x', settings: { temperature: 0.5 }, cache: 'auto' });
  await run({ model, prompt: 'x' });
  expect(model.requests[0]).toMatchObject({ settings: { temperature: 0.5 }, cache: 'auto' });
  expect(Object.keys(model.requests[1] ?? {})).toEqual(['messages']);
});

test('a tool whose input has a transform runs with the output, and its call shows the input', async () => {
  const add = tool({
    name: 'add',
    description: 'd',
    input: z.object({ n: z.string().transform(Number) }),
    execute: ({ n }) => n + 1,
  });
  const args: Json = { n: '41' };
  const result = await run({ model: scriptedModel([{ calls: [{ name: 'add', args }] }, 'ok']), tools: [add], prompt: 'x' });
  expect(result.calls).toMatchObject([{ name: 'add', args: { n: '41' }, outcome: { status: 'done', value: 42 } }]);
});
