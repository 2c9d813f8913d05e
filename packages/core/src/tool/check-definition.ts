import { ToolDefinitionError } from '../errors/tool-definition-error.ts';
import { isJsonObject } from '../json/json.ts';
import { printPath } from '../schema/path.ts';
import { issueOf } from './issues.ts';
import { isLibrarySchema } from './tool-schema.ts';

type Definition = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => string | undefined;

const checks: Readonly<Record<string, Check>> = {
  name: (value) => (typeof value === 'string' && value !== '' ? undefined : 'expected a name, a string that is not empty'),
  description: (value) => (typeof value === 'string' ? undefined : 'expected a text for the model'),
  input: checkSchema,
  output: checkSchema,
  examples: (value) => (value === undefined || Array.isArray(value) ? undefined : 'expected a list of arguments'),
  execute: isFunctionIfThere,
  toModel: isFunctionIfThere,
  needsApproval: (value) =>
    value === undefined || typeof value === 'boolean' || typeof value === 'function'
      ? undefined
      : 'expected true, false or a function',
  concurrency: (value) =>
    value === undefined || value === 'exclusive' || isAtLeast(value, 1)
      ? undefined
      : "expected a number of calls, 1 or more, or 'exclusive'",
  timeout: (value) => (value === undefined || isAtLeast(value, 1) ? undefined : 'expected milliseconds, a number above 0'),
  retries: (value) => (value === undefined || isAtLeast(value, 0) ? undefined : 'expected a number of attempts, 0 or more'),
};

/** Throws a `ToolDefinitionError` for the first thing in a definition that is not what it must be. */
export function checkDefinition(definition: object): void {
  const fields: Definition = { ...definition };
  const name = typeof fields.name === 'string' ? fields.name : '';
  for (const [path, check] of Object.entries(checks)) {
    const problem = check(fields[path]);
    if (problem !== undefined) throw new ToolDefinitionError(name, path, `${problem}; received ${describe(fields[path])}`);
  }
  checkExamples(fields);
}

// a schema that takes its time is asked when the tool runs
function checkExamples({ name, input, examples }: Definition): void {
  if (!isLibrarySchema(input) || !Array.isArray(examples)) return;
  for (const [index, example] of examples.entries()) {
    const result = input['~standard'].validate(example);
    if (result instanceof Promise) return void result.catch(() => {});
    const [issue] = result.issues ?? [];
    if (issue)
      throw new ToolDefinitionError(String(name), printPath(['examples', index, ...issueOf(issue, example).path]), issue.message);
  }
}

function checkSchema(value: unknown): string | undefined {
  if (value === undefined || isLibrarySchema(value) || isJsonObject(value)) return undefined;
  return 'expected a schema (Standard Schema, or a JSON Schema object)';
}

function isFunctionIfThere(value: unknown): string | undefined {
  return value === undefined || typeof value === 'function' ? undefined : 'expected a function';
}

function isAtLeast(value: unknown, least: number): boolean {
  return typeof value === 'number' && value >= least;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'string' ? JSON.stringify(value) : typeof value === 'number' ? String(value) : typeof value;
}
