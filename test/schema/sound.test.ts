import { compileSchema, type Dialect, dialects, type Json, type JsonObject } from '@toolglot/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instancesOf } from './instances.ts';
import { validatorOf } from './validator.ts';

const narrow: Dialect = {
  ...dialects['anthropic-loose'],
  name: 'narrow',
  keywords: [
    'type',
    'properties',
    'required',
    'items',
    'description',
    'anyOf',
    'enum',
    '$ref',
    '$defs',
    'additionalProperties',
    'not',
  ],
  formats: [],
};

const key = fc.constantFrom('a', 'b', 'año', 'first name', 'title', 'properties', 'constructor', 'x'.repeat(70));
const leaf: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  { type: 'string', minLength: 1 },
  { type: 'integer', minimum: 0 },
  { enum: ['a', 1, null] },
  { type: ['string', 'null'] },
  { const: { año: 1 } },
  { $ref: '#/$defs/D' },
  { type: 'object' },
);

const { node } = fc.letrec<{ node: JsonObject; object: JsonObject }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('object'),
    fc.record({ type: fc.constant('array'), items: tie('node') }),
    fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('object'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie('node'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ type: fc.constant('string'), not: fc.constant<Json>({ const: { año: 1 } }) }),
  ),
  object: fc
    .record(
      {
        properties: fc.dictionary(key, fc.oneof({ arbitrary: tie('node'), weight: 4 }, fc.constant<JsonObject>({ $ref: '#' })), {
          maxKeys: 3,
        }),
        required: fc.uniqueArray(key, { maxLength: 2 }),
        additionalProperties: fc.constantFrom<Json>(true, { type: 'string' }),
        patternProperties: fc.constant<Json>({ '^a': {} }),
        description: fc.constant('d'),
      },
      { requiredKeys: ['properties'] },
    )
    .map((schema): JsonObject => ({ type: 'object', ...schema })),
}));

const root = node.map(
  (schema): JsonObject => ({ ...schema, $defs: { D: { type: 'object', properties: { 'first name': { type: 'string' } } } } }),
);

test.each<Dialect>([...Object.values(dialects), narrow])(
  '$name takes whatever the source takes, and gives it back equal',
  (dialect) => {
    let tried = 0;
    fc.assert(
      fc.property(root, (schema) => {
        const source = validatorOf(schema);
        const { schema: lowered, losses, express, restore } = compileSchema(schema, dialect);
        // the one assumption that may refuse a value, and it is reported
        if (losses.some(({ code }) => code === 'silent-branch')) return;
        const takes = validatorOf(lowered);
        for (const value of instancesOf(schema, 4).filter((it) => source(it))) {
          tried++;
          expect({ value, fits: takes(express(value)) }).toEqual({ value, fits: true });
          expect(restore(express(value))).toEqual(value);
        }
      }),
      { numRuns: 150, seed: 11 },
    );
    expect(tried).toBeGreaterThan(150);
  },
);
