import type { Json } from '@toolglot/core';

const MAX_DEPTH = 100;

type Convert = (value: unknown) => Json;

interface Shape {
  fits(value: object): boolean;
  json(value: object, convert: Convert): Json;
}

/**
 * Any value as JSON that a model can read. Total: dates become ISO texts, big integers their digits, maps objects or
 * pairs, errors name and message; what has no JSON (cycles, functions, binary data, opaque objects) becomes a text in brackets.
 */
export function toJson(value: unknown): Json {
  return convertAt(value, []);
}

function convertAt(value: unknown, path: readonly object[]): Json {
  if (typeof value !== 'object' || value === null) return scalar(value);
  if (path.includes(value)) return '[circular]';
  if (path.length >= MAX_DEPTH) return '[too deep]';
  const inner = [...path, value];
  return convertObject(value, (member) => convertAt(member, inner));
}

function convertObject(value: object, convert: Convert): Json {
  try {
    const shape = shapes.find(({ fits }) => fits(value)) ?? plainObject;
    return shape.json(value, convert);
  } catch (error) {
    // a getter or a `toJSON` of somebody else's may throw
    return `[unreadable: ${error instanceof Error ? error.message : String(error)}]`;
  }
}

function scalar(value: unknown): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      // JSON has no negative zero
      return Number.isFinite(value) ? value + 0 : String(value);
    case 'function':
      return `[function ${value.name}]`;
    case 'bigint':
    case 'symbol':
      return String(value);
    default:
      return null;
  }
}

const plainObject: Shape = {
  fits: () => true,
  json: (value, convert) => {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined);
    if (entries.length === 0 && isInstance(value)) return `[${value.constructor.name || 'object'}]`;
    return Object.fromEntries(entries.map(([key, member]) => [key, convert(member)]));
  },
};

const shapes: readonly Shape[] = [
  shape(
    (value) => Array.isArray(value),
    (value, convert) => value.map(convert),
  ),
  shape(
    (value) => value instanceof Map,
    (value, convert) => mapToJson(value, convert),
  ),
  shape(
    (value) => value instanceof Set,
    (value, convert) => [...value].map(convert),
  ),
  shape(
    (value) => value instanceof Error,
    ({ name, message }) => ({ name, message }),
  ),
  shape(
    (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value),
    (value) => `[binary, ${value.byteLength} bytes]`,
  ),
  shape(hasToJson, (value, convert) => convert(value.toJSON())),
];

function shape<T extends object>(fits: (value: object) => value is T, json: (value: T, convert: Convert) => Json): Shape {
  return { fits, json: (value, convert) => (fits(value) ? json(value, convert) : null) };
}

function mapToJson(map: ReadonlyMap<unknown, unknown>, convert: Convert): Json {
  const entries = [...map];
  if (!entries.every(([key]) => typeof key === 'string')) return entries.map((pair) => pair.map(convert));
  return Object.fromEntries(entries.map(([key, member]) => [String(key), convert(member)]));
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function isInstance(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && prototype !== Object.prototype;
}
