import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { type AnySchema, printIssue, type ToolSchema } from '../index.ts';
import { parseArgs } from './parse-args.ts';
import { tool } from './tool.ts';

const parse = (input: ToolSchema, args: unknown) => parseArgs(tool({ name: 't', description: 'd', input }), args);
const city = {
  type: 'object',
  properties: { at: { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } } },
};

describe('what fits', () => {
  test.each<[string, AnySchema]>([
    ['Zod 4', z.object({ n: z.string().transform(Number), k: z.boolean().default(true) })],
    ['Zod 3', z3.object({ n: z3.string().transform(Number), k: z3.boolean().default(true) })],
    ['Valibot', v.object({ n: v.pipe(v.string(), v.transform(Number)), k: v.optional(v.boolean(), true) })],
    ['ArkType', type({ n: 'string.numeric.parse', k: 'boolean = true' })],
  ])('%s: transformed, with defaults', async (_name, schema) => {
    expect(await parse(schema, { n: '4' })).toEqual({ ok: true, value: { n: 4, k: true } });
  });

  test('plain JSON Schema gives the arguments as they are', async () => {
    expect(await parse({ type: 'object', additionalProperties: true }, { a: [1] })).toEqual({ ok: true, value: { a: [1] } });
  });

  test.each([{}, { a: 1 }, null, undefined])('a tool without input takes %j and gives nothing of it', async (args) => {
    expect(await parseArgs(tool({ name: 't', description: 'd' }), args)).toEqual({ ok: true, value: {} });
  });

  test('a check that takes time is waited for', async () => {
    const schema = z.object({ id: z.string().refine(async (id) => id === 'known', 'no such id') });
    expect((await parse(schema, { id: 'known' })).ok).toBe(true);
    expect(await parse(schema, { id: 'x' })).toMatchObject({ ok: false, issues: [{ path: ['id'], message: 'no such id' }] });
  });
});

describe('what does not fit', () => {
  test.each<[string, ToolSchema]>([
    ['Zod 4', z.object({ at: z.array(z.object({ n: z.number() })) })],
    ['Zod 3', z3.object({ at: z3.array(z3.object({ n: z3.number() })) })],
    ['Valibot', v.object({ at: v.array(v.object({ n: v.number() })) })],
    ['plain JSON Schema', city],
  ])('%s: the issue has path, expected and received', async (_name, schema) => {
    const issue = { path: ['at', 1, 'n'], expected: 'number', received: 'string' };
    expect(await parse(schema, { at: [{ n: 1 }, { n: 'x' }] })).toMatchObject({ ok: false, issues: [issue] });
  });

  test('ArkType says it in its own words', async () => {
    const issue = { path: ['at', 1, 'n'], expected: 'a number', received: 'a string' };
    expect(await parse(type({ at: type({ n: 'number' }).array() }), { at: [{ n: 1 }, { n: 'x' }] })).toMatchObject({
      issues: [issue],
    });
  });

  test.each<[string, ToolSchema]>([
    ['Zod 4', z.object({ unit: z.enum(['c', 'f']) })],
    ['Zod 3', z3.object({ unit: z3.enum(['c', 'f']) })],
  ])('%s: a choice lists what is possible', async (_name, schema) => {
    expect(await parse(schema, { unit: 'k' })).toMatchObject({ issues: [{ path: ['unit'], expected: 'one of "c", "f"' }] });
  });

  test('a member that is missing has its own path', async () => {
    const schema = { type: 'object', properties: { a: {} }, required: ['a'] };
    expect(await parse(schema, {})).toMatchObject({ issues: [{ path: ['a'], received: 'undefined' }] });
    expect(await parse(z.object({ a: z.string() }), {})).toMatchObject({ issues: [{ path: ['a'], received: 'undefined' }] });
  });

  test('a union that does not fit is one issue, not one for each branch', async () => {
    const schema = { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } };
    const parsed = await parse(schema, { a: 1 });
    expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).toEqual([['a']]);
  });

  test('an issue prints on one line', async () => {
    const parsed = await parse(city, { at: [{ n: 'x' }] });
    expect(parsed.ok ? '' : parsed.issues.map(printIssue).join()).toContain('at at[0].n: ');
  });

  test('a schema that throws is an issue, not an exception', async () => {
    const throwing = z.object({}).refine(() => {
      throw new Error('database down');
    });
    expect(await parse(throwing, {})).toMatchObject({
      ok: false,
      issues: [{ path: [], message: 'the schema failed: database down' }],
    });
    expect((await parse({ type: 'nonsense' }, {})).ok).toBe(false);
  });

  test.each([[[]], ['x'], [1]])('a tool without input refuses %j', async (args) => {
    expect(await parseArgs(tool({ name: 't', description: 'd' }), args)).toMatchObject({
      ok: false,
      issues: [{ expected: 'object' }],
    });
  });
});

describe('plain JSON Schema as it is found in the wild', () => {
  test.each<[string, ToolSchema, unknown, unknown]>([
    ['types in capitals', { type: 'OBJECT', properties: { a: { type: 'STRING' } } }, { a: 'x' }, { a: 1 }],
    [
      'a tuple of an old draft',
      { type: 'object', properties: { a: { type: 'array', items: [{ type: 'string' }] } } },
      { a: ['x'] },
      { a: [1] },
    ],
    ['a bound of draft 4', { properties: { a: { minimum: 0, exclusiveMinimum: true } } }, { a: 1 }, { a: 0 }],
    [
      'a reference by id',
      {
        $id: 'https://a.example/s',
        properties: { a: { $ref: 'https://a.example/s#/$defs/A' } },
        $defs: { A: { type: 'string' } },
      },
      { a: 'x' },
      { a: 1 },
    ],
  ])('%s', async (_name, schema, good, bad) => {
    expect((await parse(schema, good)).ok).toBe(true);
    expect((await parse(schema, bad)).ok).toBe(false);
  });

  test('a reference to nothing takes any value', async () => {
    expect((await parse({ type: 'object', properties: { a: { $ref: '#/$defs/ghost' } } }, { a: 1 })).ok).toBe(true);
  });
});

test('a schema that finds issues of no kind, or lists none, still finds that the value does not fit', async () => {
  const finds = (issues: unknown): object => ({ '~standard': { version: 1, vendor: 'test', validate: () => ({ issues }) } });
  const parsed = (issues: unknown) => parseArgs(Object.assign({ name: 't' }, { input: Object(finds(issues)) }), {});
  const unfit = { path: [], message: 'the value does not fit' };
  expect(await parsed([])).toEqual({ ok: false, issues: [unfit] });
  expect(await parsed([{ message: 5 }, {}])).toMatchObject({ ok: false, issues: [unfit, unfit] });
  expect(await parsed('none')).toMatchObject({ ok: false, issues: [{ message: expect.stringMatching(/^the schema failed: /) }] });
});
