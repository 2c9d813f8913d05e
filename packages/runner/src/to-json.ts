import type { Json } from '@toolglot/core';
import { attempt, textOfThrown } from '@toolglot/core/kit';

const MAX_DEPTH = 100;
const MAX_SIZE = 100_000_000;
const SIZE_OF_MEMBER = 200;

type Convert = (value: unknown) => Json;

interface Shape {
  fits(value: object): boolean;
  json(value: object, convert: Convert): Json;
}

/** The way through a value: the objects around, and how much may still be said. */
interface Walk {
  readonly path: object[];
  left: number;
}

/**
 * Any value as JSON that a model can read. Total: dates become ISO texts, big integers their digits, maps objects or
 * pairs, errors name and message; what has no JSON (cycles, functions, binary data, opaque objects) becomes a text in brackets,
 * and so does what comes behind the first half million members or hundred million characters: one object in many places is said in each.
 */
export function toJson(value: unknown): Json {
  return convertAt(value, { path: [], left: MAX_SIZE });
}

function convertAt(value: unknown, walk: Walk): Json {
  walk.left -= SIZE_OF_MEMBER + (typeof value === 'string' ? value.length : 0);
  if (typeof value !== 'object' || value === null) return scalar(value);
  if (walk.path.includes(value)) return '[circular]';
  if (walk.path.length >= MAX_DEPTH) return '[too deep]';
  if (walk.left < attempt(() => sizeOf(value), 0)) return '[too large]';
  walk.path.push(value);
  const json = convertObject(value, (member) => convertAt(member, walk));
  walk.path.pop();
  return json;
}

/** Of a list what it takes to say it, so that one of holes is not begun; of anything else nothing. */
function sizeOf(value: object): number {
  return Array.isArray(value) ? value.length * SIZE_OF_MEMBER : 0;
}

function convertObject(value: object, convert: Convert): Json {
  try {
    const shape = shapes.find(({ fits }) => fits(value)) ?? plainObject;
    return shape.json(value, convert);
  } catch (error) {
    // a getter or a `toJSON` of somebody else's may throw
    return `[unreadable: ${textOfThrown(error)}]`;
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
      return `[function ${attempt(() => String(value.name), '')}]`;
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
    if (entries.length === 0 && isInstance(value)) return `[${value.constructor?.name || 'object'}]`;
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
    ({ name, message }, convert) => ({ name: convert(name), message: convert(message) }),
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
