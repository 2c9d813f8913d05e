import { canonicalJson, type Json, type JsonObject, lower, type Request, WireError } from '@toolglot/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bedrockConverse } from './codec.ts';
import { bedrockProfile } from './profiles.ts';

const { decodeRequest, encodeRequest, decodeResponse, encodeResponse } = bedrockConverse;

const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)));
const kinds = fc.constantFrom(
  'text',
  'image',
  'document',
  'video',
  'toolUse',
  'toolResult',
  'reasoningContent',
  'citationsContent',
  'guardContent',
  'cachePoint',
);
const members = fc.constantFrom(
  'text',
  'toolUseId',
  'name',
  'input',
  'content',
  'status',
  'type',
  'format',
  'source',
  'bytes',
  's3Location',
  'uri',
  'reasoningText',
  'redactedContent',
  'signature',
  'json',
  'ttl',
);
const inner = fc.dictionary(
  members,
  fc.oneof(json, fc.dictionary(members, json), fc.constantFrom('server_tool_use', 'png', 'txt', 'default')),
);
const anyBlock = fc.tuple(kinds, fc.oneof(inner, json)).map(([kind, value]): JsonObject => ({ [kind]: value }));
/** A call that can be read: others are a fault, with a test of their own. */
const readable = fc
  .dictionary(fc.string(), fc.string())
  .map((input): JsonObject => ({ toolUse: { toolUseId: 'a', name: 'f', input } }));
const block = fc.oneof(
  anyBlock.filter((of) => !('toolUse' in of)),
  readable,
);
const content = fc.oneof(json, fc.array(fc.oneof(block, json)));
const message = fc.record({ role: fc.constantFrom('user', 'assistant', 'system', 'critic'), content });
const tool = fc.tuple(fc.constantFrom('toolSpec', 'systemTool', 'cachePoint'), inner).map(([kind, value]) => ({ [kind]: value }));
const leaf = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.dictionary(members, json, { maxKeys: 2 }));
const group = fc.oneof(
  leaf,
  fc.record(
    {
      tools: fc.oneof(leaf, fc.array(fc.oneof(tool, leaf), { maxLength: 4 })),
      toolChoice: fc.oneof(leaf, fc.constantFrom({ auto: {} }, { tool: { name: 'f' } }, { tool: {} })),
      maxTokens: leaf,
      stopSequences: fc.array(fc.oneof(leaf, fc.string()), { maxLength: 3 }),
      textFormat: fc.oneof(
        leaf,
        fc.constant({ type: 'json_schema', structure: { jsonSchema: { schema: '{ "type":"object" }' } } }),
      ),
      effort: fc.oneof(leaf, fc.constantFrom('low', 'xhigh')),
      thinking: fc.oneof(
        leaf,
        fc.constantFrom({ type: 'disabled' }, { type: 'enabled', budget_tokens: 1024 }, { type: 'adaptive', x: 1 }),
      ),
      ofNextYear: leaf,
    },
    { requiredKeys: [] },
  ),
);
const bodies = fc.record(
  {
    system: fc.oneof(leaf, fc.array(fc.oneof(block, leaf), { maxLength: 3 })),
    toolConfig: group,
    inferenceConfig: group,
    outputConfig: group,
    additionalModelRequestFields: group,
    ofNextYear: leaf,
  },
  { requiredKeys: [] },
);

describe('readers are tolerant', () => {
  test('any messages are read, and written again as they were', () => {
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        expect(encodeRequest(decodeRequest({ messages }).request).body.messages).toEqual(messages);
      }),
    );
  });

  test('messages of any kind at all are read', () => {
    fc.assert(fc.property(fc.array(fc.oneof(message, json)), (messages) => void decodeRequest({ messages })));
  });

  test('any fields of a body are read, and written again as they were', () => {
    fc.assert(
      fc.property(bodies, (fields) => {
        const body = { messages: [], ...fields };
        expect(canonicalJson(encodeRequest(decodeRequest(body).request).body)).toBe(canonicalJson(body));
      }),
    );
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

  test('any blocks of an answer are read, and given again as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyBlock, json)), fc.dictionary(fc.string(), json), (blocks, more) => {
        const body = { ...more, output: { message: { role: 'assistant', content: blocks } } };
        expect(canonicalJson(encodeResponse(decodeResponse(body)))).toBe(canonicalJson(body));
      }),
    );
  });

  test('an answer that is none is a WireError', () => {
    for (const body of [null, 'text', {}, { output: {} }, { output: { message: { content: 'a' } } }])
      expect(() => decodeResponse(body)).toThrow(WireError);
  });
});

const weather: NonNullable<Request['tools']> = [
  {
    type: 'function',
    name: 'get_weather',
    description: '天气',
    input: { type: 'object', properties: { city: { type: 'string' } } },
  },
  { type: 'function', name: 'now', strict: false, cache: {} },
];

const requests: Readonly<Record<string, Request>> = {
  'a conversation with calls and results': {
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache: { ttl: '1h' } }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: '北京?' },
          { type: 'media', mediaType: 'image/png', data: { base64: 'iVBOR' } },
          { type: 'media', mediaType: 'application/pdf', data: { base64: 'JVBER' } },
          { type: 'media', mediaType: 'text/csv', data: { url: 's3://bucket/a.csv' }, filename: 'a', cache: {} },
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
          { type: 'tool-result', callId: 'b', name: 'get_weather', content: [], cache: {} },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'and?' }] },
    ],
    tools: weather,
    toolChoice: 'auto',
    parallelCalls: true,
  },
  'settings and an output': {
    messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }],
    settings: { maxTokens: 100, stop: ['END'], reasoning: { effort: 'high', visible: 'summary' } },
    output: { schema: { type: 'object', additionalProperties: false }, name: 'answer' },
  },
};

test.each(Object.entries(requests))('%s, lowered, is read back as it was', (_name, request) => {
  const model = 'us.anthropic.claude-sonnet-5';
  const { request: lowered } = lower({ ...request, model }, bedrockProfile(model));
  const { request: again } = decodeRequest(encodeRequest(lowered).body, { model });
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
