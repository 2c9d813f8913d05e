import { attempt } from './text-of-thrown.ts';

/** A value of any kind in a few words, for errors: `null`, `an array of 2`, `string hello`. Total. */
export function describeValue(value: unknown): string {
  return attempt(() => describe(value), typeof value);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `${typeof value} ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}
