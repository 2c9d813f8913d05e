import type { Violation } from '@toolglot/core';

const PATTERN = /^[a-zA-Z0-9_-]+$/;
const MAX = 64;

/** What is wrong with the characters of a tool's name: it is made of `a-z`, `A-Z`, `0-9`, `_` and `-`. */
export function namePattern(name: unknown, path: string): Violation | undefined {
  if (typeof name !== 'string') return { path, message: `Missing required parameter: '${path}'.` };
  if (PATTERN.test(name)) return undefined;
  const expected = `Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
  return { path, message: `Invalid '${path}': string does not match pattern. ${expected}` };
}

/** What is wrong with the length of a tool's name: at most 64. */
export const nameLength = (name: unknown, path: string) => lengthProblem(name, path, MAX);

/** How OpenAI refuses a text that is longer than `max` characters. */
export function lengthProblem(text: unknown, path: string, max: number): Violation | undefined {
  const length = typeof text === 'string' ? [...text].length : 0;
  if (length <= max) return undefined;
  const expected = `Expected a string with maximum length ${max}, but got a string with length ${length} instead.`;
  return { path, message: `Invalid '${path}': string too long. ${expected}` };
}
