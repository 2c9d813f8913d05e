/**
 * A deep, frozen copy of plain data; frozen input that was made here comes back as it is, at no cost.
 * Members that are `undefined` are left out. Throws a `TypeError` on what JSON cannot hold (functions, cycles).
 */
export function copyAndFreeze<T>(value: T): T {
  return copy(value, []) as T;
}

/** Objects known to be frozen through and through. */
const settled = new WeakSet<object>();

function copy(value: unknown, path: readonly object[]): unknown {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`expected plain data, found a ${typeof value}`);
  if (typeof value !== 'object' || value === null || settled.has(value)) return value;
  if (path.includes(value)) throw new TypeError('expected plain data, found a cycle');
  const inner = [...path, value];
  const made = Array.isArray(value) ? value.map((item) => copy(item, inner)) : copyObject(value, inner);
  settled.add(Object.freeze(made));
  return made;
}

function copyObject(value: object, path: readonly object[]): object {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries.map(([key, member]) => [key, copy(member, path)]));
}
