import type { Json, JsonObject } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { compatibleChatRules, openaiChatRules } from './rules.ts';

const hello = { role: 'user', content: 'hi' };
const call = (id = 'c1', name: unknown = 'f', args: unknown = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const asks = (...calls: readonly object[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const result = (id: string, content: unknown = 'ok') => ({ role: 'tool', tool_call_id: id, content });
const tool = (schema?: object, rest: object = {}, name = 'f') => ({
  type: 'function',
  function: { name, ...(schema && { parameters: schema }), ...rest },
});
const closed = { type: 'object', properties: {}, required: [], additionalProperties: false };
const withProperty = (schema: object) => ({ ...closed, properties: { p: schema }, required: ['p'] });
const strict = (schema: object) => ({ messages: [hello], tools: [tool(schema, { strict: true })] });

/** for each rule, bodies that break it and no other, with a piece of what OpenAI says. */
const broken: Readonly<Record<string, readonly (readonly [object, string])[]>> = {
  'unknown-field': [[{ messages: [hello], frobnicate: true }, 'frobnicate']],
  'no-messages': [
    [{}, 'empty array'],
    [{ messages: [] }, 'empty array'],
  ],
  'unknown-role': [[{ messages: [{ role: 'bot', content: 'x' }] }, "Invalid value: 'bot'"]],
  'content-type': [
    [{ messages: [{ role: 'user', content: {} }] }, 'expected one of a string or array of objects, but got an object instead.'],
    [{ messages: [{ role: 'assistant', content: null }] }, 'but got null instead.'],
    [{ messages: [{ role: 'user' }] }, 'but got null instead.'],
  ],
  'empty-content': [[{ messages: [{ role: 'user', content: [] }] }, "Invalid 'messages[0].content': empty array."]],
  'part-type': [
    [{ messages: [{ role: 'user', content: [{ type: 'video_url' }] }] }, "Invalid value: 'video_url'"],
    [
      { messages: [asks(call()), result('c1', [{ type: 'image_url', image_url: { url: 'data:' } }])] },
      "Invalid value: 'image_url'",
    ],
  ],
  'part-field': [
    [
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'x', a: 1 }] }] },
      "Unknown parameter: 'messages[0].content[0].a'.",
    ],
  ],
  'result-without-id': [
    [
      { messages: [asks({ type: 'function', function: { name: 'f', arguments: '' }, id: '' }), { role: 'tool', content: 'x' }] },
      'Missing required parameter',
    ],
  ],
  'empty-calls': [
    [{ messages: [{ role: 'assistant', content: 'x', tool_calls: [] }] }, "Invalid 'messages[0].tool_calls': empty array."],
  ],
  'call-without-id': [
    [
      { messages: [asks({ type: 'function', function: { name: 'f', arguments: '' } })] },
      "Missing required parameter: 'messages[0].tool_calls[0].id'.",
    ],
  ],
  'call-id-length': [[{ messages: [asks(call('x'.repeat(41))), result('x'.repeat(41))] }, 'maximum length 40']],
  'call-name': [[{ messages: [asks(call('c1', 'a.b')), result('c1')] }, 'does not match pattern']],
  'call-name-length': [[{ messages: [asks(call('c1', 'x'.repeat(65))), result('c1')] }, 'maximum length 64']],
  'call-arguments': [[{ messages: [asks(call('c1', 'f', {})), result('c1')] }, 'expected a string, but got an object instead.']],
  'unanswered-call': [
    [{ messages: [asks(call()), hello] }, 'did not have response messages: c1'],
    [{ messages: [asks(call(), call('c2')), result('c1'), hello] }, 'did not have response messages: c2'],
  ],
  'orphan-result': [
    [{ messages: [hello, result('c1')] }, "must be a response to a preceding message with 'tool_calls'"],
    [{ messages: [asks(call()), result('c1'), result('c9')] }, 'must be a response'],
  ],
  'duplicate-result': [[{ messages: [asks(call()), result('c1'), result('c1')] }, "Duplicate value for 'tool_call_id'"]],
  'empty-tools': [[{ messages: [hello], tools: [] }, "[] is too short - 'tools'"]],
  'too-many-tools': [
    [{ messages: [hello], tools: Array.from({ length: 129 }, (_, i) => tool(closed, {}, `f${i}`)) }, 'maximum length 128'],
  ],
  'tool-type': [[{ messages: [hello], tools: [{ ...tool(closed), type: 'web_search' }] }, "Invalid value: 'web_search'"]],
  'tool-name': [
    [{ messages: [hello], tools: [tool(closed, {}, 'a b')] }, 'does not match pattern'],
    [{ messages: [hello], tools: [tool(closed, {}, '')] }, 'does not match pattern'],
  ],
  'tool-name-length': [[{ messages: [hello], tools: [tool(closed, {}, 'x'.repeat(65))] }, 'maximum length 64']],
  'schema-root': [
    [{ messages: [hello], tools: [tool({ type: 'array', items: {} })] }, "schema must have type 'object'"],
    [{ messages: [hello], tools: [tool({})] }, "schema must have type 'object'"],
    [{ messages: [hello], tools: [tool({ ...closed, anyOf: [] })] }, "schema must have type 'object'"],
    [{ messages: [hello], tools: [tool({ type: 'object' })] }, 'object schema missing properties'],
  ],
  schema: [
    [
      { messages: [hello], tools: [tool(withProperty({ type: 'array' }))] },
      "In context=('properties', 'p'), array schema missing items.",
    ],
    [{ messages: [hello], tools: [tool(withProperty({ type: 'array', items: [{}] }))] }, 'not an array'],
  ],
  'strict-schema': [
    [
      strict({ type: 'object', properties: {}, required: [] }),
      "'additionalProperties' is required to be supplied and to be false",
    ],
    [strict({ ...closed, properties: { p: { type: 'string' } } }), "Missing 'p'"],
    [strict({ ...closed, required: ['x'] }), "Extra required key 'x' supplied"],
    [strict(withProperty({ oneOf: [{ type: 'string' }] })), "'oneOf' is not permitted"],
    [strict(withProperty({ $ref: '#/$defs/a', description: 'x' })), '$ref cannot have keywords'],
  ],
  'strict-output': [
    [
      {
        messages: [hello],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'a', strict: true, schema: { type: 'object', properties: {} } },
        },
      },
      "Invalid schema for response_format 'a'",
    ],
  ],
  'choice-without-tools': [
    [{ messages: [hello], tool_choice: 'auto' }, "'tool_choice' is only allowed when 'tools' are specified."],
  ],
  'parallel-without-tools': [
    [{ messages: [hello], parallel_tool_calls: true }, "'parallel_tool_calls' is only allowed when 'tools' are specified."],
  ],
  'choice-value': [[{ messages: [hello], tools: [tool(closed)], tool_choice: 'any' }, "Invalid value: 'any'"]],
  'unknown-choice': [
    [
      { messages: [hello], tools: [tool(closed)], tool_choice: { type: 'function', function: { name: 'g' } } },
      "Tool choice 'g' not found",
    ],
  ],
};

const breaks = (body: Json) => openaiChatRules.filter((rule) => rule.check(body) !== undefined).map(({ id }) => id);
const json = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value));

test('each rule has bodies that break it', () => {
  expect(Object.keys(broken).sort()).toEqual(openaiChatRules.map(({ id }) => id).sort());
});

describe.each(Object.entries(broken))('%s', (id, bodies) => {
  test.each(bodies)('is broken alone by %j', (body, fragment) => {
    const rule = openaiChatRules.find((candidate) => candidate.id === id);
    expect(rule?.check(json(body))?.message).toContain(fragment);
    expect(breaks(json(body))).toEqual([id]);
  });
});

test.each<readonly [string, object]>([
  ['results in any order', { messages: [asks(call(), call('c2')), result('c2'), result('c1'), hello] }],
  ['unknown message fields', { messages: [{ role: 'assistant', content: 'x', annotations: [], parsed: null }] }],
  ['calls in the history and no tools', { messages: [asks({ ...call(), index: 0 }), result('c1')] }],
  ['a choice that is null', { messages: [hello], tool_choice: null, response_format: null }],
  ['a strict schema with defaults', strict(withProperty({ type: 'string', default: 'x' }))],
  ['a property named like a keyword', strict({ ...closed, properties: { oneOf: { type: 'string' } }, required: ['oneOf'] })],
  ['a tool without parameters', { messages: [hello], tools: [tool()] }],
  ['64 characters of a name', { messages: [hello], tools: [tool(closed, {}, 'x'.repeat(64))] }],
  [
    'a breakpoint on a part',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'x', prompt_cache_breakpoint: { mode: 'explicit' } }] }] },
  ],
  [
    'a strict output that is a reference to its definitions',
    {
      messages: [hello],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'o', strict: true, schema: { $ref: '#/$defs/o', $defs: { o: closed } } },
      },
    },
  ],
  [
    'parts of all kinds, and names',
    {
      messages: [
        { role: 'system', name: 'a', content: [{ type: 'text', text: 'x' }] },
        { role: 'developer', content: 'x' },
        {
          role: 'user',
          name: 'b',
          content: [
            { type: 'image_url', image_url: { url: 'data:image/png;base64,', detail: 'original' } },
            { type: 'input_audio', input_audio: { data: '', format: 'wav' } },
            { type: 'file', file: { file_id: 'file_1' } },
          ],
        },
        { role: 'assistant', audio: { id: 'audio_1' } },
        { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
        { role: 'assistant', function_call: { name: 'f', arguments: '{}' } },
        { role: 'function', name: 'f', content: 'x' },
      ],
      functions: [{ name: 'f' }],
      function_call: 'auto',
    },
  ],
  [
    'tools of both kinds, and some of them allowed',
    {
      messages: [hello],
      tools: [tool(), { type: 'custom', custom: { name: 'sql', format: { type: 'text' } } }],
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: {
          mode: 'required',
          tools: [
            { type: 'function', function: { name: 'f' } },
            { type: 'custom', custom: { name: 'sql' } },
          ],
        },
      },
    },
  ],
  [
    'fields that say how to answer',
    {
      messages: [hello],
      modalities: ['text', 'audio'],
      audio: { voice: 'alloy', format: 'wav' },
      prediction: { type: 'content', content: 'x' },
      web_search_options: {},
      logprobs: true,
      top_logprobs: 2,
      verbosity: 'low',
      n: 2,
      moderation: null,
      parallel_tool_calls: null,
    },
  ],
])('what OpenAI was seen to take breaks no rule: %s', (_name, body) => {
  expect(breaks(json(body))).toEqual([]);
});

test('rules are total', () => {
  const odd: readonly Json[] = [
    null,
    1,
    'x',
    [],
    {},
    { messages: 1 },
    { messages: [null, 1, []] },
    { messages: [{ tool_calls: [null] }] },
  ];
  const tools: readonly Json[] = [
    null,
    1,
    [null, 1, { function: 1 }, { function: { parameters: { properties: { a: 1 }, items: null } } }],
  ];
  for (const body of [...odd, ...tools.map((list) => ({ tools: list, tool_choice: { allowed_tools: 1 } }))])
    for (const rule of openaiChatRules) expect(() => rule.check(body)).not.toThrow();
});

test.each([
  ['fields of their own', { messages: [hello], safe_prompt: true }],
  ['hosted tools', { messages: [hello], tools: [{ type: 'openrouter:web_search' }] }],
  ['documents in results', { messages: [asks(call()), result('c1', [{ type: 'document', document: {} }])] }],
  ['arguments as objects, and long ids', { messages: [asks(call('c'.repeat(60), 'f', {})), result('c'.repeat(60))] }],
  [
    'a tool without a type, an empty schema and a choice of their own word',
    { messages: [hello], tools: [{ function: { name: 'f', parameters: {} } }], tool_choice: 'any' },
  ],
])('other servers of the format take %s, which OpenAI refuses', (_name, body) => {
  expect(openaiChatRules.some(({ check }) => check(json(body)))).toBe(true);
  expect(compatibleChatRules.filter(({ check }) => check(json(body))).map(({ id }) => id)).toEqual([]);
});

test('other servers of the format refuse a call that nobody answers, and an answer to none', () => {
  const ids = (body: object) => compatibleChatRules.filter(({ check }) => check(json(body))).map(({ id }) => id);
  expect(ids({ messages: [hello, asks(call())] })).toEqual(['unanswered-call']);
  expect(ids({ messages: [hello, result('c1')] })).toEqual(['orphan-result']);
});
