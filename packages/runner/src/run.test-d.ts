import { type Model, type Toolset, tool } from '@toolglot/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { callTool } from './call-tool.ts';
import { run, toolkit } from './run.ts';
import type { RunError } from './run-error.ts';

declare const model: Model;
declare const set: Toolset;

const getWeather = tool({
  name: 'get_weather',
  description: 'd',
  input: z.object({ city: z.string(), unit: z.enum(['celsius', 'fahrenheit']).default('celsius') }),
  execute: async ({ city, unit }) => ({ city, unit, temp: 5 }),
});
const now = tool({ name: 'now', description: 'd', execute: () => new Date().toISOString() });

test('calls are told apart by name, with the input type and the value of their tool', async () => {
  const result = await run({ model, tools: [getWeather, now], prompt: 'x' });
  expectTypeOf(result.status).toEqualTypeOf<'done'>();
  for (const call of result.calls) {
    if (call.name !== 'get_weather' || call.outcome.status !== 'done') continue;
    expectTypeOf(call.args.unit).toEqualTypeOf<'celsius' | 'fahrenheit' | undefined>();
    expectTypeOf(call.outcome.value.temp).toEqualTypeOf<number>();
  }
  expectTypeOf(result.usage).toExtend<{ input: number; output: number } | undefined>();
});

test('a transform shows its input in calls', async () => {
  const shift = tool({
    name: 't',
    description: 'd',
    input: z.object({ n: z.string().transform(Number) }),
    execute: ({ n }) => n + 1,
  });
  const { calls } = await run({ model: 'x:y', tools: [shift], prompt: 'x' });
  expectTypeOf(calls[0]?.args.n).toEqualTypeOf<string | undefined>();
});

test('a model by id, fallbacks, toolsets and a tuple of tools are taken', async () => {
  const support = { model, tools: [getWeather, set] } as const;
  const { calls } = await run({ ...support, prompt: 'x', fallback: ['a:b', model], toolChoice: { tool: 'any_name_of_a_set' } });
  expectTypeOf(calls[0]?.name).toEqualTypeOf<'get_weather' | undefined>();
  const others = await run({ model, tools: [set], prompt: 'x' });
  expectTypeOf(others.calls[0]?.name).toEqualTypeOf<string | undefined>();
  await run({ model, messages: [{ role: 'user', content: 'x' }] });
});

test('a choice of a tool that is not in the list does not compile', async () => {
  await run({ model, tools: [getWeather, now], prompt: 'x', toolChoice: { tool: 'now' } });
  await run({ model, tools: [getWeather, now], prompt: 'x', toolChoice: { tools: ['now'], mode: 'auto' } });
  // @ts-expect-error the name is misspelt
  await run({ model, tools: [getWeather, now], prompt: 'x', toolChoice: { tool: 'get_whether' } });
});

test('a toolkit types the context of its tools, and its runs demand it', async () => {
  const app = toolkit<{ userId: string; sql(query: string): Promise<string> }>();
  const orders = app.tool({
    name: 'orders',
    description: 'd',
    input: z.object({ since: z.iso.date() }),
    execute: ({ since }, { context, progress }) => {
      progress({ since });
      return context.sql(context.userId);
    },
  });
  const context = { userId: 'u', sql: async () => '' };
  const { calls } = await app.run({ model: 'a:b', tools: [orders], prompt: 'x', context });
  expectTypeOf(calls[0]?.args).toEqualTypeOf<{ since: string } | undefined>();
  // @ts-expect-error the context is missing
  await app.run({ model, tools: [orders], prompt: 'x' });
  // @ts-expect-error the context lacks a field
  await app.run({ model, tools: [orders], prompt: 'x', context: { userId: 'u' } });
});

test('callTool takes the input type and gives the value', async () => {
  const result = await callTool(getWeather, { city: 'x' });
  if (result.status === 'done') expectTypeOf(result.value.unit).toEqualTypeOf<'celsius' | 'fahrenheit'>();
  await callTool(now, {});
  // @ts-expect-error no such argument
  await callTool(getWeather, { town: 'x' });
});

test('what is left of a failed run is typed', () => {
  expectTypeOf<RunError['partial']['messages']>().toExtend<readonly { role: string }[]>();
  expectTypeOf<RunError['partial']['calls'][number]['args']>().toExtend<object>();
});
