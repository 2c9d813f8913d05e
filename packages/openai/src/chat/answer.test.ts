import { describe, expect, test } from 'vitest';
import { openaiProfile } from './profile.ts';
import { encodeRequest } from './request.ts';
import { decodeResponse, encodeResponse } from './response.ts';

const answer = (message: object, rest: object = {}, finish_reason: unknown = 'stop') => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-5.4',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
  ...rest,
});
const toolCall = (args: unknown, id: unknown = 'c1') => ({ id, type: 'function', function: { name: 'f', arguments: args } });
const calls = (...list: readonly object[]) => ({ content: null, tool_calls: list });
const partsOf = (body: object) => decodeResponse(body).message.content;
const again = (body: unknown) => encodeResponse(decodeResponse(body));

describe('finish', () => {
  test.each([
    ['stop', {}, 'stop'],
    ['eos', {}, 'stop'],
    ['end', {}, 'stop'],
    ['tool_calls', {}, 'stop'],
    ['tool_calls', { tool_calls: [] }, 'stop'],
    ['stop', calls(toolCall('{}')), 'tool-calls'],
    ['', calls(toolCall('{}')), 'tool-calls'],
    ['stop', { content: null, refusal: 'no' }, 'refusal'],
    ['length', calls(toolCall('{}')), 'length'],
    ['content_filter', { content: null }, 'content-filter'],
    ['error', {}, 'error'],
    ['error', calls(toolCall('{}')), 'error'],
    ['insufficient_system_resource', calls(toolCall('{}')), 'error'],
    ['', { content: 'a' }, 'other'],
    ['something_new', { content: 'a' }, 'other'],
    [7, { content: 'a' }, 'other'],
    [null, { content: 'a' }, 'other'],
  ])('%j with %j is %s', (word, message, reason) => {
    const body = answer(message, {}, word);
    expect(decodeResponse(body).finish.reason).toBe(reason);
    expect(decodeResponse(body).message.finish).toBe(reason);
    expect(again(body)).toEqual(body);
  });

  test('an error in place of an answer is one, with its code', () => {
    expect(decodeResponse({ error: { code: 'quota', message: 'x' } }).finish).toEqual({ reason: 'error', raw: 'quota' });
  });
});

test.each([
  [{ error: { code: 502, message: 'x' } }, {}],
  [{ error: 'x' }, {}],
  [{}, { error: { code: 502, message: 'x' } }],
])('an error beside calls is one: they may be cut off (%j, %j)', (ofBody, ofChoice) => {
  const [choice] = answer(calls(toolCall('{}')), {}, 'tool_calls').choices;
  const body = { ...answer({}), choices: [{ ...choice, ...ofChoice }], ...ofBody };
  expect(decodeResponse(body).finish.reason).toBe('error');
  expect(again(body)).toEqual(body);
});

test.each([null, '', {}, false])('an error of %j is none', (error) => {
  expect(decodeResponse(answer(calls(toolCall('{}')), { error }, 'tool_calls')).finish.reason).toBe('tool-calls');
  expect(decodeResponse(answer({ content: 'a' }, { error })).finish.reason).toBe('stop');
});

test('all answers but the first are kept, also when that was changed', () => {
  const [first] = answer({ content: 'a' }).choices;
  const second = { index: 1, message: { role: 'assistant', content: 'b' }, finish_reason: 'length' };
  const response = decodeResponse({ ...answer({}), choices: [first, second] });
  const message = { ...response.message, content: [{ type: 'text' as const, text: 'edited' }] };
  expect(encodeResponse({ ...response, message })).toMatchObject({ choices: [{ message: { content: 'edited' } }, second] });
});

describe('usage', () => {
  test.each([
    [
      { prompt_tokens: 10, completion_tokens: 2 },
      { input: 10, output: 2 },
    ],
    [
      { prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 7, cache_write_tokens: 3 } },
      { input: 10, cachedInput: 7, cacheWrite: 3 },
    ],
    [
      { completion_tokens: 9, completion_tokens_details: { reasoning_tokens: 4 } },
      { output: 9, reasoning: 4 },
    ],
    [
      { input_tokens: 3, output_tokens: 4, input_tokens_details: { cached_tokens: 1 } },
      { input: 3, output: 4, cachedInput: 1 },
    ],
    [
      { prompt_tokens: 10, prompt_cache_hit_tokens: 6 },
      { input: 10, cachedInput: 6 },
    ],
    [
      { prompt_tokens: 10, cached_tokens: 5 },
      { input: 10, cachedInput: 5 },
    ],
    [{ prompt_tokens: 0, completion_tokens: Number.NaN }, { input: 0 }],
    [{ total_tokens: 4 }, undefined],
    [{}, undefined],
  ])('%j is %j', (usage, expected) => {
    expect(decodeResponse(answer({ content: 'a' }, { usage })).usage).toEqual(expected);
  });

  test('is also found in the choice and beside it, and is unknown where it is not', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2 };
    const inChoice = answer({}, { choices: [{ index: 0, message: { content: 'a' }, finish_reason: 'stop', usage }] });
    expect(decodeResponse(inChoice).usage).toEqual({ input: 1, output: 2 });
    expect(again(inChoice)).toEqual(inChoice);
    expect(decodeResponse(answer({ content: 'a' }, { x_groq: { usage } })).usage).toEqual({ input: 1, output: 2 });
    expect(decodeResponse(answer({ content: 'a' })).usage).toBeUndefined();
    expect(decodeResponse(answer({ content: 'a' }, { usage: null })).usage).toBeUndefined();
  });

  test('goes back as it came, or in the shape of OpenAI when it was changed', () => {
    const response = decodeResponse(answer({ content: 'a' }, { usage: { prompt_tokens: 1, queue_time: 3 } }));
    expect(encodeResponse(response).usage).toEqual({ prompt_tokens: 1, queue_time: 3 });
    expect(encodeResponse({ ...response, usage: { input: 2, output: 1, cachedInput: 1 } }).usage).toEqual({
      prompt_tokens: 2,
      completion_tokens: 1,
      total_tokens: 3,
      prompt_tokens_details: { cached_tokens: 1 },
    });
  });
});

describe('ids and origin', () => {
  test('a missing id is made, the same each time, and the next request uses it', () => {
    const body = answer(
      calls(
        toolCall('{}', ''),
        toolCall('{}', null),
        { ...toolCall('{}'), id: 0.5 },
        { type: 'function', function: { name: 'f' } },
      ),
    );
    const made = partsOf(body);
    const ids = made.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []));
    expect(new Set(ids).size).toBe(4);
    expect(made).toMatchObject([{ minted: true }, { minted: true }, { id: '0.5' }, { minted: true }]);
    expect(partsOf(body)).toEqual(made);
    const sent = encodeRequest({ messages: [decodeResponse(body).message] }).body;
    expect(sent.messages).toMatchObject([{ tool_calls: ids.map((id) => ({ id })) }]);
    expect(again(body)).toEqual(body);
  });

  test('the second of two calls with one id gets another', () => {
    const body = answer(calls(toolCall('{"c":1}', 'x'), toolCall('{"c":2}', 'x')));
    const [first, second] = partsOf(body);
    expect(first).toMatchObject({ id: 'x', args: { c: 1 } });
    expect(second).toMatchObject({ minted: true, args: { c: 2 } });
    expect(second).not.toMatchObject({ id: 'x' });
    expect(again(body)).toEqual(body);
  });

  test('says who answered', () => {
    expect(decodeResponse(answer({ content: 'a' })).message.origin).toEqual({
      codec: 'openai-chat',
      provider: 'openai',
      model: 'gpt-5.4',
    });
    const profile = { ...openaiProfile('x'), name: 'groq:llama-9', provider: 'groq' };
    expect(decodeResponse(answer({ content: 'a' }), { profile }).message.origin).toEqual({
      codec: 'openai-chat',
      provider: 'groq',
      model: 'llama-9',
    });
  });
});

describe('arguments', () => {
  test('that cannot be read are a fault with their text, and an empty object in the next request', () => {
    const body = answer(calls(toolCall('{"cmd": "ls')));
    expect(partsOf(body)).toMatchObject([{ args: {}, argsText: '{"cmd": "ls', fault: { code: 'invalid-json' } }]);
    const sent = encodeRequest({ messages: [decodeResponse(body).message] }).body;
    expect(sent.messages).toMatchObject([{ tool_calls: [{ function: { arguments: '{}' } }] }]);
    expect(again(body)).toEqual(body);
  });

  test('of the last call of an answer that was cut off are not to be executed, even if they are JSON', () => {
    const body = answer(calls(toolCall('{"a":1}'), toolCall('{"a":2}', 'c2')), {}, 'length');
    expect(partsOf(body)).toMatchObject([
      { id: 'c1', args: { a: 1 } },
      { id: 'c2', args: {}, argsText: '{"a":2}', fault: { code: 'cut-off' } },
    ]);
    expect(partsOf(body)[0]).not.toHaveProperty('fault');
    expect(again(body)).toEqual(body);
  });

  test('go back byte for byte, great integers and white space included', () => {
    const text = '{ "id": 2512292042121000001 }';
    const { message } = decodeResponse(answer(calls(toolCall(text))));
    expect(encodeRequest({ messages: [message] }).body.messages).toMatchObject([
      { tool_calls: [{ function: { arguments: text } }] },
    ]);
  });
});

test('usage beside the choices goes before that of a choice, and that before a router’s own', () => {
  const [body, choice, router] = [1, 2, 3].map((prompt_tokens) => ({ prompt_tokens }));
  const choices = [{ index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop', usage: choice }];
  const more = { x_groq: { usage: router } };
  expect(decodeResponse({ choices, usage: body, ...more }).usage).toEqual({ input: 1 });
  expect(decodeResponse({ choices, ...more }).usage).toEqual({ input: 2 });
  expect(decodeResponse({ ...answer({ content: 'a' }), ...more }).usage).toEqual({ input: 3 });
});
