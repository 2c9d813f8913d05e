import type { Json, JsonObject, Rule } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { gemini2Rules, gemini3Rules, gemini3StudioRules, googleRules, vertexRules } from './rules.ts';

const user = (...parts: Json[]) => ({ role: 'user', parts });
const model = (...parts: Json[]) => ({ role: 'model', parts });
const text = (value: string) => ({ text: value });
const call = (changes: JsonObject = {}) => ({ functionCall: { name: 'f', args: {}, ...changes } });
const result = (changes: JsonObject = {}) => ({ functionResponse: { name: 'f', response: { output: 1 }, ...changes } });
const signed = (part: JsonObject) => ({ ...part, thoughtSignature: 'U0lH' });
const tool = (changes: JsonObject = {}) => ({ name: 'f', description: 'd', ...changes });

const question = user(text('北京?'));
const step = [question, model(call()), user(result())];

/** A body that breaks nothing, with changes. */
const body = (changes: JsonObject = {}): JsonObject => ({
  contents: [question],
  tools: [{ functionDeclarations: [tool()] }],
  ...changes,
});
const talk = (...contents: Json[]) => body({ contents });
const offer = (...functionDeclarations: Json[]) => body({ tools: [{ functionDeclarations }] });
const choose = (functionCallingConfig: JsonObject) => body({ toolConfig: { functionCallingConfig } });
const generate = (generationConfig: JsonObject) => body({ generationConfig });
/** a function whose one argument is of this schema. */
const withArgument = (schema: JsonObject) => offer(tool({ parameters: { type: 'OBJECT', properties: { city: schema } } }));

const cases: Readonly<Record<string, Json>> = {
  'body-no-object': [],
  'contents-missing': body({ contents: [] }),
  'cached-content': body({ cachedContent: 'cachedContents/1' }),
  'temperature-range': generate({ temperature: 1000 }),
  'thinking-twice': generate({ thinkingConfig: { thinkingBudget: 100, thinkingLevel: 'LOW' } }),
  'unknown-field': body({ frobnicate: true }),
  'unknown-role': talk({ role: 'assistant', parts: [text('a')] }),
  'last-turn': talk(question, model(text('It is'))),
  'parts-missing': talk(user()),
  'part-data': talk(user({})),
  'part-text': talk(user({ text: 22 })),
  'part-signature': talk(question, model({ ...call(), thoughtSignature: 'no base64!' }), user(result())),
  'call-name': talk(question, model(call({ name: '' })), user(result())),
  'call-args': talk(question, model(call({ args: '{}' })), user(result())),
  'result-name': talk(question, model(call()), user(result({ name: '' }))),
  'result-object': talk(question, model(call()), user(result({ response: '22' }))),
  'call-position': talk(model(call()), user(result())),
  'result-position': talk(question, model(text('a')), user(result())),
  'result-missing': talk(question, model(call()), user(text('and?'))),
  'result-count': talk(question, model(call(), call()), user(result())),
  'tool-name': offer(tool({ name: '1f' })),
  'tool-name-twice': offer(tool(), tool()),
  'too-many-tools': offer(...Array.from({ length: 513 }, (_, index) => tool({ name: `f${index}` }))),
  'two-schemas': offer(tool({ parameters: { type: 'OBJECT' }, parametersJsonSchema: { type: 'object' } })),
  'choice-without-tools': { contents: [question], toolConfig: { functionCallingConfig: { mode: 'AUTO' } } },
  'choice-mode': choose({ mode: 'REQUIRED' }),
  'choice-of-unknown-tool': choose({ mode: 'ANY', allowedFunctionNames: ['g'] }),
  'choice-names': choose({ mode: 'AUTO', allowedFunctionNames: ['f'] }),
  'schema-keyword': withArgument({ type: 'STRING', const: 'x' }),
  'schema-type': withArgument({ type: ['STRING', 'NULL'] }),
  'schema-enum': withArgument({ type: 'INTEGER', enum: ['1'] }),
  'schema-enum-value': withArgument({ type: 'STRING', enum: [''] }),
  'schema-format': withArgument({ type: 'STRING', format: 'uri' }),
  'schema-required': offer(tool({ parameters: { type: 'OBJECT', properties: {}, required: ['city'] } })),
  'schema-items': withArgument({ type: 'ARRAY' }),
  'schema-properties': withArgument({ type: 'OBJECT', properties: {} }),
};

const casesByModel: Readonly<Record<string, Json>> = {
  'gemini2-tools-mixed': body({ tools: [{ functionDeclarations: [tool()], googleSearch: {} }] }),
  'gemini2-json-with-functions': generate({ responseMimeType: 'application/json' }),
  'gemini2-thinking-level': generate({ thinkingConfig: { thinkingLevel: 'LOW' } }),
  'gemini2-media-in-result': talk(
    question,
    model(call()),
    user(result({ parts: [{ inlineData: { mimeType: 'image/png', data: '' } }] })),
  ),
  'gemini2-text-empty': talk(user(text(''))),
  'gemini3-signature-missing': talk(...step),
  'gemini3-tools-mixed': body({ tools: [{ functionDeclarations: [tool()] }, { google_search: {} }] }),
  'vertex-role': talk({ parts: [text('a')] }),
  'vertex-schema-type': withArgument({ description: 'd' }),
  'vertex-schema-any-of': withArgument({ anyOf: [{ type: 'STRING' }], description: 'd' }),
};

const variants: Readonly<Record<string, readonly Rule[]>> = {
  gemini2: gemini2Rules,
  gemini3: gemini3StudioRules,
  vertex: vertexRules,
};
const commonIds = googleRules.map(({ id }) => id);
const variantIds = Object.values(variants).flatMap((rules) => rules.map(({ id }) => id).filter((id) => !commonIds.includes(id)));

const broken = (rules: readonly Rule[], value: Json) => rules.filter((rule) => rule.check(value)).map(({ id }) => id);

test('each rule has a body that breaks it', () => {
  expect(Object.keys(cases).sort()).toEqual([...commonIds].sort());
  expect(Object.keys(casesByModel).sort()).toEqual(variantIds.sort());
});

describe.each(Object.entries(cases))('%s', (id, breaks) => {
  test('is broken by its body, alone', () => {
    expect(broken(googleRules, breaks)).toEqual([id]);
  });

  test('is broken by its body in snake_case', () => {
    expect(broken(googleRules, snakeCase(breaks))).toEqual([id]);
  });

  test('says where, in the wire’s words', () => {
    const violation = googleRules.find((rule) => rule.id === id)?.check(breaks);
    expect(violation).toEqual({ path: expect.any(String), message: expect.stringMatching(/\w/) });
  });
});

describe.each(Object.entries(casesByModel))('%s', (id, breaks) => {
  const rules = variants[id.split('-')[0] ?? ''] ?? [];

  test('is broken by its body, alone, where the other models take it', () => {
    expect(broken(googleRules, breaks)).toEqual([]);
    expect(broken(rules, breaks)).toEqual([id]);
    expect(broken(rules, snakeCase(breaks))).toEqual([id]);
  });
});

test.each<[string, JsonObject, string, RegExp]>([
  [
    'unknown-field',
    offer({ ...tool(), strict: true }),
    'tools[0].functionDeclarations[0].strict',
    /Unknown name "strict" at 'tools\[0\]\.functionDeclarations\[0\]': Cannot find field/,
  ],
  ['unknown-field', talk(user({ ...text('a'), cache_control: {} })), 'contents[0].parts[0].cache_control', /cache_control/],
  [
    'unknown-field',
    talk(question, model(call({ input: {} })), user(result())),
    'contents[1].parts[0].functionCall.input',
    /input/,
  ],
  ['unknown-field', generate({ max_tokens: 1 }), 'generationConfig.max_tokens', /max_tokens/],
  [
    'schema-keyword',
    offer(tool({ parameters: { type: 'OBJECT', additionalProperties: false } })),
    'tools[0].functionDeclarations[0].parameters.additionalProperties',
    /Cannot find field/,
  ],
  [
    'part-data',
    talk(user({ ...text('a'), inlineData: { mimeType: 'image/png', data: '' } })),
    'contents[0].parts[0].inlineData',
    /oneof/,
  ],
  ['result-position', talk(user(result())), 'contents[0].parts[0]', /immediately after a function call turn/],
  ['call-position', talk(user(call()), question), 'contents[0].parts[0]', /immediately after a user turn/],
  [
    'schema-properties',
    withArgument({ type: 'array', items: { type: 'object' } }),
    'tools[0].functionDeclarations[0].parameters.properties[city].items.properties',
    /should be non-empty for OBJECT type/,
  ],
  [
    'schema-enum',
    withArgument({ type: 'NUMBER', enum: ['1'] }),
    'tools[0].functionDeclarations[0].parameters.properties[city].enum',
    /only allowed for STRING type/,
  ],
  [
    'schema-enum-value',
    withArgument({ type: 'STRING', enum: ['a', 1] }),
    'tools[0].functionDeclarations[0].parameters.properties[city].enum[1]',
    /TYPE_STRING/,
  ],
  [
    'schema-keyword',
    generate({ responseSchema: { type: 'OBJECT', $defs: {} } }),
    'generationConfig.responseSchema.$defs',
    /\$defs/,
  ],
])('%s is found in %j', (id, given, path, message) => {
  expect(broken(googleRules, given)).toContain(id);
  expect(googleRules.find((rule) => rule.id === id)?.check(given)).toEqual({ path, message: expect.stringMatching(message) });
});

test.each<[string, JsonObject]>([
  ['a question', body()],
  ['a step', talk(...step)],
  ['results in the role function', talk(question, model(call()), { role: 'function', parts: [result()] })],
  ['no role', talk({ parts: [text('a')] })],
  ['results over two neighbouring contents', talk(question, model(call(), call()), user(result()), user(result()))],
  ['calls over two neighbouring contents', talk(question, model(call()), model(call()), user(result(), result()))],
  ['text beside results', talk(question, model(text('a'), call()), user(result(), text('b')))],
  ['a call of no arguments', talk(question, model({ functionCall: { name: 'f' } }), user(result()))],
  ['ids of another vendor', talk(question, model(call({ id: 'call_1' })), user(result({ id: 'call_1' })))],
  ['a signature alone', talk(question, model(signed({}), call()), user(result()))],
  [
    'a signature in the other base64',
    talk(question, model({ ...call(), thoughtSignature: 'skip_thought_signature_validator' }), user(result())),
  ],
  ['a lone object for a list', { contents: question, tools: { functionDeclarations: tool() } }],
  ['fields that are null', body({ systemInstruction: null, toolConfig: null, generationConfig: null })],
  ['a mode in small letters', choose({ mode: 'any', allowedFunctionNames: ['f'] })],
  ['an empty object as the parameters', offer(tool({ parameters: { type: 'OBJECT', properties: {} } }))],
  ['types as numbers and in small letters', withArgument({ type: 'array', items: { type: 1 } })],
  [
    'properties named like keywords',
    offer(tool({ parameters: { type: 'OBJECT', properties: { const: { type: 'STRING' }, type: { type: 'STRING' } } } })),
  ],
  [
    'any JSON Schema beside',
    offer(tool({ parametersJsonSchema: { type: 'object', $defs: {}, properties: { a: { const: 1 } } } })),
  ],
  ['a name with dots and colons', offer(tool({ name: 'a.b:c-d' }))],
  ['the format of a number', withArgument({ type: 'INTEGER', format: 'int32' })],
])('the vendor takes %s', (_name, accepted) => {
  expect(broken(googleRules, accepted)).toEqual([]);
});

test('Vertex takes a call that is not answered, but no miscount', () => {
  expect(broken(vertexRules, talk(question, model(call()), user(text('and?'))))).toEqual([]);
  expect(broken(vertexRules, talk(question, model(call(), call()), user(result())))).toEqual(['result-count']);
});

describe('signatures of Gemini 3', () => {
  const more = [model(call()), user(result())];
  test.each<[string, JsonObject]>([
    ['the first of parallel calls alone', talk(question, model(signed(call()), call()), user(result(), result()))],
    ['calls of earlier turns without one', talk(...step, model(text('a')), question)],
    ['no call', talk(question)],
  ])('%s is enough', (_name, accepted) => {
    expect(broken(gemini3Rules, accepted)).toEqual([]);
  });

  test('each step of the turn wants one', () => {
    const given = talk(question, model(signed(call())), user(result()), ...more);
    expect(gemini3Rules[0]?.check(given)).toMatchObject({ path: 'contents[3].parts[0]' });
  });
});

function snakeCase(value: Json): Json {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), snakeCase(item)]),
  );
}
