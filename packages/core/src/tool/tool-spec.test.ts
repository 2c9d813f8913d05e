import { toJsonSchema as valibotSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import type { AnySchema } from '../index.ts';
import { tool } from './tool.ts';
import { toolSpec, toolSpecSync } from './tool-spec.ts';

const head = { name: 't', description: 'd' } as const;
const withInput = (input: AnySchema) => tool({ ...head, input });
const expected = {
  type: 'object',
  properties: { n: { type: 'string' }, unit: { enum: ['c', 'f'] } },
  required: ['n'],
};

describe('toolSpec', () => {
  test.each<[string, AnySchema]>([
    ['Zod 4', z.object({ n: z.string().transform(Number), unit: z.enum(['c', 'f']).default('c') })],
    ['Zod 3', z3.object({ n: z3.string().transform(Number), unit: z3.enum(['c', 'f']).default('c') })],
    ['Valibot', v.object({ n: v.pipe(v.string(), v.transform(Number)), unit: v.optional(v.picklist(['c', 'f']), 'c') })],
    ['ArkType', type({ n: 'string', unit: "'c' | 'f' = 'c'" })],
  ])('%s says its input side: before transforms, defaults optional', async (_name, schema) => {
    expect((await toolSpec(withInput(schema))).input).toMatchObject(expected);
  });

  test('plain JSON Schema is taken as it is, copied and frozen', async () => {
    const input = { type: 'object', properties: { a: { type: 'string' } } };
    const spec = await toolSpec(tool({ ...head, input }));
    expect(spec.input).toEqual(input);
    expect(Object.isFrozen(spec.input)).toBe(true);
  });

  test('a tool without input has no schema, and an empty description is none', async () => {
    expect(await toolSpec(tool({ name: 'now', description: '' }))).toEqual({ type: 'function', name: 'now' });
  });

  test('annotations and examples are kept', async () => {
    const t = tool({
      ...head,
      input: z.object({ n: z.number() }),
      annotations: { readOnly: true },
      examples: [{ n: 1 }],
    });
    expect(await toolSpec(t)).toMatchObject({ annotations: { readOnly: true }, examples: [{ n: 1 }] });
  });

  test('the same tool gives the same spec, and the same schema the same JSON Schema', async () => {
    const schema = z.object({ a: z.string() });
    const [a, b] = [withInput(schema), withInput(schema)];
    expect(await toolSpec(a)).toBe(await toolSpec(a));
    expect((await toolSpec(a)).input).toBe((await toolSpec(b)).input);
    expect(toolSpecSync(a)).toBe(await toolSpec(a));
  });

  test('the result is said by its output side, or not at all', async () => {
    const said = tool({ ...head, output: z.object({ n: z.number() }), execute: () => ({ n: 1 }) });
    expect((await toolSpec(said)).output).toMatchObject({ type: 'object', properties: { n: { type: 'number' } } });
    const unsaid = tool({ ...head, output: z.string().transform(Number), execute: () => '1' });
    expect('output' in (await toolSpec(unsaid))).toBe(false);
  });

  test('a check that JSON Schema cannot say leaves the rest', async () => {
    const schema = v.object({
      a: v.pipe(
        v.string(),
        v.check((it) => it !== 'x'),
      ),
    });
    expect((await toolSpec(withInput(schema))).input).toMatchObject({ properties: { a: { type: 'string' } } });
    expect(() => valibotSchema(schema)).toThrow('check');
  });
});

describe('what JSON cannot say', () => {
  test.each<[string, AnySchema, string]>([
    ['Zod 4, a date', z.object({ a: z.object({ day: z.date() }) }), 'input.properties.a.properties.day'],
    ['Zod 4, a big integer in a list', z.object({ ids: z.array(z.bigint().optional()) }), 'input.properties.ids.items'],
    ['Zod 4, a map', z.object({ m: z.map(z.string(), z.string()) }), 'input.properties.m'],
    ['Zod 3, a date', z3.object({ a: z3.object({ day: z3.date().optional() }) }), 'input.properties.a.properties.day'],
    ['Valibot, a date', v.object({ a: v.optional(v.object({ day: v.date() })) }), 'input.properties.a.properties.day'],
    ['ArkType, a date', type({ a: { day: 'Date' } }), 'input.properties.a.properties.day'],
    ['ArkType, a big integer', type({ n: 'bigint' }), 'input.properties.n'],
  ])('%s, is an error with its path and what to take instead', async (_name, schema, path) => {
    await expect(toolSpec(withInput(schema))).rejects.toMatchObject({ code: 'tool-definition', tool: 't', path });
    await expect(toolSpec(withInput(schema))).rejects.toThrow('take a type that JSON has');
  });

  test('a library without JSON Schema is named, with what to give instead', async () => {
    const schema: AnySchema = { '~standard': { version: 1, vendor: 'homemade', validate: (value) => ({ value }) } };
    await expect(toolSpec(withInput(schema))).rejects.toThrow('homemade gives no JSON Schema; give a JSON Schema object');
  });
});

describe('toolSpecSync', () => {
  test('needs nothing loaded for a library that converts by itself', () => {
    expect(toolSpecSync(withInput(z.object({ a: z.string() }))).input).toMatchObject({ required: ['a'] });
  });
});
