import {
  compileSchema,
  type Dialect,
  dialects,
  isJsonObject,
  type Json,
  type JsonObject,
  parseArgs,
  tool,
  toolSpec,
} from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeShared, readJsonLines } from '../support/shared.ts';

const loose: readonly Dialect[] = [dialects['openai-loose'], dialects['anthropic-loose']];
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const withInput = (input: JsonObject) => tool({ name: 't', description: 'd', input });
const accepts = async (input: JsonObject, args: Json) => (await parseArgs(withInput(input), args)).ok;

/** What a fault's schema must give, whatever its words are. */
type Check = (schema: JsonObject, args?: Json) => void | Promise<void>;

const keepsNames: Check = (schema) => {
  for (const dialect of loose) {
    const said = compileSchema(schema, dialect).schema;
    expect(Object.keys(said.properties ?? {})).toEqual(Object.keys(schema.properties ?? {}));
    expect(said.required).toEqual(schema.required);
  }
};

const becomesOneObject: Check = async (schema) => {
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isJsonObject) : [];
  const properties = Object.assign({}, ...branches.map((branch) => branch.properties));
  for (const dialect of loose) {
    const said = compileSchema(schema, dialect).schema;
    expect([said.type, said.properties, said.required, said.anyOf]).toEqual(['object', properties, undefined, undefined]);
  }
  expect(await accepts(schema, {})).toBe(false);
  for (const { required } of branches) {
    expect(await accepts(schema, Object.fromEntries([required].flat().map((name) => [String(name), 'x'])))).toBe(true);
  }
};

const staysOpen: Check = async (schema, args = {}) => {
  expect(await parseArgs(withInput(schema), args)).toEqual({ ok: true, value: args });
  for (const dialect of loose) {
    const { schema: said, restore, strict } = compileSchema(schema, dialect);
    expect([strict, restore(args)]).toEqual([false, args]);
    expect(await accepts(said, args)).toBe(true);
  }
};

const keepsRecursion: Check = (schema) => {
  for (const dialect of loose) {
    const said = compileSchema(schema, dialect).schema;
    const text = JSON.stringify(said);
    for (const [, name] of text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) expect(said.$defs).toHaveProperty(String(name));
  }
};

const isEmptyObject: Check = async (schema) => {
  for (const dialect of loose) expect(compileSchema(schema, dialect).schema).toEqual({ type: 'object', properties: {} });
  expect(await accepts(schema, {})).toBe(true);
};

const keepsExtensions: Check = (schema) => {
  for (const dialect of loose) expect(compileSchema(schema, dialect).schema.properties).toEqual(schema.properties);
  const narrow: Dialect = { ...dialects['openai-loose'], name: 'narrow', keywords: ['type', 'properties', 'description'] };
  expect(JSON.stringify(compileSchema(schema, narrow).schema.properties)).not.toMatch(/"(optional|x-order|deprecated)":/);
};

const stillValidates: Check = async (schema) => {
  for (const dialect of loose) compileSchema(schema, dialect);
  expect(await accepts(schema, { files: [{}], q: 'x', ghost: 1 })).toBe(false);
  expect(await accepts(schema, { files: [{ path: 'a' }], q: 'x', ghost: 1 })).toBe(true);
};

const takesNull: Check = async (schema) => {
  expect(await accepts(schema, { unit: null, v: null })).toBe(true);
  for (const dialect of loose) expect(await accepts(compileSchema(schema, dialect).schema, { unit: null })).toBe(true);
};

describe('kinds of faults with schemas, in our own words', () => {
  test('a property is named like a keyword', () =>
    keepsNames(
      object(
        { title: { type: 'string', title: 'T' }, enum: { type: 'boolean' }, items: {} },
        { title: 'A', required: ['enum', 'items'] },
      ),
    ));
  test('the root is a union of objects', () =>
    becomesOneObject({
      anyOf: [
        object({ url: { type: 'string' } }, { required: ['url'] }),
        object({ file: { type: 'string' } }, { required: ['file'] }),
      ],
    }));
  test('an object says nothing of its members', async () => {
    await staysOpen(object({ options: { type: 'object' } }), { options: { deep: [true], s: 'x' } });
    await staysOpen(object({ tags: { type: 'object', additionalProperties: { type: 'string' } } }), { tags: { a: 'b' } });
  });
  test('a schema refers to itself', async () => {
    await keepsRecursion(
      object(
        { tree: { $ref: '#/$defs/T' } },
        { $defs: { T: object({ kids: { type: 'array', items: { $ref: '#/$defs/T' } } }) } },
      ),
    );
    await keepsRecursion({ $ref: '#' });
  });
  test('a schema says nothing at all', () => isEmptyObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' }));
  test('a schema has keywords of its own', () =>
    keepsExtensions(object({ a: { type: 'number', optional: true, 'x-order': 1 } })));
  test('`required` names what is not there, and counts all the same', () =>
    stillValidates(object({ files: { type: 'array', items: { type: 'object', required: ['path'] } } }, { required: ['ghost'] })));
  test('a choice with null', () =>
    takesNull(object({ unit: { type: ['string', 'null'], enum: ['a', null] }, v: { type: ['number', 'null'] } })));

  test('a tool without input and one with an empty object both run with nothing', async () => {
    const now = tool({ name: 'now', description: 'd', execute: () => 1 });
    const now2 = tool({ name: 'now2', description: 'd', input: z.object({}), execute: () => 1 });
    expect('input' in (await toolSpec(now))).toBe(false);
    for (const each of [now, now2]) expect(await parseArgs(each, {})).toEqual({ ok: true, value: {} });
  });
});

const byFault: Readonly<Record<string, Check>> = {
  B045: keepsNames,
  B089: stillValidates,
  B129: takesNull,
  B177: becomesOneObject,
  B181: staysOpen,
  B185: (schema) => staysOpen(schema, { fields: { a: 'b' } }),
  B191: keepsRecursion,
  B195: isEmptyObject,
  B199: keepsExtensions,
};

describeShared('faults that users reported', 'faults/open.jsonl', (path) => {
  const faults = readJsonLines(path).filter(isJsonObject);
  test.each(Object.entries(byFault))('%s', async (id, check) => {
    const fault = faults.find((it) => it.id === id);
    const found = isJsonObject(fault?.input) ? schemasIn(fault.input) : [];
    expect(found.length).toBeGreaterThan(0);
    for (const { schema, args } of found) await (args === undefined ? check(schema) : check(schema, args));
  });
});

interface Found {
  readonly schema: JsonObject;
  readonly args?: Json;
}

// faults give a schema alone, beside arguments, or in one tool or several
function schemasIn(input: JsonObject): readonly Found[] {
  const tools = [input, input.tool, ...(Array.isArray(input.tools) ? input.tools : [])].filter(isJsonObject);
  const schemas = tools.flatMap(({ inputSchema, schema }) => [inputSchema, schema]).filter(isJsonObject);
  const args: Json | undefined = typeof input.arguments === 'string' ? JSON.parse(input.arguments) : undefined;
  return schemas.map((schema) => ({ schema, ...(args !== undefined && { args }) }));
}
