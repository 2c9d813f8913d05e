import { getEventListeners } from 'node:events';
import { type Tool, ToolDefinitionError } from '@toolglot/core';
import { scriptedModel } from '@toolglot/testing';
import { expect, test } from 'vitest';
import { now } from './fixtures/tools.ts';
import { run } from './run.ts';

// what a program without types may give
const attempt = (options: unknown): Promise<unknown> => Reflect.apply(run, undefined, [options]);
const from = (options: object) => attempt({ model: scriptedModel(['ok']), tools: [now], ...options });
const messages = (...list: unknown[]) => list;
const user = (...content: unknown[]) => messages({ role: 'user', content });

test.each<[string, unknown]>([
  ['messages: expected a list of messages, received string hi', 'hi'],
  ['messages[1]: expected an object, received null', messages({ role: 'user', content: 'x' }, null)],
  ['messages[0]: expected an object, received undefined', Array(1)],
  ['messages[0].content: expected a list, received undefined', messages({ role: 'user' })],
  [
    'messages[0].role: expected one of system, user, assistant, tool, received string robot',
    messages({ role: 'robot', content: [] }),
  ],
  [
    'messages[0].role: expected one of system, user, assistant beside a text, received string tool',
    messages({ role: 'tool', content: 'x' }),
  ],
  ['messages[0].content[0]: expected an object, received string x', user('x')],
  [
    'messages[0].content[0].type: expected one of text, media, approval, opaque, received string image_url',
    user({ type: 'image_url' }),
  ],
  [
    'messages[0].content[0].type: expected one of text, media, approval, opaque, received string constructor',
    user({ type: 'constructor' }),
  ],
  ['messages[0].content[0].text: expected a text, received number 5', user({ type: 'text', text: 5 })],
  ['messages[0].content[0].data: expected an object, received undefined', user({ type: 'media', mediaType: 'image/png' })],
  ['found a function at messages[0].content[0].text', user({ type: 'text', text: () => 'x' })],
  ['found a Date at messages[0].content[0].text', user({ type: 'text', text: new Date() })],
  ['messages[0].vendor: expected an object, received string x', messages({ role: 'user', content: [], vendor: 'x' })],
  [
    'messages[0].content[0].content: expected a list, received string x',
    messages({ role: 'tool', content: [{ type: 'tool-result', callId: 'a', name: 'b', content: 'x' }] }),
  ],
  [
    'messages[0].content[0].args: expected an object, received string {}',
    messages({ role: 'assistant', content: [{ type: 'tool-call', id: 'a', name: 'b', args: '{}' }] }),
  ],
])('messages that are none are refused: %s', async (message, given) => {
  const running = from({ messages: given });
  await expect(running).rejects.toThrow(TypeError);
  await expect(running).rejects.toThrow(message);
});

test.each<[string, object]>([
  ["model to be a model, or its id: 'provider:model', received object {}", { model: {} }],
  ['tools to be a list of tools and toolsets, received null', { tools: null }],
  ['prompt to be a text, received number 5', { prompt: 5 }],
  ['system to be a text, received function', { system: () => 's' }],
  ["toolChoice to be 'auto', 'none', 'required', { tool } or { tools, mode }, received string any", { toolChoice: 'any' }],
  ["toolChoice to be 'auto', 'none', 'required', { tool } or { tools, mode }, received object", { toolChoice: { tools: ['a'] } }],
  ['settings to be an object, received string x', { settings: 'x' }],
  ['maxSteps to be a number, received string 3', { maxSteps: '3' }],
  ['signal to be an AbortSignal, received object {}', { signal: {} }],
  ['fallback to be a list of models, received an array of 1', { fallback: [null] }],
  ["onLoss to be 'report', 'throw' or a function, received string ignore", { onLoss: 'ignore' }],
  ["cache to be 'auto' or 'off', received boolean true", { cache: true }],
])('options that are none are refused: %s', async (message, options) => {
  await expect(from({ prompt: 'x', ...options })).rejects.toThrow(`run: expected ${message}`);
});

test.each([undefined, null, {}])('a run of %j says that it wants a model', async (options) => {
  await expect(attempt(options)).rejects.toThrow('run: expected model to be a model');
});

test('a list of steps without end, choices of every kind and a signal that is null are taken', async () => {
  const choices = ['auto', 'none', 'required', { tool: 'now' }, { tools: ['now'], mode: 'auto' }];
  for (const toolChoice of choices)
    await expect(from({ prompt: 'x', toolChoice, maxSteps: Number.POSITIVE_INFINITY, signal: null })).resolves.toMatchObject({
      text: 'ok',
    });
});

test('a run that is refused does not listen to the signal', async () => {
  const { signal } = new AbortController();
  const settings = { seed: () => 1 };
  for (const options of [{ prompt: 5 }, { system: 5 }, { settings }, { messages: 5 }, { maxSteps: 0 }, { prompt: undefined }])
    await expect(from({ prompt: 'x', signal, ...options })).rejects.toThrow();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test.each<[string, unknown]>([
  ['tools[0]: expected a tool or a toolset, received null', null],
  ['tools[0]: expected a tool or a toolset, received function', () => 1],
  ['tools[0].tools(): expected a list of tools, received null', { tools: () => null }],
  ['tools[0].tools(): expected a list of tools, received an array of 1', { tools: async () => [null] }],
  ['tools[0].tools(): expected a list of tools, received an array of 1', { tools: () => [[now]] }],
])('what is no tool is refused: %s', async (message, item) => {
  await expect(from({ prompt: 'x', tools: [item] })).rejects.toThrow(message);
});

test.each<[string, Partial<Record<keyof Tool, unknown>>]>([
  ['name: expected a name', { name: 5 }],
  ['description: expected a text for the model', { description: undefined }],
  ['concurrency: expected a number of calls, 1 or more, or ', { concurrency: 0 }],
  ['concurrency: expected a number of calls, 1 or more, or ', { concurrency: Number.NaN }],
  ['retries: expected a number of attempts, 0 or more', { retries: Number.NaN }],
  ['timeout: expected milliseconds', { timeout: -1 }],
  [
    'annotations or examples: expected plain data, found a function at annotations.readOnly',
    { annotations: { readOnly: () => 1 } },
  ],
])('a tool that did not come from `tool` is checked like one that did: %s', async (message, changes) => {
  const running = from({ prompt: 'x', tools: [{ tools: () => [{ ...now, ...changes }] }] });
  await expect(running).rejects.toThrow(ToolDefinitionError);
  await expect(running).rejects.toThrow(message);
});
