import { attempt } from './text-of-thrown.ts';

/** A value of any kind in a few words, for errors: `null`, `an array of 2`, `string hello`; of an instance only its class. Total. */
export function describeValue(value: unknown): string {
  return attempt(() => describe(value), typeof value);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const text = typeof value === 'object' ? describeObject(value) : String(value);
  return `${typeof value} ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}

function describeObject(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype
    ? JSON.stringify(value, withoutSecret)
    : `of class ${classOf(value)}`;
}

const classOf = (value: object) => (typeof value.constructor === 'function' && value.constructor.name) || 'without a name';

// what is given in the wrong place is often a client, or its options
const withoutSecret = (name: string, value: unknown) =>
  typeof value === 'string' && /key|token|secret|password|credential|authorization/i.test(name) ? '…' : value;
