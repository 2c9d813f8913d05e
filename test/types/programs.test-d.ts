import { openai } from '@toolglot/openai';
import { type Json, run, tool, toolkit } from 'toolglot';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';

// the programs that users write most, by the names that they import
declare function weather(city: string, signal: AbortSignal): Promise<{ temp: number; sky: string }>;

const getWeather = tool({
  name: 'get_weather',
  description: 'Weather now in a city.',
  input: z.object({ city: z.string(), unit: z.enum(['celsius', 'fahrenheit']).default('celsius') }),
  annotations: { readOnly: true },
  execute: async ({ city, unit }, { signal }) => ({ city, unit, ...(await weather(city, signal)) }),
});
const now = tool({ name: 'now', description: 'The time, ISO 8601.', execute: () => new Date().toISOString() });
const app = toolkit<{ userId: string; sql(query: string, values: Json[]): Promise<Json> }>();
const orders = app.tool({
  name: 'orders',
  description: 'Orders of the current user.',
  input: z.object({ since: z.iso.date() }),
  execute: ({ since }, { context, progress }) => {
    progress({ since });
    return context.sql('select * from orders where user_id = ? and day >= ?', [context.userId, since]);
  },
});

test('one question, two tools, and calls told apart by name', async () => {
  const result = await run({ model: openai('gpt-5.4'), tools: [getWeather, now], prompt: 'x' });
  expectTypeOf(result.text).toEqualTypeOf<string>();
  for (const call of result.calls) {
    if (call.name !== 'get_weather' || call.outcome.status !== 'done') continue;
    expectTypeOf(call.args.unit).toEqualTypeOf<'celsius' | 'fahrenheit' | undefined>();
    expectTypeOf(call.outcome.value.temp).toEqualTypeOf<number>();
  }
});

test('the vendor is swapped without a change of code', async () => {
  await run({ model: process.env.MODEL ?? 'openai:gpt-5.4', tools: [getWeather], prompt: 'x', fallback: ['anthropic:x'] });
});

test('tools that need the user and the database of the app', async () => {
  await app.run({ model: 'openai:gpt-5.4', tools: [orders], prompt: 'x', context: { userId: 'u', sql: async () => [] } });
});

test('what must not compile', async () => {
  // @ts-expect-error an argument that the schema does not have
  tool({ name: 'a', description: 'b', input: z.object({ city: z.string() }), execute: ({ town }) => town });
  // @ts-expect-error a tool that is not in the list
  await run({ model: 'x', tools: [getWeather, now], prompt: 'x', toolChoice: { tool: 'get_whether' } });
  // @ts-expect-error the context is missing
  await app.run({ model: 'x', tools: [orders], prompt: 'x' });
  // @ts-expect-error a run that cannot pause has no state
  void (await run({ model: 'x', tools: [getWeather], prompt: 'x' })).state;
});
