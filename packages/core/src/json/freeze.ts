import { printPath } from '../schema/path.ts';

const MAX_DEPTH = 500;

/**
 * A deep, frozen copy of plain data; frozen input that was made here comes back as it is, at no cost.
 * Members that are `undefined` are left out. Throws a `TypeError`, with the place, on what JSON cannot hold:
 * functions, big integers, dates, maps, cycles, and more than 500 levels.
 */
export function copyAndFreeze<T>(value: T): T {
  return copy(value, { objects: [], keys: [] }) as T;
}

/** Where in the data: the objects around, and under which keys they stand. */
interface Trail {
  readonly objects: object[];
  readonly keys: (string | number)[];
}

/** Objects known to be frozen through and through. */
const settled = new WeakSet<object>();

function copy(value: unknown, trail: Trail): unknown {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') refuse(`a ${typeof value}`, trail);
  if (typeof value !== 'object' || value === null || settled.has(value)) return value;
  if (trail.objects.includes(value)) refuse('a cycle', trail);
  if (trail.objects.length === MAX_DEPTH) refuse(`more than ${MAX_DEPTH} levels`, trail);
  trail.objects.push(value);
  // holes of a list are members, too
  const made = Array.isArray(value)
    ? Array.from(value, (item, index) => copyMember(item, index, trail))
    : copyObject(value, trail);
  trail.objects.pop();
  settled.add(Object.freeze(made));
  return made;
}

function copyObject(value: object, trail: Trail): object {
  const kind = Object.prototype.toString.call(value);
  if (kind !== '[object Object]') refuse(`a ${kind.slice(8, -1)}`, trail);
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries.map(([key, member]) => [key, copyMember(member, key, trail)]));
}

function copyMember(value: unknown, key: string | number, trail: Trail): unknown {
  trail.keys.push(key);
  const made = copy(value, trail);
  trail.keys.pop();
  return made;
}

function refuse(what: string, { keys }: Trail): never {
  const place = keys.length === 0 ? '' : ` at ${printPath(keys.slice(0, 20))}`;
  throw new TypeError(`expected plain data, found ${what}${place}`);
}
