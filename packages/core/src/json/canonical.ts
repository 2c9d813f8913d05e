import type { Json } from './json.ts';

/**
 * One text for one value: keys sorted, no white space, numbers as `JSON.stringify` prints them.
 * `undefined` members are left out, as `JSON.stringify` does.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: Json) => sortKeys(member)) ?? 'null';
}

function sortKeys(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}
