import { isJsonObject } from '../json/json.ts';

/** What the value of a keyword is; this tells a schema from a map of names to schemas, and both from data. */
export type Shape =
  | 'schema'
  | 'schema-list'
  | 'schema-map'
  | 'schema-or-list'
  | 'dependencies'
  | 'names'
  | 'name-lists'
  | 'type'
  | 'number'
  | 'bound'
  | 'text'
  | 'flag'
  | 'list';

const words: readonly (readonly [Shape, readonly string[]])[] = [
  ['schema', ['additionalItems', 'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'not', 'propertyNames']],
  ['schema', ['then', 'unevaluatedItems', 'unevaluatedProperties']],
  ['schema-list', ['allOf', 'anyOf', 'oneOf', 'prefixItems']],
  ['schema-map', ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']],
  ['schema-or-list', ['items']],
  ['dependencies', ['dependencies']],
  ['names', ['required']],
  ['name-lists', ['dependentRequired']],
  ['type', ['type']],
  ['number', ['maxContains', 'maximum', 'maxItems', 'maxLength', 'maxProperties', 'minContains', 'minimum', 'minItems']],
  ['number', ['minLength', 'minProperties', 'multipleOf']],
  ['bound', ['exclusiveMaximum', 'exclusiveMinimum']],
  ['text', ['$anchor', '$comment', '$dynamicRef', '$id', '$ref', '$schema', 'description', 'format', 'pattern', 'title']],
  ['flag', ['uniqueItems']],
  ['list', ['enum']],
];

const shapes: ReadonlyMap<string, Shape> = new Map(words.flatMap(([shape, list]) => list.map((word) => [word, shape] as const)));

/** Keywords that say nothing about which values fit. */
export const annotations: ReadonlySet<string> = new Set([
  ...['$anchor', '$comment', '$defs', '$id', '$schema', 'default', 'definitions', 'deprecated', 'description', 'example'],
  ...['examples', 'readOnly', 'title', 'writeOnly'],
]);

/** The shape of a keyword's value; nothing for keywords that are unknown or hold data. */
export function shapeOf(keyword: string): Shape | undefined {
  return shapes.get(keyword);
}

const kinds = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const problems: Readonly<Record<Shape, (value: unknown) => string | undefined>> = {
  schema: unless(isSchema, 'expected a schema'),
  'schema-list': unless((value) => isList(value, isSchema), 'expected a list of schemas'),
  'schema-map': unless((value) => isMap(value, isSchema), 'expected an object whose members are schemas'),
  'schema-or-list': unless((value) => isSchema(value) || isList(value, isSchema), 'expected a schema'),
  dependencies: unless(
    (value) => isMap(value, (item) => isSchema(item) || isList(item, isText)),
    'expected schemas or lists of names',
  ),
  names: unless((value) => typeof value === 'boolean' || isList(value, isText), 'expected a list of names'),
  'name-lists': unless(
    (value) => isMap(value, (item) => isList(item, isText)),
    'expected an object whose members are lists of names',
  ),
  type: unless((value) => isKind(value) || isList(value, isKind), `expected one of ${kinds.join(', ')}`),
  number: unless(isNumber, 'expected a number'),
  bound: unless((value) => isNumber(value) || typeof value === 'boolean', 'expected a number'),
  text: unless(isText, 'expected a text'),
  flag: unless((value) => typeof value === 'boolean', 'expected true or false'),
  list: unless(Array.isArray, 'expected a list of values'),
};

/** What is wrong with a keyword's value, or nothing. */
export function problemOf(keyword: string, value: unknown): string | undefined {
  const shape = shapeOf(keyword);
  return shape && problems[shape](value);
}

function unless(fits: (value: unknown) => boolean, problem: string): (value: unknown) => string | undefined {
  return (value) => (fits(value) ? undefined : problem);
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isJsonObject(value);
}

function isKind(value: unknown): boolean {
  return typeof value === 'string' && kinds.includes(value.toLowerCase());
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isList(value: unknown, fits: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

// an empty list is how some languages print an empty object
function isMap(value: unknown, fits: (item: unknown) => boolean): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.values(value).every(fits);
}
