import { type ExecuteContext, type Json, type JsonObject, type NoArguments, type Tool, type ToolFor, tool } from '@toolglot/core';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import * as z3sub from 'zod/v3';
import { z as z3 } from 'zod3';

declare function weather(city: string, signal: AbortSignal): Promise<{ temp: number; sky: string }>;
type InOf<T> = T extends Tool<string, infer AIn> ? AIn : never;
type ResultIn<T> = T extends Tool<string, infer _I, infer _A, infer R> ? R : never;
const head = { name: 't', description: 'd' } as const;

describe('inference from the schema', () => {
  test('a Zod 4 tool keeps its name, its input for calls and its result', () => {
    const getWeather = tool({
      name: 'get_weather',
      description: 'Weather now in a city.',
      input: z.object({ city: z.string(), unit: z.enum(['celsius', 'fahrenheit']).default('celsius') }),
      annotations: { readOnly: true },
      execute: async ({ city, unit }, { signal }) => {
        expectTypeOf(unit).toEqualTypeOf<'celsius' | 'fahrenheit'>();
        return { city, unit, ...(await weather(city, signal)) };
      },
    });
    expectTypeOf(getWeather.name).toEqualTypeOf<'get_weather'>();
    expectTypeOf<InOf<typeof getWeather>>().toEqualTypeOf<{ city: string; unit?: 'celsius' | 'fahrenheit' | undefined }>();
    expectTypeOf<ResultIn<typeof getWeather>['temp']>().toEqualTypeOf<number>();
  });

  test('a tool without input has empty arguments and its result awaited', () => {
    const now = tool({ name: 'now', description: 'The time.', execute: () => new Date().toISOString() });
    expectTypeOf<InOf<typeof now>>().toEqualTypeOf<NoArguments>();
    expectTypeOf<ResultIn<typeof now>>().toEqualTypeOf<string>();
  });

  test('execute sees the output type of a transform, calls the input type', () => {
    const t = tool({ ...head, input: z.object({ n: z.string().transform(Number) }), execute: ({ n }) => n + 1 });
    expectTypeOf<InOf<typeof t>>().toEqualTypeOf<{ n: string }>();
    expectTypeOf<ResultIn<typeof t>>().toEqualTypeOf<number>();
  });

  test('Zod 3, as its own package and as the entry of Zod 4', () => {
    const t = tool({
      ...head,
      input: z3.object({ n: z3.string().transform(Number), k: z3.boolean().default(true) }),
      execute: ({ n, k }) => {
        expectTypeOf(k).toEqualTypeOf<boolean>();
        return n;
      },
    });
    expectTypeOf<InOf<typeof t>>().toEqualTypeOf<{ n: string; k?: boolean | undefined }>();
    expectTypeOf<ResultIn<typeof t>>().toEqualTypeOf<number>();
    const s = tool({ ...head, input: z3sub.object({ n: z3sub.number() }), execute: ({ n }) => n });
    expectTypeOf<InOf<typeof s>>().toEqualTypeOf<{ n: number }>();
  });

  test('Valibot', () => {
    const t = tool({
      ...head,
      input: v.object({ n: v.pipe(v.string(), v.transform(Number)), k: v.optional(v.boolean(), true) }),
      execute: ({ n, k }) => {
        expectTypeOf(k).toEqualTypeOf<boolean>();
        return n;
      },
    });
    expectTypeOf<InOf<typeof t>>().toEqualTypeOf<{ n: string; k?: boolean | undefined }>();
    expectTypeOf<ResultIn<typeof t>>().toEqualTypeOf<number>();
  });

  test('ArkType', () => {
    const t = tool({
      ...head,
      input: type({ city: 'string', 'days?': 'number' }),
      execute: ({ city, days }) => ({ city, days }),
    });
    expectTypeOf<InOf<typeof t>>().toEqualTypeOf<{ city: string; days?: number }>();
    expectTypeOf<ResultIn<typeof t>>().toEqualTypeOf<{ city: string; days: number | undefined }>();
  });

  test('plain JSON Schema gives a JSON object', () => {
    const t = tool({
      ...head,
      input: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      execute: (args) => args.a,
    });
    expectTypeOf<InOf<typeof t>>().toEqualTypeOf<JsonObject>();
    expectTypeOf<ResultIn<typeof t>>().toEqualTypeOf<Json | undefined>();
  });
});

describe('the other members of a definition', () => {
  test('an approval is asked with the validated arguments', () => {
    const refund = tool({
      name: 'refund',
      description: 'Refund an order.',
      input: z.object({ order: z.string(), cents: z.number().int().positive() }),
      annotations: { destructive: true },
      needsApproval: ({ cents }, { callId }) => cents > 1000 && callId !== '',
      execute: async ({ order, cents }, { idempotencyKey }) => ({ order, cents, receipt: idempotencyKey }),
    });
    expectTypeOf<ResultIn<typeof refund>>().toEqualTypeOf<{ order: string; cents: number; receipt: string }>();
  });

  test('toModel sees the result awaited', () => {
    tool({
      ...head,
      input: z.object({ a: z.string() }),
      execute: async ({ a }) => ({ n: a.length }),
      toModel: ({ n }, { a }) => `${n.toFixed()} ${a}`,
    });
  });

  test('a generator results in what it yields', () => {
    const t = tool({
      ...head,
      async *execute() {
        yield { done: 1 };
      },
    });
    expectTypeOf<ResultIn<typeof t>>().toEqualTypeOf<{ done: number }>();
  });

  test('an app types the context of its tools', () => {
    type App = { userId: string; sql(query: string, values: Json[]): Promise<Json> };
    const appTool: ToolFor<App> = tool;
    const orders = appTool({
      name: 'orders',
      description: 'Orders of the current user.',
      input: z.object({ since: z.iso.date() }),
      execute: ({ since }, { context, progress }) => {
        progress({ since });
        expectTypeOf(context).toEqualTypeOf<App>();
        return context.sql('select * from orders where user_id = ?', [context.userId, since]);
      },
    });
    expectTypeOf<ResultIn<typeof orders>>().toEqualTypeOf<Json>();
    expectTypeOf<Parameters<NonNullable<(typeof orders)['execute']>>[1]>().toEqualTypeOf<ExecuteContext<App>>();
  });

  test('an output schema types what execute must return', () => {
    const t = tool({ ...head, output: z.object({ n: z.number() }), execute: () => ({ n: 1 }) });
    expectTypeOf<ResultIn<typeof t>>().toEqualTypeOf<{ n: number }>();
  });

  test('an output schema with a transform: execute returns what goes in, the program gets what comes out', () => {
    const t = tool({
      ...head,
      input: z.object({ n: z.string().transform(Number) }),
      output: z.object({ a: z.array(z.string()) }).transform((it) => it.a.length),
      execute: ({ n }) => ({ a: [n.toFixed()] }),
      toModel: (count) => count.toFixed(),
    });
    expectTypeOf<ResultIn<typeof t>>().toEqualTypeOf<number>();
  });

  test('any tool fits a list of tools', () => {
    const a = tool({ ...head, input: z.object({ a: z.string() }), execute: ({ a }) => a });
    const list: readonly Tool[] = [a];
    expectTypeOf(list).toExtend<readonly Tool[]>();
  });
});

describe('what must not compile', () => {
  test('a wrong definition', () => {
    // @ts-expect-error an argument that the schema does not have
    tool({ name: 'a', description: 'b', input: z.object({ city: z.string() }), execute: ({ town }) => town });
    // @ts-expect-error the same, Valibot
    tool({ name: 'a', description: 'b', input: v.object({ city: v.string() }), execute: ({ town }) => town });
    // @ts-expect-error the same, ArkType
    tool({ name: 'a', description: 'b', input: type({ city: 'string' }), execute: ({ town }) => town });
    // @ts-expect-error the same, Zod 3
    tool({ name: 'a', description: 'b', input: z3.object({ city: z3.string() }), execute: ({ town }) => town });
    // @ts-expect-error a tool without input has no arguments
    tool({ name: 'a', description: 'b', execute: ({ town }) => town });
    // @ts-expect-error an example that the schema does not take
    tool({ name: 'a', description: 'b', input: z.object({ n: z.number() }), examples: [{ n: 'x' }] });
    // @ts-expect-error an approval that looks at what is not there
    tool({ name: 'a', description: 'b', input: z.object({ n: z.number() }), needsApproval: ({ m }) => m });
    // @ts-expect-error a result that the output schema does not take
    tool({ name: 'a', description: 'b', output: z.object({ n: z.number() }), execute: () => ({ n: 'x' }) });
    // @ts-expect-error no description
    tool({ name: 'a', execute: () => 1 });
  });
});
