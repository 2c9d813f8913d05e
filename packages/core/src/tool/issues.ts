import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Issue } from '../errors/tool-input-error.ts';
import { defined } from '../json/defined.ts';

/** An issue of a schema library, about a value, in our words. What the library does not say is read from the value. */
export function issueOf(issue: StandardSchemaV1.Issue, value: unknown): Issue {
  const path = Array.from(issue.path ?? [], stepOf);
  const fields: Readonly<Record<string, unknown>> = { ...issue };
  // ArkType computes these when asked
  const asked: StandardSchemaV1.Issue & { readonly expected?: unknown; readonly actual?: unknown } = issue;
  const expected = text(asked.expected) ?? choices(fields.values ?? fields.options);
  const received =
    text(asked.actual) ?? (fields.code === 'invalid_type' ? text(fields.received) : undefined) ?? kindAt(value, path);
  return { path, message: text(issue.message) ?? 'the value does not fit', ...defined({ expected, received }) };
}

/** The kind of a value, in the words of JSON Schema; `undefined` where there is none. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The kind of what stands at a path. */
export function kindAt(value: unknown, path: readonly (string | number)[]): string {
  return kindOf(path.reduce<unknown>(memberOf, value));
}

function stepOf(step: PropertyKey | StandardSchemaV1.PathSegment): string | number {
  const key = typeof step === 'object' ? step.key : step;
  return typeof key === 'number' ? key : String(key);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function choices(values: unknown): string | undefined {
  return Array.isArray(values) ? `one of ${values.map((value) => JSON.stringify(value)).join(', ')}` : undefined;
}

function memberOf(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  const object: Readonly<Record<string | number, unknown>> = { ...value };
  return object[step];
}
