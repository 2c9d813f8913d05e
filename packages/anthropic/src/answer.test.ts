import type { Json, JsonObject } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { anthropicMessages } from './codec.ts';

const { encodeRequest, decodeResponse, encodeResponse } = anthropicMessages;

const call = { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: '北京' } };
const whole: JsonObject = {
  type: 'message',
  role: 'assistant',
  id: 'msg_1',
  model: 'claude-opus-5',
  content: [{ type: 'text', text: 'I look.' }, call],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 9, output_tokens: 3 },
};
const answer = (...content: Json[]): JsonObject => ({ ...whole, content });
const callsOf = (body: JsonObject) =>
  decodeResponse(body).message.content.flatMap((part) => (part.type === 'tool-call' ? [part] : []));

describe('an answer of those that speak the format in their own way', () => {
  test.each(Object.keys(whole).filter((name) => name !== 'content'))('comes back as it was without %s, or with null', (name) => {
    const { [name]: _left, ...others } = whole;
    for (const body of [others, { ...whole, [name]: null }, { ...whole, [name]: {} }])
      expect(encodeResponse(decodeResponse(body))).toEqual(body);
  });

  test.each<readonly [string, Json]>([
    ['without an id', { type: 'tool_use', name: 'f', input: {} }],
    ['with an id that is null', { ...call, id: null }],
    ['without a name', { type: 'tool_use', id: 'a', input: {} }],
    ['without an input', { type: 'tool_use', id: 'a', name: 'f' }],
    ['with an input that is null', { ...call, input: null }],
    ['with an input of a list', { ...call, input: [1] }],
    ['with an input of text that is no JSON', { ...call, input: '{"city": "北' }],
    ['with an input of JSON text', { ...call, input: '{"city": "北京"}' }],
    ['with an integer beyond 2^53', { ...call, input: { id: 2 ** 60 } }],
  ])('comes back as it was with a call %s', (_title, block) => {
    expect(encodeResponse(decodeResponse(answer(block)))).toEqual(answer(block));
  });

  test('an edit goes before the spelling that was kept', () => {
    const response = decodeResponse({ ...answer({ ...call, id: null }), role: null });
    const message = { ...response.message, content: [{ type: 'text' as const, text: 'edited' }] };
    expect(encodeResponse({ ...response, message })).toMatchObject({ content: [{ type: 'text', text: 'edited' }] });
  });
});

describe('each call of an answer has an id of its own', () => {
  const nameless = { type: 'tool_use', name: 'f', input: {} };

  test('one that is missing is made, and is the same each time', () => {
    const [first, second] = callsOf(answer(nameless, { ...nameless, id: '' }));
    expect([first?.minted, second?.minted]).toEqual([true, true]);
    expect(first?.id).toMatch(/^toolu_\w+$/);
    expect(first?.id).not.toBe(second?.id);
    expect(callsOf(answer(nameless, { ...nameless, id: '' }))).toEqual([first, second]);
    expect(callsOf({ ...answer(nameless), id: 'msg_2' })[0]?.id).not.toBe(first?.id);
  });

  test('one that was given before is made another, and goes into the next request', () => {
    const { message } = decodeResponse(answer(call, call));
    const [first, second] = callsOf(answer(call, call));
    expect([first?.id, first?.minted]).toEqual(['toolu_1', undefined]);
    expect(second?.minted).toBe(true);
    const { body } = encodeRequest({ messages: [message] });
    expect(body.messages).toMatchObject([{ content: [{ id: 'toolu_1' }, { id: second?.id }] }]);
    expect(encodeResponse(decodeResponse(answer(call, call)))).toEqual(answer(call, call));
  });
});
