import { type Response, WireError } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
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

describe('parts', () => {
  test('reasoning, text, refusal and calls, in this order', () => {
    const body = answer({ reasoning: 'hm', content: 'a', refusal: 'no', tool_calls: [toolCall('{"a":1}')] });
    expect(partsOf(body)).toMatchObject([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'a' },
      { type: 'refusal', text: 'no' },
      { type: 'tool-call', id: 'c1', name: 'f', args: { a: 1 }, argsText: '{"a":1}' },
    ]);
    expect(again(body)).toEqual(body);
  });

  test('two copies of one reasoning are one', () => {
    const body = answer({ content: 'a', reasoning: 'hm', reasoning_content: 'hm' });
    expect(partsOf(body)).toMatchObject([{ type: 'reasoning', text: 'hm' }, { type: 'text' }]);
    expect(again(body)).toEqual(body);
  });

  test('an empty reasoning is said again to vendors that demand one with each call', () => {
    const { message } = decodeResponse(answer({ ...calls(toolCall('{}')), reasoning_content: '' }));
    expect(encodeRequest({ messages: [message] }).body.messages).toMatchObject([{ reasoning_content: '' }]);
  });

  test('signatures without a text are said again without one', () => {
    const { message } = decodeResponse(answer({ content: 'a', reasoning_details: [{ type: 'reasoning.encrypted', data: 'd' }] }));
    expect(encodeRequest({ messages: [message] }).body.messages).toEqual([
      { role: 'assistant', content: 'a', reasoning_details: [{ type: 'reasoning.encrypted', data: 'd' }] },
    ]);
  });

  test('the first version’s call is one where there are no others', () => {
    const legacy = { function_call: { name: 'g', arguments: '{}' } };
    expect(partsOf(answer({ content: null, ...legacy }))).toMatchObject([{ type: 'tool-call', name: 'g' }]);
    expect(partsOf(answer({ ...calls(toolCall('{}')), ...legacy }))).toMatchObject([{ type: 'tool-call', name: 'f' }]);
  });

  test.each(['annotations', 'citations', 'parsed', 'executed_tools'])('%s of an answer are not said again', (name) => {
    const { message } = decodeResponse(answer({ content: 'a', [name]: ['x'] }));
    expect(encodeRequest({ messages: [message] }).body.messages).toEqual([{ role: 'assistant', content: 'a' }]);
  });

  test('what an answer says about itself is not said again', () => {
    const body = answer({ content: 'a', refusal: null, annotations: [], audio: null, function_call: null, tool_calls: null });
    expect(encodeRequest({ messages: [decodeResponse(body).message] }).body.messages).toEqual([
      { role: 'assistant', content: 'a' },
    ]);
    expect(again(body)).toEqual(body);
  });

  test('signatures on a call go back with it while it is as it was', () => {
    const signed = { ...toolCall('{"a":1}'), extra_content: { google: { thought_signature: 's' } } };
    const { message } = decodeResponse(answer(calls(signed)));
    expect(encodeRequest({ messages: [message] }).body.messages).toMatchObject([{ tool_calls: [signed] }]);
    const [call] = message.content;
    const edited = call?.type === 'tool-call' ? { ...call, args: { a: 2 } } : undefined;
    const sent = encodeRequest({ messages: [{ role: 'assistant', content: edited ? [edited] : [] }] }).body;
    expect(JSON.stringify(sent)).not.toContain('thought_signature');
  });

  test('a spoken answer has its transcript, and goes back by its id', () => {
    const body = answer({ content: null, audio: { id: 'audio_1', data: 'AAAA', expires_at: 9, transcript: 'hello' } });
    expect(partsOf(body)).toMatchObject([{ type: 'media', mediaType: 'audio/*', data: { base64: 'AAAA' }, transcript: 'hello' }]);
    expect(encodeRequest({ messages: [decodeResponse(body).message] }).body.messages).toMatchObject([
      { audio: { id: 'audio_1' } },
    ]);
    expect(again(body)).toEqual(body);
  });

  test('a call of a text tool has its text as input', () => {
    const body = answer(calls({ id: 'c1', type: 'custom', custom: { name: 'sql', input: 'select 1' } }));
    expect(partsOf(body)).toMatchObject([{ type: 'tool-call', name: 'sql', args: { input: 'select 1' } }]);
    expect(again(body)).toEqual(body);
  });
});

describe('odd answers', () => {
  test.each([
    ['no choices', { id: 'x', object: 'chat.completion', choices: [] }],
    ['choices that are null', { choices: null }],
    ['no message', answer({}, { choices: [{ index: 0, finish_reason: 'stop' }] })],
    ['a message that is null', answer({}, { choices: [{ index: 0, message: null }] })],
    ['a delta', answer({}, { choices: [{ index: 0, delta: { content: 'a' } }] })],
    [
      'a list of content',
      answer({
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'a' },
        ],
      }),
    ],
    ['no calls in a list', answer({ content: 'a', tool_calls: [] })],
    ['zero values', answer({ content: 'a', refusal: '', audio: { id: '' }, function_call: { name: '', arguments: '' } })],
    ['calls that are no objects', answer({ content: 'a', tool_calls: [null, 1, 'x'] })],
    [
      'several choices',
      answer(
        {},
        {
          choices: [
            { index: 0, message: { content: 'a' } },
            { index: 1, message: { content: 'b' } },
          ],
        },
      ),
    ],
    ['an error', { error: { message: 'x', code: 429 } }],
    [
      'a message at the top',
      { id: 'x', message: { role: 'assistant', content: [{ type: 'text', text: 'a' }] }, finish_reason: 'COMPLETE' },
    ],
    ['arguments that are an object', answer(calls(toolCall({ a: 1 })))],
    ['nothing at all', {}],
  ])('are read without an exception and come back: %s', (_name, body) => {
    expect(again(body)).toEqual(body);
  });

  test('what is no object is no answer', () => {
    for (const body of [null, 'x', [], 1, undefined]) expect(() => decodeResponse(body)).toThrow(WireError);
  });

  test('an edited text shows, whatever shape it came in', () => {
    for (const content of ['a', [{ type: 'text', text: 'a' }]]) {
      for (const body of [answer({ content }), { id: 'x', message: { role: 'assistant', content } }]) {
        const response = decodeResponse(body);
        const edited: Response = { ...response, message: { ...response.message, content: [{ type: 'text', text: 'edited' }] } };
        expect(JSON.stringify(encodeResponse(edited))).toContain('edited');
      }
    }
  });

  test('a part that Chat has no word for is left out of an answer', () => {
    const content = [
      { type: 'reasoning', text: 'a' },
      { type: 'hosted-tool', id: 'h', tool: 'other.search', args: {}, status: 'done' },
      { type: 'reasoning', text: 'b' },
      { type: 'tool-call', id: 'c', name: 'f', args: {} },
      { type: 'text', text: 'late' },
    ] as const;
    const { message } = decodeResponse(
      encodeResponse({ message: { role: 'assistant', content }, finish: { reason: 'tool-calls' } }),
    );
    expect(message.content).toMatchObject([
      { type: 'reasoning', text: 'a\n\nb' },
      { text: 'late' },
      { type: 'tool-call', id: 'c' },
    ]);
  });
});

test('an image of an answer, which Chat cannot say, is left out, wherever its bytes are', () => {
  for (const data of [{ fileId: 'f1' }, { base64: 'iVBORw0KGgo=' }, { url: 'https://example.com/a.png' }]) {
    const image = { type: 'media' as const, mediaType: 'image/png', data };
    const message = { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'here' }, image] };
    expect(encodeResponse({ message, finish: { reason: 'stop' } })).toMatchObject({
      choices: [{ message: { content: 'here' } }],
    });
  }
});
