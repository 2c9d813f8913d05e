import {
  canonicalJson,
  extendProfile,
  type Json,
  type JsonObject,
  lower,
  type Profile,
  type Request,
  WireError,
} from '@toolglot/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { googleGenerateContent } from './codec.ts';
import { googleProfile } from './profiles.ts';

const { decodeRequest, encodeRequest, decodeResponse, encodeResponse } = googleGenerateContent;

const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)));
const names = [
  ...['text', 'thought', 'thoughtSignature', 'thought_signature', 'inlineData', 'inline_data', 'fileData', 'functionCall'],
  ...['function_call', 'functionResponse', 'executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse', 'videoMetadata'],
];
const inner = fc.dictionary(
  fc.constantFrom('id', 'name', 'args', 'response', 'parts', 'mimeType', 'mime_type', 'data', 'fileUri', 'toolType', 'output'),
  json,
);
const part = fc.dictionary(fc.constantFrom(...names), fc.oneof(json, inner, fc.string()));
const parts = fc.oneof(json, part, fc.array(fc.oneof(part, json)));
const content = fc.record({ role: fc.constantFrom('user', 'model', 'function', 'critic'), parts });
const fields = fc.constantFrom(
  ...['systemInstruction', 'system_instruction', 'tools', 'toolConfig', 'tool_config', 'generationConfig', 'safetySettings'],
);
const nested = fc.dictionary(
  fc.constantFrom(
    'functionDeclarations',
    'functionCallingConfig',
    'mode',
    'parts',
    'thinkingConfig',
    'stopSequences',
    'googleSearch',
  ),
  json,
);

describe('readers are tolerant, and nothing is lost', () => {
  test('any contents at all are read, and written as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(content, json)), (contents) => {
        const { request } = decodeRequest({ contents });
        const readable = contents.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
        if (readable) expect(canonicalJson(encodeRequest(request).body)).toBe(canonicalJson({ contents }));
      }),
    );
  });

  test('any fields of a body are read, and written as they were', () => {
    fc.assert(
      fc.property(fc.dictionary(fields, fc.oneof(json, nested)), (body) => {
        const { request } = decodeRequest({ contents: [], ...body });
        expect(canonicalJson(encodeRequest(request).body)).toBe(canonicalJson({ contents: [], ...body }));
      }),
    );
  });

  test('a body without contents is no request, and the error says what stood there', () => {
    const none = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean());
    fc.assert(fc.property(none, (contents) => void expect(() => decodeRequest({ contents })).toThrow(WireError)));
    expect(() => decodeRequest({})).toThrow('a list of contents');
    expect(() => decodeRequest('hello')).toThrow(WireError);
  });

  test('any parts of an answer are read, and come back', () => {
    fc.assert(
      fc.property(parts, (list) => {
        const body = { candidates: [{ content: { role: 'model', parts: list }, finishReason: 'STOP' }] };
        expect(canonicalJson(encodeResponse(decodeResponse(body)))).toBe(canonicalJson(body));
      }),
    );
  });

  test('any members of an answer are read, and come back', () => {
    const members = fc.constantFrom('content', 'finishReason', 'index', 'finishMessage', 'groundingMetadata');
    const answer = fc.record({
      candidates: fc.array(fc.dictionary(members, json), { maxLength: 3 }),
      usageMetadata: json,
      promptFeedback: json,
    });
    fc.assert(
      fc.property(answer, (body) => void expect(canonicalJson(encodeResponse(decodeResponse(body)))).toBe(canonicalJson(body))),
    );
  });
});

const weather: NonNullable<Request['tools']> = [
  {
    type: 'function',
    name: 'get_weather',
    description: '天气',
    input: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'array', items: { type: 'integer' } } } },
  },
  { type: 'function', name: 'now' },
];

const requests: Readonly<Record<string, Request>> = {
  'a conversation with calls and results': {
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: '北京?' },
          { type: 'media', mediaType: 'image/png', data: { base64: 'iVBOR' } },
          { type: 'media', mediaType: 'video/mp4', data: { fileId: 'gs://bucket/film.mp4' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', id: 'a', name: 'get_weather', args: { city: '北京' } },
          { type: 'tool-call', id: 'b', name: 'get_weather', args: {} },
          { type: 'tool-call', id: 'c', name: 'now', args: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', callId: 'a', name: 'get_weather', content: [{ type: 'text', text: '22°C' }] },
          {
            type: 'tool-result',
            callId: 'b',
            name: 'get_weather',
            content: [{ type: 'json', value: { code: 7 } }],
            isError: true,
          },
          { type: 'tool-result', callId: 'c', name: 'now', content: [{ type: 'json', value: [12, 0] }] },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'and?' }] },
    ],
    tools: weather,
    toolChoice: { tools: ['get_weather', 'now'], mode: 'required' },
  },
  'settings and an output': {
    messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }],
    settings: {
      maxTokens: 100,
      topP: 0.5,
      stop: ['END'],
      seed: 7,
      candidates: 2,
      reasoning: { effort: 'high', visible: 'summary' },
    },
    output: { schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
  },
  'a choice that is free, and a tool that the vendor runs': {
    messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }],
    tools: [...weather, { type: 'hosted', id: 'google.googleSearch' }],
    toolChoice: 'auto',
  },
};

const profiles: Readonly<Record<string, Profile>> = {
  'the newest': googleProfile('gemini-3-flash-preview'),
  'OpenAPI schemas': extendProfile(googleProfile('gemini-3-flash-preview'), { schema: { dialect: 'google-openapi' } }),
};

describe.each(Object.entries(profiles))('for %s', (_profile, profile) => {
  test.each(Object.entries(requests))('%s, lowered, is read back as it was', (_name, request) => {
    const { request: lowered } = lower({ ...request, model: 'gemini-3-flash-preview' }, profile);
    const { body } = encodeRequest(lowered, profile);
    const { request: again } = decodeRequest(body, { model: 'gemini-3-flash-preview' });
    expect(withoutOrigin(again)).toEqual(lowered);
  });
});

/** a body does not say who wrote its messages; how its schemas were said is in the slots of the request. */
function withoutOrigin({ messages, tools, vendor: _vendor, ...request }: Request): Request {
  const anonymous = messages.map((turn) => {
    if (turn.role !== 'assistant') return turn;
    const { origin, ...others } = turn;
    return others;
  });
  const plain = tools?.map(({ vendor: _slots, ...tool }) => tool);
  return { ...request, messages: anonymous, ...(plain && { tools: plain }) };
}

test('a value of any kind is a result that comes back', () => {
  const call = { role: 'assistant', content: [{ type: 'tool-call', id: 'a', name: 'f', args: {} }] } as const;
  fc.assert(
    fc.property(fc.oneof(json, valuesNamedLikeResults), fc.boolean(), (value, isError) => {
      const content =
        typeof value === 'string' ? [{ type: 'text' as const, text: value || '-' }] : [{ type: 'json' as const, value }];
      const result = { type: 'tool-result', callId: 'a', name: 'f', content, ...(isError && { isError }) } as const;
      const { body } = encodeRequest({ messages: [call, { role: 'tool', content: [result] }] });
      expect(decodeRequest(body).request.messages[1]).toEqual({ role: 'tool', content: [result] });
    }),
  );
});

const valuesNamedLikeResults: fc.Arbitrary<JsonObject> = fc.dictionary(fc.constantFrom('output', 'error', 'result'), json);
