import { describe, expect, test } from 'vitest';
import { ToolDefinitionError } from '../errors/tool-definition-error.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { compileSchema } from './compile-schema.ts';
import { type Dialect, dialects } from './dialect.ts';

const openai = dialects['openai-loose'];
const anthropic = dialects['anthropic-loose'];
const small: Dialect = {
  name: 'small',
  strict: true,
  keywords: ['type', 'properties', 'required', 'items', 'description', 'anyOf', 'enum', '$ref', '$defs', 'additionalProperties'],
  formats: [],
  rootRefuses: [],
  rewrites: [],
};
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const lossesOf = (schema: JsonObject, dialect: Dialect) =>
  compileSchema(schema, dialect).losses.map(({ code, path, effect }) => [code, path, effect]);
const say = (schema: JsonObject, dialect: Dialect = openai) => compileSchema(schema, dialect).schema;

describe('keywords and names of properties', () => {
  const names = [
    'title',
    'default',
    '$schema',
    '$id',
    '$ref',
    'constructor',
    '__proto__',
    'properties',
    'required',
    'type',
    'enum',
    'format',
    'not',
  ];
  const schema = object(Object.fromEntries(names.map((name) => [name, { type: 'string', title: 'T', format: 'uuid' }])), {
    title: 'Args',
    required: names,
  });

  test.each([openai, anthropic, small])('a property that is named like a keyword survives: $name', (dialect) => {
    const { properties, required } = say(schema, dialect);
    expect(Object.keys(properties ?? {})).toEqual(
      dialect === anthropic ? names.map((name) => expect.stringContaining(name.replace('$', '_'))) : names,
    );
    expect(required).toEqual(Object.keys(properties ?? {}));
  });

  test('only keywords that the dialect takes are said, at each depth, and each other one is a loss at its path', () => {
    const source = object(
      { a: { type: 'array', items: { type: 'string', minLength: 2, format: 'uuid', title: 'T' } } },
      { $schema: 'x', 'x-order': 1 },
    );
    expect(say(source, small)).toEqual(
      object(
        {
          a: {
            type: 'array',
            items: { type: 'string', description: 'Must also fit: minLength 2.\nMust also fit: format "uuid".' },
          },
        },
        { description: 'Must also fit: x-order 1.' },
      ),
    );
    expect(lossesOf(source, small)).toEqual([
      ['schema-keyword', 'properties.a.items.minLength', 'widened'],
      ['schema-keyword', 'properties.a.items.format', 'widened'],
      ['schema-annotation', 'properties.a.items.title', 'dropped'],
      ['schema-annotation', '$schema', 'dropped'],
      ['schema-keyword', 'x-order', 'widened'],
    ]);
  });

  test('data in default, const, enum and examples is not read as a schema', () => {
    const data = { properties: { a: 1 }, type: 'nonsense', items: null };
    const source = object({ a: { default: data, const: data, enum: [data], examples: [data] } });
    expect(say(source)).toEqual(source);
  });

  test('a keyword goes with those that would refuse more without it', () => {
    const source = object({}, { patternProperties: { '^x-': {} }, additionalProperties: false });
    expect(say(source, small)).not.toHaveProperty('additionalProperties');
    expect(
      say(object({ a: { not: { type: 'string', minLength: 3 } } }), { ...small, keywords: [...small.keywords, 'not'] }),
    ).toEqual(object({ a: {} }));
  });
});

describe('the root is one object', () => {
  test.each<[string, JsonObject]>([
    ['nothing', {}],
    ['only a draft', { $schema: 'http://json-schema.org/draft-07/schema#' }],
    ['an object without properties', { type: 'object' }],
    ['an object or null', { type: ['object', 'null'] }],
    ['a reference to itself', { $ref: '#' }],
    ['an empty list of properties', { type: 'object', properties: [] }],
    ['keywords that are null', { type: 'object', properties: null, required: null }],
  ])('%s is an object without properties', (_name, schema) => {
    for (const dialect of [openai, anthropic]) expect(say(schema, dialect)).toEqual({ type: 'object', properties: {} });
  });

  const tap: JsonObject = {
    anyOf: [
      object({ id: { type: 'string' } }, { required: ['id', 'by'] }),
      object({ text: { type: 'string' }, id: { type: 'number' } }, { required: ['text', 'by'] }),
    ],
  };

  test('a union of objects becomes their union, with what all require; the choice is said in words', () => {
    for (const dialect of [openai, anthropic]) {
      expect(say(tap, dialect)).toEqual(
        object(
          { id: { anyOf: [{ type: 'string' }, { type: 'number' }] }, text: { type: 'string' } },
          { required: ['by'], description: 'Give at least one of these sets of fields: (id, by) or (text, by).' },
        ),
      );
    }
    expect(lossesOf(tap, openai)).toContainEqual(['root-union', 'anyOf', 'widened']);
  });

  test('a branch that says it is open widens what others say', () => {
    const source = { oneOf: [object({ a: { type: 'string' } }), { type: 'object', additionalProperties: true }] };
    expect(say(source).properties).toEqual({ a: { anyOf: [{ type: 'string' }, {}] } });
  });

  test('allOf and references are merged into the root', () => {
    const source: JsonObject = {
      $ref: '#/$defs/A',
      $defs: {
        A: object({ a: {} }, { allOf: [{ $ref: '#/$defs/B' }], description: 'A.' }),
        B: object({ b: {}, self: { $ref: '#' } }, { required: ['b'] }),
      },
    };
    const { $defs: _defs, ...root } = say(source);
    expect(root).toEqual(object({ a: {}, b: {}, self: { $ref: '#' } }, { required: ['b'], description: 'A.' }));
  });

  test('not and enum at the root are said in words where the vendor refuses them, and stay where it does not', () => {
    const source = object({ a: {} }, { not: { required: ['a'] } });
    expect(say(source, openai)).toEqual(object({ a: {} }, { description: 'Must also fit: not {"required":["a"]}.' }));
    expect(say(source, anthropic)).toEqual(source);
  });

  test.each<[string, JsonObject, Json]>([
    ['a list', { type: 'array', items: { $ref: '#' } }, [[], [[]]]],
    ['a choice of texts', { enum: ['a', 'b'] }, 'a'],
    ['an object or a text', { anyOf: [{ type: 'object' }, { type: 'string' }] }, 'x'],
  ])('%s goes under one property, and comes back', (_name, schema, value) => {
    const { schema: said, express, restore } = compileSchema(schema, openai);
    expect(said).toMatchObject({ type: 'object', required: ['value'], additionalProperties: false });
    expect(express(value)).toEqual({ value });
    expect(restore(express(value))).toEqual(value);
    expect(restore('broken')).toBe('broken');
  });

  test('what refers to the root means the value that went under the property', () => {
    expect(say({ type: 'array', items: { $ref: '#' } }).properties).toEqual({
      value: { type: 'array', items: { $ref: '#/properties/value' } },
    });
  });
});

describe('nodes', () => {
  test('an object says properties and a list says items, where the vendor asks for them', () => {
    const source = object({ a: { type: 'object' }, b: { type: ['array', 'null'] }, c: true, d: false });
    expect(say(source, openai).properties).toEqual({
      a: object({}),
      b: { type: ['array', 'null'], items: {} },
      c: {},
      d: { not: {} },
    });
    expect(say(source, anthropic).properties).toEqual({
      a: { type: 'object' },
      b: { type: ['array', 'null'] },
      c: {},
      d: { not: {} },
    });
  });

  test('older drafts and OpenAPI are said in draft 2020-12', () => {
    const source = object({
      tuple: { type: 'array', items: [{ type: 'STRING' }], additionalItems: false },
      above: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
    });
    expect(say(source, anthropic).properties).toEqual({
      tuple: { type: 'array', prefixItems: [{ type: 'string' }], items: { not: {} } },
      above: { type: 'number', exclusiveMinimum: 0, maximum: 9 },
    });
  });

  test('an open object stays open', () => {
    const source = object({
      a: { type: 'object', properties: {}, additionalProperties: true },
      b: { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
    });
    expect(say(source)).toEqual(source);
  });
});

describe('references', () => {
  const resolves = (schema: JsonObject) => JSON.stringify(say(schema));

  test('recursion stays a reference', () => {
    const node = object({ name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/N' } } });
    const source = object({ node: { $ref: '#/$defs/N' } }, { $defs: { N: node } });
    expect(say(source)).toEqual(source);
  });

  test('a reference by id, by anchor or into the middle leads to a definition', () => {
    const source: JsonObject = object(
      {
        a: { $ref: 'https://e.example/s#/$defs/A' },
        b: { $ref: '#named' },
        c: { $ref: '#/properties/d/items' },
        d: { items: object({ e: {} }) },
      },
      { $id: 'https://e.example/s', $defs: { A: { type: 'string' }, B: { $anchor: 'named', type: 'number' } } },
    );
    const { properties, $defs } = say(source);
    expect(properties).toMatchObject({
      a: { $ref: '#/$defs/A' },
      b: { $ref: '#/$defs/B' },
      c: { $ref: expect.stringMatching(/^#\/\$defs\/ref_\w{8}$/) },
    });
    expect(Object.values($defs ?? {})).toContainEqual(object({ e: {} }));
    expect(resolves(source)).not.toContain('e.example');
  });

  test.each(['__proto__', 'constructor', '$defs/__proto__', '$defs/toString'])('#/%s leads to nothing', (pointer) => {
    const schema = object({ a: { $ref: `#/${pointer}` } }, { $defs: {} });
    expect(lossesOf(schema, openai)).toEqual([['dangling-reference', 'properties.a.$ref', 'widened']]);
  });

  test('a reference to nothing takes any value, and says so', () => {
    const source = object({ a: { $ref: '#/$defs/ghost', description: 'A.' }, b: { $ref: 'other.json' } });
    expect(say(source).properties).toEqual({ a: { description: 'A.' }, b: {} });
    expect(lossesOf(source, openai)).toEqual([
      ['dangling-reference', 'properties.a.$ref', 'widened'],
      ['dangling-reference', 'properties.b.$ref', 'widened'],
    ]);
  });
});

describe('property keys that a vendor refuses', () => {
  const source: JsonObject = object(
    {
      año: { type: 'number' },
      list: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/P' }, { type: 'null' }] } },
      free: { type: 'object', additionalProperties: true },
    },
    { required: ['año'], $defs: { P: object({ 'first name': { type: 'string' }, ok: {} }, { required: ['first name'] }) } },
  );
  const { schema, losses, express, restore } = compileSchema(source, anthropic);

  test('are renamed wherever they are named, by their text alone, and called by their own name in the description', () => {
    const keys = Object.keys(schema.properties ?? {});
    expect(keys[0]).toMatch(/^a_o_[0-9a-z]{8}$/);
    expect(schema.required).toEqual([keys[0]]);
    expect(schema.properties).toMatchObject({ [keys[0] ?? '']: { type: 'number', description: 'Called "año".' } });
    expect(losses.map(({ code, path }) => [code, path])).toEqual([
      ['property-key', '$defs.P.properties["first name"]'],
      ['property-key', 'properties["año"]'],
    ]);
  });

  test('come back in arguments, also in lists, unions and behind references, and a map keeps its keys', () => {
    const args = { año: 1, list: [{ 'first name': 'x', ok: { año: 1 } }, null], free: { año: 1, 'first name': 2 } };
    const wire = express(args);
    expect(JSON.stringify(wire)).toContain('"free":{"año":1,"first name":2}');
    expect(JSON.stringify(wire)).toContain('"list":[{"first_name_');
    expect(restore(wire)).toEqual(args);
  });

  test('an object that is closed, or says what else it holds, still says so', () => {
    for (const additionalProperties of [false, object({ b: {} })]) {
      const closed = compileSchema(object({ año: {} }, { additionalProperties }), anthropic);
      expect(closed.schema.additionalProperties).toEqual(additionalProperties);
      expect(closed.losses.map(({ code }) => code)).toEqual(['property-key']);
    }
  });

  test('a member that is named like one of every object is a member like any other', () => {
    const inner = object({ 'c d': { type: 'string' } });
    const { express, restore } = compileSchema(object({ 'a b': {} }, { additionalProperties: inner }), anthropic);
    const args: Json = JSON.parse('{"constructor":{"c d":"x"},"__proto__":{"c d":"y"},"a b":1}');
    expect(JSON.stringify(express(args))).not.toContain(' ');
    expect(JSON.stringify(restore(express(args)))).toBe(JSON.stringify(args));
  });

  test('arguments that do not fit are restored as far as they go', () => {
    for (const value of [null, 1, 'x', [], { list: 1 }, { list: { año: 1 } }]) expect(restore(value)).toEqual(value);
    expect(restore({ año: 1 })).toEqual({ año: 1 });
  });

  test('a long key is cut, and two long keys stay two', () => {
    const [a, b] = ['x'.repeat(70), `${'x'.repeat(70)}y`];
    const keys = Object.keys(say(object({ [a]: {}, [b]: {} }), anthropic).properties ?? {});
    expect(new Set(keys).size).toBe(2);
    expect(keys.every((key) => /^[a-zA-Z0-9_.-]{1,64}$/.test(key))).toBe(true);
  });

  test('values that hold such keys are no longer said', () => {
    const schema = object({ a: { enum: [{ año: 1 }], default: { año: 1 } } });
    expect(say(schema, anthropic)).toEqual(object({ a: {} }));
  });
});

describe('what is not JSON Schema', () => {
  test.each<[JsonObject, string]>([
    [object({ a: { type: 6 } }), "tool 't', input.properties.a.type: not JSON Schema: expected one of array, boolean"],
    [object({ a: { type: 'date' } }), 'received "date"'],
    [object({ a: 'string' }), 'input.properties: not JSON Schema: expected an object whose members are schemas'],
    [object({}, { required: 'a' }), 'input.required: not JSON Schema: expected a list of names; received "a"'],
    [object({ a: { anyOf: {} } }), 'input.properties.a.anyOf: not JSON Schema: expected a list of schemas'],
  ])('%j is an error with its path and reason', (schema, message) => {
    expect(() => compileSchema(schema, openai, 't')).toThrow(ToolDefinitionError);
    expect(() => compileSchema(schema, openai, 't')).toThrow(message);
  });

  test('a cycle of objects is an error', () => {
    const cyclic: Record<string, Json> = { type: 'object' };
    cyclic.properties = { self: cyclic };
    expect(() => compileSchema(cyclic, openai)).toThrow('found a cycle');
  });
});

test('the source is left alone, the result is frozen, and the same objects give the same result', () => {
  const source = object({ año: { type: 'array' } }, { anyOf: [{ required: ['año'] }] });
  const before = structuredClone(source);
  const compiled = compileSchema(source, anthropic);
  expect(source).toEqual(before);
  expect(compileSchema(source, anthropic)).toBe(compiled);
  expect(compileSchema(before, anthropic).schema).toEqual(compiled.schema);
  expect(Object.isFrozen(compiled.schema.properties)).toBe(true);
});
