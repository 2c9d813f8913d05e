import { canonicalJson, type Json, type JsonObject, lower, type Request, WireError } from '@toolglot/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anthropicMessages } from './codec.ts';
import { anthropicProfile } from './profiles.ts';

const { decodeRequest, encodeRequest, decodeResponse, encodeResponse } = anthropicMessages;

const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)));
const types = fc.constantFrom(
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'tool_result',
  'image',
  'document',
  'server_tool_use',
  'x_tool_result',
);
const fields = fc.constantFrom(
  'text',
  'thinking',
  'id',
  'tool_use_id',
  'name',
  'input',
  'content',
  'source',
  'cache_control',
  'is_error',
  'data',
);
const block = fc.tuple(types, fc.dictionary(fields, json)).map(([type, members]): JsonObject => ({ type, ...members }));
const content = fc.oneof(json, fc.array(fc.oneof(block, json)));
const message = fc.record({ role: fc.constantFrom('user', 'assistant', 'system', 'critic'), content });

describe('readers are tolerant', () => {
  test('any message at all is read', () => {
    fc.assert(fc.property(fc.array(fc.oneof(message, json)), (messages) => void decodeRequest({ messages })));
  });

  test('any fields of a body are read', () => {
    const names = fc.constantFrom(
      'system',
      'tools',
      'tool_choice',
      'thinking',
      'output_config',
      'max_tokens',
      'stop_sequences',
      'cache_control',
    );
    fc.assert(fc.property(fc.dictionary(names, json), (body) => void decodeRequest({ messages: [], ...body })));
  });

  test('a body without a list of messages is no request, and the error says what stood there', () => {
    const noList = json.filter((value) => !Array.isArray(value));
    fc.assert(
      fc.property(noList, (messages) => {
        const error = thrownBy(() => decodeRequest({ messages }));
        expect(error).toBeInstanceOf(WireError);
        expect(error).toMatchObject({ path: 'messages', message: expect.stringContaining('a list of messages') });
      }),
    );
    expect(() => decodeRequest({})).toThrow(WireError);
  });

  test('any blocks of an answer are read, and kept', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(block, json)), (blocks) => {
        const answer = decodeResponse({ content: blocks });
        expect(decodeResponse(encodeResponse(answer)).message.content.length).toBe(answer.message.content.length);
      }),
    );
  });
});

const weather: NonNullable<Request['tools']> = [
  {
    type: 'function',
    name: 'get_weather',
    description: '天气',
    input: { type: 'object', properties: { city: { type: 'string' } } },
  },
  { type: 'function', name: 'now', deferred: true, strict: false, examples: [{}] },
  { type: 'hosted', id: 'anthropic.web_search', config: { type: 'web_search_20250305', name: 'web_search' } },
  { type: 'client', id: 'anthropic.bash', name: 'bash', config: { type: 'bash_20250124' } },
];

const requests: Readonly<Record<string, Request>> = {
  'a conversation with calls and results': {
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache: {} }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: '北京?' },
          { type: 'media', mediaType: 'image/png', data: { base64: 'iVBOR' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', id: 'a', name: 'get_weather', args: { city: '北京' } },
          { type: 'tool-call', id: 'b', name: 'get_weather', args: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', callId: 'a', name: 'get_weather', content: [{ type: 'text', text: '22°C' }], isError: false },
          { type: 'tool-result', callId: 'b', name: 'get_weather', content: [], isError: true },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'and?' }] },
    ],
    tools: weather,
    toolChoice: 'auto',
    parallelCalls: false,
  },
  'settings and an output': {
    messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }],
    settings: { maxTokens: 100, stop: ['END'], reasoning: { effort: 'high', visible: 'summary' } },
    output: { schema: { type: 'object', additionalProperties: false } },
    stream: true,
    cache: 'auto',
  },
};

test.each(Object.entries(requests))('%s, lowered, is read back as it was', (_name, request) => {
  const profile = anthropicProfile('claude-opus-5');
  const { request: lowered } = lower({ ...request, model: 'claude-opus-5' }, profile);
  const { request: again } = decodeRequest(encodeRequest(lowered, profile).body);
  expect(canonicalJson(withoutOrigin(again))).toBe(canonicalJson(lowered));
});

/** a body does not say who wrote its messages. */
function withoutOrigin({ messages, ...request }: Request): Request {
  const anonymous = messages.map((turn) => {
    if (turn.role !== 'assistant') return turn;
    const { origin, ...others } = turn;
    return others;
  });
  return { ...request, messages: anonymous };
}

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
