import { describeValue } from '@toolglot/core/kit';

type Check = readonly [fits: (value: unknown) => boolean, expected: string];

const isText = (value: unknown) => typeof value === 'string';
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isModel = (value: unknown) => isText(value) || hasMethod(value, 'generate');
const isOneOf =
  (...words: readonly unknown[]) =>
  (value: unknown) =>
    words.includes(value);
const either =
  (...checks: readonly ((value: unknown) => boolean)[]) =>
  (value: unknown) =>
    checks.some((fits) => fits(value));

const checks: Readonly<Record<string, Check>> = {
  model: [isModel, "a model, or its id: 'provider:model'"],
  tools: [Array.isArray, 'a list of tools and toolsets'],
  prompt: [isText, 'a text'],
  system: [isText, 'a text'],
  toolChoice: [either(isOneOf('auto', 'none', 'required'), isChoice), "'auto', 'none', 'required', { tool } or { tools, mode }"],
  settings: [isObject, 'an object'],
  maxSteps: [(value) => typeof value === 'number', 'a number'],
  signal: [(value) => value === null || hasMethod(value, 'addEventListener'), 'an AbortSignal'],
  fallback: [(value) => Array.isArray(value) && value.every(isModel), 'a list of models'],
  onLoss: [either(isOneOf('report', 'throw'), (value) => typeof value === 'function'), "'report', 'throw' or a function"],
  cache: [isOneOf('auto', 'off'), "'auto' or 'off'"],
};

/** Throws a `TypeError` for the first option of a run that is not what it must be. */
export function checkOptions(options: object): void {
  const given: Readonly<Record<string, unknown>> = { ...options };
  for (const [name, [fits, expected]] of Object.entries(checks)) {
    const value = given[name];
    if (value === undefined ? name !== 'model' : fits(value)) continue;
    throw new TypeError(`run: expected ${name} to be ${expected}, received ${describeValue(value)}`);
  }
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function';
}

function isChoice(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { tool, tools, mode }: { readonly tool?: unknown; readonly tools?: unknown; readonly mode?: unknown } = value;
  return isText(tool) || (Array.isArray(tools) && tools.every(isText) && (mode === 'auto' || mode === 'required'));
}
