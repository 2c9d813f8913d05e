import { isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import fc from 'fast-check';

/** Values that a schema probably takes, each differently full; the same for the same schema. Check them: this reads only the common keywords. */
export function instancesOf(schema: JsonObject, count: number): readonly Json[] {
  return fc.sample(valuesOf(schema, schema, 0), { numRuns: count, seed: 7 });
}

function valuesOf(schema: Json | undefined, root: JsonObject, depth: number): fc.Arbitrary<Json> {
  if (!isJsonObject(schema)) return fc.constantFrom<Json>('x', 1, null);
  const { $ref, const: value, enum: values, anyOf, oneOf, allOf } = schema;
  if (value !== undefined) return fc.constant(value);
  if (Array.isArray(values) && values.length > 0) return fc.constantFrom(...values);
  if (typeof $ref === 'string') return valuesOf(depth > 6 ? true : targetOf($ref, root), root, depth + 1);
  const union = anyOf ?? oneOf;
  if (Array.isArray(union) && union.length > 0) return fc.oneof(...union.map((branch) => both(schema, branch, root, depth)));
  if (Array.isArray(allOf))
    return allOf.reduce<fc.Arbitrary<Json>>(
      (made, part) => merged(made, valuesOf(part, root, depth)),
      typed(schema, root, depth),
    );
  return typed(schema, root, depth);
}

function both(schema: JsonObject, branch: Json, root: JsonObject, depth: number): fc.Arbitrary<Json> {
  const made = valuesOf(branch, root, depth + 1);
  return 'properties' in schema ? merged(typed(schema, root, depth), made) : made;
}

function merged(a: fc.Arbitrary<Json>, b: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.tuple(a, b).map(([x, y]) => (isJsonObject(x) && isJsonObject(y) ? { ...x, ...y } : y));
}

function typed(schema: JsonObject, root: JsonObject, depth: number): fc.Arbitrary<Json> {
  const types = [schema.type ?? (schema.items ? 'array' : 'object')].flat().map(String);
  return fc.oneof(...types.map((type) => (makers[type] ?? anything)(schema, root, depth)));
}

const anything = () => fc.constantFrom<Json>('x', 1, null, {});

const makers: Readonly<Record<string, (schema: JsonObject, root: JsonObject, depth: number) => fc.Arbitrary<Json>>> = {
  string: ({ minLength, maxLength }) =>
    fc.string({ minLength: numberOr(minLength, 0), maxLength: Math.min(numberOr(maxLength, 12), 12) }),
  integer: ({ minimum, maximum }) =>
    fc.integer({ min: Math.ceil(numberOr(minimum, 0)), max: Math.max(numberOr(maximum, 99), numberOr(minimum, 0)) }),
  number: ({ minimum, maximum }) =>
    fc.integer({ min: Math.ceil(numberOr(minimum, 0)), max: Math.max(numberOr(maximum, 99), numberOr(minimum, 0)) }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items, prefixItems, minItems }, root, depth) => {
    if (Array.isArray(prefixItems)) return fc.tuple(...prefixItems.map((item) => valuesOf(item, root, depth + 1)));
    return fc.array(valuesOf(items, root, depth + 1), {
      minLength: numberOr(minItems, 0),
      maxLength: depth > 4 ? numberOr(minItems, 0) : 3,
    });
  },
  object: objectOf,
};

function objectOf(schema: JsonObject, root: JsonObject, depth: number): fc.Arbitrary<Json> {
  const { properties, required, additionalProperties } = schema;
  const names = Array.isArray(required) ? required.map(String) : [];
  const known = Object.entries(isJsonObject(properties) ? properties : {});
  const wanted = depth > 4 ? known.filter(([name]) => names.includes(name)) : known;
  const fields = Object.fromEntries(wanted.map(([name, child]) => [name, valuesOf(child, root, depth + 1)]));
  const made: fc.Arbitrary<Json> = fc.record(fields, { requiredKeys: names.filter((name) => Object.hasOwn(fields, name)) });
  if (!isJsonObject(additionalProperties) || depth > 4) return made;
  return fc
    .tuple(made, valuesOf(additionalProperties, root, depth + 1))
    .map(([object, extra]) => (isJsonObject(object) ? { ...object, extra } : object));
}

function targetOf(ref: string, root: JsonObject): Json | undefined {
  const steps = ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter((step) => step !== '');
  return steps.reduce<Json | undefined>((node, step) => (isJsonObject(node) ? node[step] : undefined), root);
}

function numberOr(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
