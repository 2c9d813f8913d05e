import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../json/json.ts';
import { compileSchema } from './compile-schema.ts';
import { dialects } from './dialect.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

describe('google-openapi', () => {
  const openApi = dialects['google-openapi'];
  /** a property as it is said there. */
  const said = (property: Json, definitions: JsonObject = {}) => {
    const { schema, losses } = compileSchema({ ...object({ p: property }), $defs: definitions }, openApi);
    const { p } = schema.properties as JsonObject;
    return { p, codes: losses.map(({ code, path }) => `${code} ${path}`) };
  };
  const text = { type: 'string' } as const;

  test.each<[string, JsonObject, JsonObject, readonly string[]]>([
    ['const', { const: 'a' }, { type: 'string', enum: ['a'] }, []],
    [
      'one of two',
      { oneOf: [text, { type: 'integer' }] },
      { anyOf: [text, { type: 'integer' }] },
      ['one-as-any properties.p.oneOf'],
    ],
    ['null as a type', { type: ['string', 'null'] }, { type: ['string', 'null'] }, []],
    [
      'null as a branch',
      { anyOf: [text, { type: 'null' }], description: 'd' },
      { type: ['string', 'null'], description: 'd' },
      [],
    ],
    [
      'null beside two branches',
      { anyOf: [text, { type: 'integer' }, { type: 'null' }] },
      { anyOf: [{ type: ['string', 'null'] }, { type: 'integer' }] },
      [],
    ],
    ['null as a flag', { type: 'string', nullable: true }, { type: ['string', 'null'] }, []],
    ['null among texts', { enum: ['a', null] }, { type: ['string', 'null'], enum: ['a', null] }, []],
    [
      'several types',
      { type: ['string', 'integer', 'null'], minLength: 1, minimum: 2, description: 'd' },
      {
        anyOf: [
          { type: ['string', 'null'], minLength: 1, description: 'd' },
          { type: 'integer', minimum: 2 },
        ],
      },
      [],
    ],
    [
      'numbers in a list',
      { enum: [1, 2], description: 'd' },
      { type: 'number', description: 'd\nMust also fit: enum [1,2].' },
      ['schema-keyword properties.p.enum'],
    ],
    ['an object without its type', { properties: { a: text } }, { type: 'object', properties: { a: text } }, []],
    [
      'a name that must be there and is described nowhere',
      { ...object({ a: text }), required: ['a', 'b'] },
      { ...object({ a: text }), required: ['a'] },
      ['unknown-required properties.p.required'],
    ],
    [
      'objects that must both fit',
      { allOf: [object({ a: text }, { required: ['a'] }), object({ b: text })] },
      object({ a: text, b: text }, { required: ['a'] }),
      [],
    ],
    [
      'a union beside other keywords',
      { ...object({ a: text }), anyOf: [object({ b: text }), object({ c: text })] },
      {
        ...object({ a: text }),
        description:
          'Must also fit: anyOf [{"type":"object","properties":{"b":{"type":"string"}}},{"type":"object","properties":{"c":{"type":"string"}}}].',
      },
      ['schema-keyword properties.p.anyOf'],
    ],
    [
      'a format that it has not',
      { type: 'string', format: 'uuid' },
      { type: 'string', description: 'Must also fit: format "uuid".' },
      ['schema-keyword properties.p.format'],
    ],
  ])('%s', (_title, source, lowered, codes) => {
    expect(said(source)).toEqual({ p: lowered, codes });
  });

  test('a reference is replaced by what it leads to, with its own description', () => {
    const { p, codes } = said(
      { $ref: '#/$defs/A', description: 'mine' },
      { A: { ...object({ b: { $ref: '#/$defs/B' } }), description: 'its' }, B: text },
    );
    expect(p).toEqual({ ...object({ b: text }), description: 'mine' });
    expect(codes).toEqual([]);
  });

  test.each<[string, JsonObject]>([
    ['a value of any kind', {}],
    ['a map', { type: 'object', additionalProperties: text }],
    ['an object that says nothing of its members', { type: 'object' }],
    ['an object that is open', { ...object({ a: text }), additionalProperties: true }],
    ['a list of anything', { type: 'array' }],
    ['a tuple', { type: 'array', prefixItems: [text], items: text }],
    ['a recursion', { type: 'array', items: { $ref: '#' } }],
  ])('%s is said in google-json-schema, with a note', (_title, property) => {
    const source = object({ p: property });
    const { schema, losses } = compileSchema(source, openApi);
    expect(losses[0]).toMatchObject({ code: 'other-dialect', severity: 'note', path: expect.stringContaining('properties.p') });
    expect(schema).toEqual(compileSchema(source, dialects['google-json-schema']).schema);
  });

  test('references that double at each step end in the other dialect, and soon', () => {
    const names = Array.from({ length: 40 }, (_, index) => `d${index}`);
    const twice = (name: string) => object({ a: { $ref: `#/$defs/${name}` }, b: { $ref: `#/$defs/${name}` } });
    const $defs = Object.fromEntries(names.map((name, index) => [name, index === 39 ? text : twice(`d${index + 1}`)]));
    const { losses, schema } = compileSchema({ ...object({ p: { $ref: '#/$defs/d0' } }), $defs }, openApi);
    expect(losses[0]?.code).toBe('other-dialect');
    expect(JSON.stringify(schema).length).toBeLessThan(10_000);
  });
});

describe('google-json-schema', () => {
  const say = (property: Json) =>
    (compileSchema(object({ p: property }), dialects['google-json-schema']).schema.properties as JsonObject).p;

  test('a const is a list of one, and beside a reference only keywords of its kind stand', () => {
    expect(say({ const: 1 })).toEqual({ enum: [1] });
    expect(say({ $ref: '#' })).toEqual({ $ref: '#' });
    expect(say({ $ref: '#', description: 'd' })).toEqual({ anyOf: [{ $ref: '#' }], description: 'd' });
  });
});
