import { expect, test } from 'vitest';
import { jsonPart, toolMessage, toolResult } from '../ir/construct.ts';
import { toolResultsOf } from '../ir/guards.ts';
import type { ToolResultPart } from '../ir/part.ts';
import type { ProfileChanges } from '../profile.ts';
import { calls, target } from './lower.fixtures.ts';
import { lower } from './lower.ts';

const call = { id: 'a', name: 'get_weather' };
const fitted = (result: ToolResultPart, results: ProfileChanges['results'] = {}) => {
  const { request, losses } = lower({ messages: [calls('a'), toolMessage(result)] }, target({ results: results ?? {} }));
  return {
    result: request.messages.flatMap(toolResultsOf)[0],
    losses: losses.map(({ code, severity }) => `${severity} ${code}`),
  };
};

test('a value is printed where the target has no place for it, and stays a value where it has', () => {
  const value = toolResult(call, [jsonPart({ celsius: 22 })]);
  expect(fitted(value)).toMatchObject({ result: { content: [{ type: 'text', text: '{"celsius":22}' }] }, losses: [] });
  expect(fitted(value, { content: 'object' }).result?.content).toEqual(value.content);
});

test('an error is marked, or said in the text once', () => {
  const error = toolResult(call, 'no such city', { isError: true });
  expect(fitted(error).result).toMatchObject({ isError: true, content: [{ text: 'no such city' }] });
  expect(fitted(error, { errorFlag: false })).toEqual({
    result: { ...toolResult(call, '{"error":"no such city"}') },
    losses: ['note error-flag'],
  });
  const said = toolResult(call, [jsonPart({ error: 'no-city' })], { isError: true });
  expect(fitted(said, { errorFlag: false }).result).toEqual(toolResult(call, '{"error":"no-city"}'));
});

test('what is for the program only does not go to the target', () => {
  const result = toolResult(call, 'x', { structured: { a: 1 }, untrusted: true });
  expect(fitted({ ...result, executedWith: {} }).result).toEqual(toolResult(call, 'x'));
});
