import type { Json, JsonObject } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { anthropicRules } from './rules.ts';

const user = (content: Json) => ({ role: 'user', content });
const assistant = (...content: Json[]) => ({ role: 'assistant', content });
const text = (value: string) => ({ type: 'text', text: value });
const call = (id = 'toolu_1', input: Json = {}) => ({ type: 'tool_use', id, name: 'f', input });
const result = (id = 'toolu_1', content: Json = 'ok') => ({ type: 'tool_result', tool_use_id: id, content });
const tool = (changes: JsonObject = {}) => ({ name: 'f', input_schema: { type: 'object' }, ...changes });
const withSchema = (schema: JsonObject) => ({ tools: [tool({ input_schema: { type: 'object', ...schema } })] });

const question = user('北京?');
const step = [question, assistant(call()), user([result()])];

/** A body that breaks nothing, with changes. */
const body = (changes: JsonObject = {}): JsonObject => ({
  model: 'claude-opus-5',
  max_tokens: 100,
  messages: [question],
  tools: [tool()],
  ...changes,
});
const talk = (...messages: Json[]) => body({ messages });

const newest = { 'anthropic-version': '2026-10-21' };
const mark = { cache_control: { type: 'ephemeral' } };
const longMark = { cache_control: { type: 'ephemeral', ttl: '1h' } };

interface Case {
  readonly breaks: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

const strictTool = (schema: JsonObject, more: JsonObject = {}) =>
  tool({ strict: true, input_schema: { type: 'object', additionalProperties: false, ...schema }, ...more });
const properties = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}]));
const $defs = { city: { type: 'string' } };
const twice = { a: { $ref: '#/$defs/city' }, b: { $ref: '#/$defs/city' } };

const cases: Readonly<Record<string, Json | Case>> = {
  'body-no-object': [],
  'unknown-field': body({ frobnicate: true }),
  'model-missing': { max_tokens: 1, messages: [question] },
  'max-tokens': { model: 'm', messages: [question] },
  'messages-missing': body({ messages: [] }),
  'sampling-removed': { breaks: body({ temperature: 1 }), headers: newest },
  'stop-sequence-blank': body({ stop_sequences: ['\n'] }),
  'thinking-budget': body({ model: 'claude-haiku-4-5', thinking: { type: 'enabled', budget_tokens: 2000 } }),
  'thinking-mode': body({ thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 2000 }),
  'effort-unsupported': body({ model: 'claude-haiku-4-5', output_config: { effort: 'low' } }),
  'thinking-in-last-turn': body({
    model: 'claude-haiku-4-5',
    thinking: { type: 'disabled' },
    messages: [question, assistant({ type: 'thinking', thinking: 't', signature: 'S' }, text('22'))],
  }),
  'thinking-missing': body({
    model: 'claude-haiku-4-5',
    max_tokens: 2000,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    messages: step,
  }),
  'system-content': body({ system: [{ type: 'image', source: { type: 'url', url: 'u' } }] }),
  'unknown-role': talk(question, { role: 'operator', content: 'x' }),
  'first-turn': talk(assistant(text('hi')), question),
  prefill: talk(question, assistant(text('It is'))),
  'trailing-space': body({ model: 'claude-haiku-4-5', messages: [question, assistant(text('It is '))] }),
  'content-type': talk(user(null)),
  'content-empty': talk(user([]), assistant(text('a')), question),
  'text-empty': talk(user([text('')])),
  'text-blank': talk(user(' \n')),
  'system-position': talk(question, assistant(text('a')), { role: 'system', content: 'Be brief.' }),
  'system-role': body({ model: 'claude-haiku-4-5', messages: [question, { role: 'system', content: 'Be brief.' }] }),
  'result-missing': talk(question, assistant(call()), user('and?')),
  'result-orphan': talk(question, assistant(text('a')), user([result()])),
  'result-twice': talk(question, assistant(call()), user([result(), result()])),
  'call-twice': talk(question, assistant(call(), call()), user([result()])),
  'hosted-result-missing': talk(
    question,
    assistant({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
    question,
  ),
  'unknown-block': talk(user([{ type: 'smell', smell: 'tar' }])),
  'text-missing': talk(user([{ type: 'text' }])),
  'call-id': talk(question, assistant(call('a:1')), user([{ ...result('a:1'), tool_use_id: 'a:1' }])),
  'hosted-id': talk(
    question,
    assistant(
      { type: 'server_tool_use', id: 'x', name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: 'x', content: [] },
    ),
    question,
  ),
  'call-name': talk(question, assistant({ ...call(), name: 'a.b' }), user([result()])),
  'call-input': talk(question, assistant(call('toolu_1', '{}')), user([result()])),
  'result-content': talk(question, assistant(call()), user([result('toolu_1', 22)])),
  'error-content': talk(
    question,
    assistant(call()),
    user([{ ...result('toolu_1', [{ type: 'image', source: { type: 'url', url: 'u' } }]), is_error: true }]),
  ),
  'thinking-signature': talk(question, assistant({ type: 'thinking', thinking: 't', signature: '' }, text('a')), question),
  'removed-by-version': {
    breaks: talk(user([{ ...text('a'), citations: [{ type: 'char_location' }] }])),
    headers: newest,
  },
  'cache-marks': talk(user(['a', 'b', 'c', 'd', 'e'].map((letter) => ({ ...text(letter), ...mark })))),
  'cache-order': talk(
    user([
      { ...text('a'), ...mark },
      { ...text('b'), ...longMark },
    ]),
  ),
  'cache-place': body({ tools: [tool(), tool({ name: 'g', defer_loading: true, ...mark })] }),
  'tool-name': body({ tools: [tool({ name: 'a.b' })] }),
  'tool-name-twice': body({ tools: [tool(), tool()] }),
  'all-deferred': body({ tools: [tool({ defer_loading: true })] }),
  'search-tool-deferred': body({
    tools: [tool(), { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25', defer_loading: true }],
  }),
  'tools-missing': { model: 'claude-opus-5', max_tokens: 100, messages: step },
  'choice-without-tools': { model: 'm', max_tokens: 1, messages: [question], tool_choice: { type: 'auto' } },
  'choice-type': body({ tool_choice: { type: 'required' } }),
  'choice-unknown-tool': body({ tool_choice: { type: 'tool', name: 'g' } }),
  'choice-none-parallel': body({ tool_choice: { type: 'none', disable_parallel_tool_use: true } }),
  'choice-forced-with-thinking': body({
    model: 'claude-haiku-4-5',
    max_tokens: 2000,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    tool_choice: { type: 'any' },
  }),
  'choice-forced': body({ model: 'claude-opus-5-5', tool_choice: { type: 'any' } }),
  'schema-missing': body({ tools: [{ name: 'f' }] }),
  'schema-root-type': body({ tools: [tool({ input_schema: { type: 'string' } })] }),
  'schema-root-combinator': body(withSchema({ anyOf: [{ required: ['a'] }] })),
  'schema-key': body(withSchema({ properties: { 城市: { type: 'string' } } })),
  'schema-invalid': body(withSchema({ properties: { city: { type: 'str' } } })),
  'schema-strict': body({ tools: [tool({ strict: true })] }),
  'strict-count': body({
    tools: Array.from({ length: 21 }, (_, index) =>
      tool({ name: `f${index}`, strict: true, input_schema: { type: 'object', additionalProperties: false } }),
    ),
  }),
  'strict-size': body({ tools: [strictTool({ properties: properties(25) })] }),
  'output-schema': body({ output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } }),
  'example-no-object': body({ tools: [tool({ input_examples: ['北京'] })] }),
};

const broken = (value: Json, headers?: Readonly<Record<string, string>>) =>
  anthropicRules.filter((rule) => rule.check(value, headers)).map(({ id }) => id);

test('each rule has a body that breaks it', () => {
  expect(Object.keys(cases).sort()).toEqual(anthropicRules.map(({ id }) => id).sort());
});

describe.each(Object.entries(cases))('%s', (id, given) => {
  const { breaks, headers }: Case = isCase(given) ? given : { breaks: given };

  test('is broken by its body, alone', () => {
    expect(broken(breaks, headers)).toEqual([id]);
  });

  test('says where, in the wire’s words', () => {
    const violation = anthropicRules.find((rule) => rule.id === id)?.check(breaks, headers);
    expect(violation).toEqual({ path: expect.any(String), message: expect.stringMatching(/\w/) });
  });
});

function isCase(value: Json | Case): value is Case {
  return typeof value === 'object' && value !== null && 'breaks' in value;
}

test.each<[string, JsonObject]>([
  ['a question', body()],
  ['a step', talk(...step)],
  ['a blank text of an assistant', talk(question, assistant(text(' '), call()), user([result()]))],
  [
    'calls over two neighbouring messages',
    talk(question, assistant(call('a')), assistant(call('b')), user([result('a'), result('b')])),
  ],
  ['text in a second message after the results', talk(...step, user('go on'))],
  ['one id in two turns', talk(...step, assistant(call()), user([result()]))],
  ['a system message after results', talk(...step, { role: 'system', content: 'Be brief.' })],
  ['a paused answer', talk(question, assistant({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }))],
  ['an empty result', talk(question, assistant(call()), user([{ type: 'tool_result', tool_use_id: 'toolu_1' }]))],
  ['a property named like a keyword', body(withSchema({ properties: { anyOf: { type: 'string' }, type: { type: 'string' } } }))],
  ['a system message that holds settings only', talk(question, { role: 'system', output_config: { effort: 'low' } })],
  ['24 optional properties of a strict tool', body({ tools: [strictTool({ properties: properties(24) })] })],
  ['a definition that is used twice', body({ tools: [strictTool({ properties: twice, required: ['a', 'b'], $defs })] })],
])('the vendor takes %s', (_name, accepted) => {
  expect(broken(accepted)).toEqual([]);
});

test.each<[string, JsonObject]>([
  ['that holds itself', { properties: { a: { $ref: '#' } }, required: ['a'] }],
  ['with a definition that holds itself', { $defs: { a: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/a' }] } } }],
  ['with definitions that hold each other', { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
  ['that is elsewhere', { properties: { a: { $ref: 'https://a.cn/schema' } }, required: ['a'] }],
  ['with a choice of objects', { properties: { a: { enum: [{ b: 1 }] } }, required: ['a'] }],
  ['with a list of two at least', { properties: { a: { type: 'array', items: {}, minItems: 2 } }, required: ['a'] }],
])('a strict schema %s is refused, a loose one is taken', (_name, schema) => {
  expect(broken(body({ tools: [strictTool(schema)] }))).toEqual(['schema-strict']);
  expect(broken(body({ tools: [strictTool(schema, { strict: false })] }))).toEqual([]);
});

test('unions and optional properties are counted over all strict tools and the output', () => {
  const format = { type: 'json_schema', schema: { type: 'object', properties: properties(12), additionalProperties: false } };
  const half = strictTool({ properties: properties(12) });
  expect(broken(body({ tools: [half], output_config: { format } }))).toEqual([]);
  expect(
    broken(body({ tools: [half, strictTool({ properties: { a: {} } }, { name: 'g' })], output_config: { format } })),
  ).toEqual(['strict-size']);
  const unions = (count: number) => strictTool({ properties: { a: { anyOf: Array(count).fill({ type: ['string', 'null'] }) } } });
  expect(broken(body({ tools: [unions(15)] }))).toEqual([]);
  expect(broken(body({ tools: [unions(16)] }))).toEqual(['strict-size']);
});

test('results in a second user message come too late', () => {
  const called = assistant(call('a'), call('b'));
  expect(broken(talk(question, called, user([result('a')]), user([result('b')])))).toEqual(['result-missing']);
});

test.each<[string, JsonObject]>([
  ['before a user’s turn', talk(question, assistant(text('a')), question, { role: 'system', content: 'x' }, question)],
  ['behind an assistant’s turn', talk(question, assistant(text('a')), { role: 'system', content: 'x' })],
  ['between calls and results', talk(question, assistant(call()), { role: 'system', content: 'x' }, user([result()]))],
])('a system message %s is refused', (_name, refused) => {
  expect(broken(refused)).toContain('system-position');
});

test('a system message without content and settings is refused', () => {
  expect(broken(talk(question, { role: 'system' }))).toEqual(['content-type']);
});
