import type { Json, JsonObject } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { bedrockRules } from './rules.ts';

const user = (...content: JsonObject[]): JsonObject => ({ role: 'user', content });
const assistant = (...content: JsonObject[]): JsonObject => ({ role: 'assistant', content });
const text = { text: '北京?' };
const toolUse = { toolUseId: 'tooluse_1', name: 'get_weather', input: { city: '北京' } };
const use = (more: JsonObject = {}): JsonObject => ({ toolUse: { ...toolUse, ...more } });
const result = (more: JsonObject = {}): JsonObject => ({
  toolResult: { toolUseId: 'tooluse_1', content: [{ text: '22°C' }], ...more },
});
const document = (name: string): JsonObject => ({ document: { format: 'txt', name, source: { bytes: 'YQ==' } } });
const image: JsonObject = { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } };
const toolSpec = { name: 'get_weather', inputSchema: { json: { type: 'object', properties: {} } } };
const toolConfig = (more: JsonObject = {}): JsonObject => ({ tools: [{ toolSpec: { ...toolSpec, ...more } }] });
const good: JsonObject = { messages: [user(text)] };
const step = (...after: JsonObject[]): JsonObject => ({ messages: [user(text), ...after], toolConfig: toolConfig() });

/** For each rule, a minimal body that breaks it alone. */
const cases: readonly { readonly rule: string; readonly body: Json }[] = [
  { rule: 'body-no-object', body: [] },
  { rule: 'messages-missing', body: { messages: [] } },
  { rule: 'max-tokens', body: { ...good, inferenceConfig: { maxTokens: 0 } } },
  { rule: 'sampling-range', body: { ...good, inferenceConfig: { temperature: 1.5 } } },
  { rule: 'stop-sequence-empty', body: { ...good, inferenceConfig: { stopSequences: ['END', ''] } } },
  { rule: 'unknown-role', body: { messages: [user(text), { role: 'tool', content: [text] }] } },
  { rule: 'first-turn', body: { messages: [assistant(text), user(text)] } },
  { rule: 'alternation', body: { messages: [user(text), user(text)] } },
  { rule: 'content-empty', body: { messages: [user()] } },
  { rule: 'system-content', body: { ...good, system: [image] } },
  { rule: 'unknown-block', body: { messages: [user(text, { smell: {} })] } },
  { rule: 'text-empty', body: { messages: [user({ text: '' })] } },
  { rule: 'call-id', body: step(assistant(use({ toolUseId: 'a|b' })), user(result({ toolUseId: 'a|b' }))) },
  { rule: 'call-name', body: step(assistant(use({ name: 'weather.get' })), user(result())) },
  { rule: 'call-input', body: step(assistant(use({ input: [] })), user(result())) },
  { rule: 'result-content', body: step(assistant(use()), user(result({ content: '22°C' }))) },
  { rule: 'result-json', body: step(assistant(use()), user(result({ content: [{ json: [22] }] }))) },
  { rule: 'error-content', body: step(assistant(use()), user(result({ content: [], status: 'error' }))) },
  { rule: 'media-role', body: { messages: [user(text), assistant(text, image), user(text)] } },
  { rule: 'document-alone', body: { messages: [user(document('a'))] } },
  { rule: 'document-name', body: { messages: [user(text, document('a.txt'))] } },
  { rule: 'document-twice', body: { messages: [user(text, document('a')), assistant(text), user(text, document('a'))] } },
  { rule: 'documents-many', body: { messages: [user(text, ...[...'abcdef'].map(document))] } },
  { rule: 'images-many', body: { messages: [user(text, ...Array<JsonObject>(21).fill(image))] } },
  { rule: 'result-missing', body: step(assistant(use()), user(text)) },
  { rule: 'result-orphan', body: step(assistant(text), user(result())) },
  { rule: 'result-twice', body: step(assistant(use()), user(result(), result())) },
  { rule: 'call-twice', body: step(assistant(use(), use()), user(result())) },
  { rule: 'tools-undeclared', body: { messages: [user(text), assistant(use()), user(result())] } },
  { rule: 'tools-empty', body: { ...good, toolConfig: { tools: [] } } },
  { rule: 'unknown-tool-kind', body: { ...good, toolConfig: { tools: [{ grammar: {} }] } } },
  { rule: 'tool-name', body: { ...good, toolConfig: toolConfig({ name: '查天气' }) } },
  { rule: 'tool-description-empty', body: { ...good, toolConfig: toolConfig({ description: '' }) } },
  { rule: 'schema-root', body: { ...good, toolConfig: toolConfig({ inputSchema: { json: { type: 'string' } } }) } },
  { rule: 'choice-unknown', body: { ...good, toolConfig: { ...toolConfig(), toolChoice: { none: {} } } } },
];

const broken = (body: Json) => bedrockRules.filter((rule) => rule.check(body)).map(({ id }) => id);

describe('each rule', () => {
  test.each(cases)('$rule is broken alone by its case', ({ rule, body }) => expect(broken(body)).toEqual([rule]));

  test('has a case, and an id of its own', () => {
    expect(cases.map(({ rule }) => rule).sort()).toEqual(bedrockRules.map(({ id }) => id).sort());
    expect(new Set(bedrockRules.map(({ id }) => id)).size).toBe(bedrockRules.length);
  });
});

test('a whole conversation breaks none', () => {
  const hosted = { toolUse: { toolUseId: 'tooluse_h', name: 'nova_grounding', input: {}, type: 'server_tool_use' } };
  const found = { toolResult: { toolUseId: 'tooluse_h', content: [], status: 'success', type: 'nova_grounding_result' } };
  const body = {
    system: [{ text: 'Be brief.' }, { cachePoint: { type: 'default' } }],
    messages: [
      user(text, image, document('company_policy (2026) [a-b]'), { cachePoint: { type: 'default' } }),
      assistant({ text: 'I look.' }, use()),
      user(result({ content: [{ json: { celsius: 22 } }, image], status: 'success' }), { text: 'and?' }),
      assistant(hosted, found, { text: '22°C' }),
      user({ guardContent: { text: { text: 'thanks' } } }),
    ],
    toolConfig: {
      tools: [...[{ toolSpec }], { systemTool: { name: 'nova_grounding' } }, { cachePoint: { type: 'default' } }],
      toolChoice: { auto: {} },
    },
    inferenceConfig: { maxTokens: 1, temperature: 0, topP: 1, stopSequences: [] },
  };
  expect(broken(body)).toEqual([]);
});

test('system messages within the conversation do not count as turns', () => {
  const note = { role: 'system', content: [{ text: 'Now in Celsius.' }] };
  expect(broken({ messages: [user(text), note, assistant(text), note, user(text)] })).toEqual([]);
});
