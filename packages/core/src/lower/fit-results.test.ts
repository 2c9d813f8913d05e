import { expect, test } from 'vitest';
import { jsonPart, toolMessage, toolResult } from '../ir/construct.ts';
import { toolResultsOf } from '../ir/guards.ts';
import type { MediaPart, ToolResultPart } from '../ir/part.ts';
import type { ProfileChanges } from '../profile.ts';
import { calls, outline, target, user } from './lower.fixtures.ts';
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

const image: MediaPart = { type: 'media', mediaType: 'image/png', data: { base64: 'iVBORw0KGgo=' } };

test('media that the target does not take in a result go into one user message behind all results, each with its call', () => {
  const messages = [
    calls('a', 'b'),
    toolMessage(toolResult(call, [image, { type: 'text', text: 'taken' }]), toolResult({ ...call, id: 'b' }, [image])),
    user('?'),
  ];
  const { request, losses } = lower({ messages }, target({ results: { media: ['audio/*'] } }));
  expect(outline(request.messages)).toEqual([
    'call a b',
    'result a b',
    "user The file of 'get_weather', call a: media The file of 'get_weather', call b: media",
    'user ?',
  ]);
  expect(request.messages.flatMap(toolResultsOf).map(({ content }) => content.map(({ type }) => type))).toEqual([
    ['text', 'text'],
    ['text'],
  ]);
  expect(losses).toMatchObject([{ code: 'result-media', path: 'messages[1]', effect: 'moved' }]);
  expect(lower(request, target({ results: { media: ['audio/*'] } }))).toMatchObject({ request, losses: [] });
});

test('media stay in a result where the target takes them, and move out of an error where it does not take them there', () => {
  expect(fitted(toolResult(call, [image]), { media: ['image/*'] })).toEqual({ result: toolResult(call, [image]), losses: [] });
  const error = toolResult(call, [image], { isError: true });
  expect(fitted(error, { mediaInError: false })).toMatchObject({
    result: { content: [{ type: 'text' }] },
    losses: ['note result-media'],
  });
});

test('objects are parts where the target takes them as they are, and text where the text must say that it is an error', () => {
  const values = toolResult(call, [jsonPart({ a: 1 }), jsonPart([1])]);
  expect(fitted(values, { json: 'objects' }).result?.content).toEqual([jsonPart({ a: 1 }), { type: 'text', text: '[1]' }]);
  const error = toolResult(call, [jsonPart({ a: 1 })], { isError: true });
  expect(fitted(error, { json: 'objects', errorFlag: false }).result?.content).toEqual([
    { type: 'text', text: '{"error":"{\\"a\\":1}"}' },
  ]);
});

test('where a result is one object, several texts and values are one text', () => {
  const image = { type: 'media', mediaType: 'image/png', data: { base64: 'aGk=' } } as const;
  const result = toolResult(call, [{ type: 'text', text: 'a' }, jsonPart({ b: 1 }), image]);
  expect(fitted(result, { content: 'object' }).result?.content).toEqual([{ type: 'text', text: 'a\n{"b":1}' }, image]);
});
