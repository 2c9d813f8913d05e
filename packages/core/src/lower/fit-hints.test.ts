import { expect, test } from 'vitest';
import type { FunctionTool, ToolSpec } from '../ir/tool.ts';
import type { ProfileChanges } from '../profile.ts';
import { isStrict } from '../schema/is-strict.ts';
import { target } from './lower.fixtures.ts';
import { lower } from './lower.ts';

const closed = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false } as const;
const tool: FunctionTool = {
  type: 'function',
  name: 'x',
  input: closed,
  strict: true,
  examples: [{ a: '1' }],
  deferred: false,
  unbuffered: true,
};
const fitted = (of: FunctionTool, schema: ProfileChanges['schema'] = {}) => {
  const { request, losses } = lower({ messages: [], tools: [of] }, target({ schema: schema ?? {} }));
  return { tool: request.tools?.[0], losses: losses.map(({ severity, code, path }) => `${severity} ${code} ${path}`) };
};

test('what the target has a place for stays', () => {
  expect(fitted(tool)).toEqual({ tool, losses: [] });
});

test('what it has no place for goes, each with a note', () => {
  expect(fitted(tool, { hints: ['examples'] })).toEqual({
    tool: { type: 'function', name: 'x', input: closed, strict: true, examples: [{ a: '1' }] },
    losses: ['note tool-hint tools[0].deferred', 'note tool-hint tools[0].unbuffered'],
  });
});

test('what is for the program only goes without a word', () => {
  expect(fitted({ ...tool, annotations: { readOnly: true }, output: closed })).toEqual({ tool, losses: [] });
});

test('strictness is not asked for where the schema cannot be said strictly', () => {
  const loose = { ...tool, input: { ...closed, additionalProperties: true } };
  const { strict: _strict, ...free } = loose;
  expect(fitted(loose)).toEqual({ tool: free, losses: ['degraded strict tools[0].strict'] });
  expect(fitted({ ...loose, strict: false }).losses).toEqual([]);
  expect(fitted({ type: 'function', name: 'now', strict: true }).losses).toEqual(['degraded strict tools[0].strict']);
});

test.each([
  ['a closed object', closed, true],
  [
    'closed objects within',
    { ...closed, properties: { a: { type: 'array', items: { anyOf: [closed, { type: 'null' }] } } } },
    true,
  ],
  ['references', { ...closed, properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: closed } }, true],
  ['an open object', { ...closed, additionalProperties: undefined }, false],
  ['an optional property', { ...closed, required: [] }, false],
  ['an open object within', { ...closed, properties: { a: { type: 'object' } } }, false],
  ['a bound', { ...closed, properties: { a: { type: 'number', minimum: 1 } } }, false],
  ['a property named like a keyword', { ...closed, properties: { minimum: { type: 'string' } }, required: ['minimum'] }, true],
])('%s: strict or not', (_, schema, expected) => {
  expect(isStrict(JSON.parse(JSON.stringify(schema)))).toBe(expected);
});

test('where a target holds the model to all schemas or to none, one loose tool makes all loose', () => {
  const profile = target({ schema: { strictLimits: { uniform: true } } });
  const free: ToolSpec = { type: 'function', name: 'free', input: { type: 'object', properties: {} } };
  const strictOf = (...tools: readonly ToolSpec[]) => {
    const { request, losses } = lower({ messages: [], tools }, profile);
    return [request.tools?.map((one) => 'strict' in one && one.strict), losses.map(({ code, path }) => `${code} ${path}`)];
  };
  const held: ToolSpec = { type: 'function', name: 'held', input: closed, strict: true };
  expect(strictOf(held, { ...held, name: 'too' })).toEqual([[true, true], []]);
  expect(strictOf(held, free)).toEqual([[false, false], ['strict tools[0].strict']]);
});

test('a tool is deferred only where something finds it', () => {
  const profile = target({ schema: { search: 'test.search' } });
  const late: ToolSpec = { type: 'function', name: 'late', input: closed, deferred: true };
  const codes = (...tools: readonly ToolSpec[]) => lower({ messages: [], tools }, profile).losses.map(({ path }) => path);
  expect(codes(late)).toEqual(['tools[0].deferred']);
  expect(codes(late, { type: 'hosted', id: 'test.search' })).toEqual([]);
});
