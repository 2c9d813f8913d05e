import { canonicalJson } from '@toolglot/core';

/** The paths at which two values differ as JSON, list indices left out. */
export function differences(before: unknown, after: unknown, path = ''): readonly string[] {
  if (print(before) === print(after)) return [];
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) return [path];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const step = (key: string) => (Array.isArray(before) ? `${path}[]` : `${path}.${key}`);
  return keys.flatMap((key) => differences(before[key], after[key], step(key)));
}

const print = (value: unknown) => (value === undefined ? '' : canonicalJson(value));

const isBranch = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
