import {
  type AssistantPart,
  extendProfile,
  type FunctionTool,
  isJsonObject,
  type Json,
  type JsonObject,
  lower,
  type Message,
  type ProfileChanges,
  type Request,
  type ToolCall,
  type ToolResult,
  textOf,
  toolCallsOf,
} from '@toolglot/core';
import { googleGenerateContent } from '@toolglot/google/codec';
import { googleProfile } from '@toolglot/google/profiles';
import { googleRules } from '@toolglot/google/rules';
import { describe, expect, test } from 'vitest';

const { encodeRequest, decodeRequest, decodeResponse, decodeError } = googleGenerateContent;

const NEW = 'gemini-3-flash-preview';
const OLD = 'gemini-2.5-flash';
const OPENAPI: ProfileChanges = { schema: { dialect: 'google-openapi' } };

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const assistant = (...content: AssistantPart[]): Message => ({ role: 'assistant', content });
const tool = (...content: ToolResult[]): Message => ({ role: 'tool', content });
const call = (id: string, name = 'get_weather'): ToolCall => ({ type: 'tool-call', id, name, args: { city: '北京' } });
const result = (callId: string, content: ToolResult['content'] = [{ type: 'text', text: '22°C' }]): ToolResult => ({
  type: 'tool-result',
  callId,
  name: 'get_weather',
  content,
});
const declare = (input?: JsonObject, name = 'get_weather'): FunctionTool => ({ type: 'function', name, ...(input && { input }) });
const strictly = declare({
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
});
const weather = declare({ type: 'object', properties: { city: { type: 'string' } } });

/** The body for a request, lowered for a model; the vendor's rules must take it. */
function send(request: Partial<Request>, model = NEW, changes: ProfileChanges = {}): JsonObject {
  const profile = extendProfile(googleProfile(model), changes);
  const { request: lowered } = lower({ model, messages: [user('北京?')], ...request }, profile);
  const { body } = encodeRequest(lowered, profile);
  expect(googleRules.filter((rule) => rule.check(body)).map(({ id }) => id)).toEqual([]);
  return body;
}

const codesOf = (request: Partial<Request>, model = NEW) =>
  lower({ model, messages: [user('北京?')], ...request }, googleProfile(model)).losses.map(({ code }) => code);

const object = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const list = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.map(object) : []);
const turnsOf = (body: JsonObject) => list(body.contents);
const partsOf = (body: JsonObject, turn: number) => list(turnsOf(body)[turn]?.parts);
const rolesOf = (body: JsonObject) => turnsOf(body).map(({ role }) => role);
const declarationsOf = (body: JsonObject) => list(body.tools).flatMap(({ functionDeclarations }) => list(functionDeclarations));
const responseOf = (part: JsonObject | undefined) => object(object(part?.functionResponse).response);

/** The schema of one property as the OpenAPI dialect has it. */
function openApi(property: JsonObject, more: JsonObject = {}): Json | undefined {
  const tools = [declare({ type: 'object', properties: { p: property }, ...more })];
  const [declared] = declarationsOf(send({ tools }, NEW, OPENAPI));
  return object(object(declared?.parameters).properties).p;
}

const answer = (parts: readonly Json[], more: JsonObject = {}) =>
  decodeResponse({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', ...more }], responseId: 'r' });

describe('requests', () => {
  test('G1: an assistant is the model, results are a user’s, instructions stand apart, and each content has its role', () => {
    const system: Message = { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] };
    const body = send({
      messages: [system, user('北京?'), assistant(call('a')), tool(result('a')), user('and?')],
      tools: [weather],
    });
    expect(rolesOf(body)).toEqual(['user', 'model', 'user']);
    expect(body.systemInstruction).toMatchObject({ parts: [{ text: 'Be brief.' }] });
  });

  test('G2: a tool without arguments has no schema', () => {
    const empty = declare({ type: 'object', properties: {} }, 'ping');
    const tools = [declare(undefined, 'now'), empty];
    expect(declarationsOf(send({ tools }))).toEqual([{ name: 'now' }, { name: 'ping' }]);
    expect(declarationsOf(send({ tools }, NEW, OPENAPI))).toEqual([{ name: 'now' }, { name: 'ping' }]);
  });

  const rich: JsonObject = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { a: { $ref: '#/$defs/A' }, b: { oneOf: [{ type: 'string' }, { type: 'integer' }] }, c: { const: 'x' } },
    $defs: { A: { type: 'object', properties: { s: { type: 'string' } }, additionalProperties: false } },
    additionalProperties: false,
  };

  test('G3: a schema goes into parametersJsonSchema, or into parameters without the keywords that those lack, never both', () => {
    const [free] = declarationsOf(send({ tools: [declare(rich)] }));
    expect(Object.keys(free ?? {})).toEqual(['name', 'parametersJsonSchema']);
    const [subset] = declarationsOf(send({ tools: [declare(rich)] }, NEW, OPENAPI));
    expect(Object.keys(subset ?? {})).toEqual(['name', 'parameters']);
    expect(JSON.stringify(subset)).not.toMatch(/"(\$ref|\$defs|\$schema|additionalProperties|const|oneOf)":/);
  });

  test('G4: null is a flag, const an enum, oneOf anyOf, and types are in capitals', () => {
    expect(openApi({ type: ['string', 'null'] })).toEqual({ type: 'STRING', nullable: true });
    expect(openApi({ anyOf: [{ type: 'integer' }, { type: 'null' }] })).toEqual({ type: 'INTEGER', nullable: true });
    expect(openApi({ const: 'a' })).toMatchObject({ type: 'STRING', enum: ['a'] });
    expect(openApi({ oneOf: [{ type: 'string' }, { type: 'integer' }] })).toMatchObject({
      anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }],
    });
  });

  test('G5: values of an enum are texts that say something', () => {
    const said = object(openApi({ type: 'integer', enum: [1, 2] }));
    expect(said.type === 'STRING' ? said.enum : (said.enum ?? ['1', '2'])).toEqual(['1', '2']);
    expect(object(openApi({ type: 'string', enum: ['', 'a'] })).enum ?? ['a']).toEqual(['a']);
  });

  test('G6: formats of a text that are not known are not sent', () => {
    expect(object(openApi({ type: 'string', format: 'uri' })).format).toBeUndefined();
    expect(object(openApi({ type: 'string', format: 'date-time' })).format).toBe('date-time');
    expect(object(openApi({ type: 'integer', format: 'int32' })).format).toBe('int32');
  });

  test('G7: what is required is there, each node has its type, and a list says of what', () => {
    const input = (b: JsonObject): JsonObject => ({
      type: 'object',
      properties: { a: { enum: ['x'] }, b },
      required: ['a', 'ghost'],
    });
    const declared = (b: JsonObject) => declarationsOf(send({ tools: [declare(input(b))] }, NEW, OPENAPI))[0];
    expect(declared({ type: 'array', items: { type: 'string' } })?.parameters).toEqual({
      type: 'OBJECT',
      properties: { a: { type: 'STRING', enum: ['x'] }, b: { type: 'ARRAY', items: { type: 'STRING' } } },
      required: ['a'],
    });
    const free = declared({ type: 'array' });
    expect([free?.parameters, object(object(free?.parametersJsonSchema).properties).b]).toEqual([undefined, { type: 'array' }]);
  });

  test('G8: a union stands alone', () => {
    const said = openApi({ description: 'either', anyOf: [{ type: 'string' }, { type: 'integer' }] });
    expect(Object.keys(object(said)).filter((name) => name !== 'description')).toEqual(['anyOf']);
  });

  test('G9: all functions are in one entry', () => {
    const body = send({ tools: [weather, { type: 'hosted', id: 'google.googleSearch' }, declare(undefined, 'now')] });
    expect(list(body.tools).map((entry) => Object.keys(entry))).toEqual([['functionDeclarations'], ['googleSearch']]);
    expect(declarationsOf(body).map(({ name }) => name)).toEqual(['get_weather', 'now']);
  });

  test('G10: names that are refused are sent otherwise, and come back as they were', () => {
    const names = ['1st', 'a b', '天气', 'x'.repeat(90)];
    const profile = googleProfile(NEW);
    const { request, raise } = lower({ messages: [user('q')], tools: names.map((name) => declare(undefined, name)) }, profile);
    const sent = declarationsOf(encodeRequest(request, profile).body).map(({ name }) => String(name));
    for (const name of sent) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
    const { message } = raise(
      answer(sent.map((name, index) => ({ functionCall: { name: index ? name : `default_api.${name}` } }))),
    );
    expect(toolCallsOf(message).map(({ name }) => name)).toEqual(names);
  });

  test('G11: choices have their modes, and none is sent without functions', () => {
    const mode = (request: Partial<Request>) => object(send({ tools: [weather], ...request }).toolConfig).functionCallingConfig;
    expect(mode({ toolChoice: 'auto' })).toEqual({ mode: 'AUTO' });
    expect(mode({ toolChoice: 'required' })).toEqual({ mode: 'ANY' });
    expect(mode({ toolChoice: 'none' })).toEqual({ mode: 'NONE' });
    expect(mode({ toolChoice: { tool: 'get_weather' } })).toEqual({ mode: 'ANY', allowedFunctionNames: ['get_weather'] });
    expect(mode({ toolChoice: 'auto', tools: [{ ...strictly, strict: true }] })).toEqual({ mode: 'VALIDATED' });
    expect(mode({ tools: [], toolChoice: 'auto' })).toBeUndefined();
  });

  test('G12: one call at a time cannot be asked for, which is said', () => {
    expect(codesOf({ tools: [weather], parallelCalls: false })).toContain('parallel-calls');
    expect(JSON.stringify(send({ tools: [weather], parallelCalls: false }))).not.toMatch(/parallel/i);
  });

  test('G13: results are in one content, in the order of their calls, with a name, and with an id where the call had one', () => {
    const { message } = answer([{ functionCall: { name: 'f', id: 'w1' } }, { functionCall: { name: 'f' } }]);
    const [first, second] = toolCallsOf(message).map(({ id }) => ({ ...result(id), name: 'f' }));
    if (!first || !second) throw new Error('two calls');
    const body = send({ messages: [user('q'), message, tool(second, first)], tools: [declare(undefined, 'f')] });
    const output = { output: '22°C' };
    expect(partsOf(body, 2)).toEqual([
      { functionResponse: { id: 'w1', name: 'f', response: output } },
      { functionResponse: { name: 'f', response: output } },
    ]);
    const calls = partsOf(body, 1).map(({ functionCall }) => functionCall);
    expect(calls).toEqual([{ id: 'w1', name: 'f' }, { name: 'f' }]);
  });

  test('G14: a result is an object: texts and values under output, errors under error, objects as they are', () => {
    const sent = (content: ToolResult['content'], isError = false) => {
      const results = tool({ ...result('a', content), ...(isError && { isError }) });
      return responseOf(partsOf(send({ messages: [user('q'), assistant(call('a')), results], tools: [weather] }), 2)[0]);
    };
    expect(sent([{ type: 'text', text: 't' }])).toEqual({ output: 't' });
    for (const value of [7, ['a'], null]) expect(sent([{ type: 'json', value }])).toEqual({ output: value });
    expect(sent([{ type: 'json', value: { a: 1 } }])).toEqual({ a: 1 });
    expect(sent([{ type: 'json', value: { output: 1 } }])).toEqual({ output: { output: 1 } });
    expect(sent([{ type: 'text', text: 'no' }], true)).toEqual({ error: 'no' });
    expect(sent([])).toEqual({});
  });

  const image = { type: 'media', mediaType: 'image/png', data: { base64: 'iVBOR' } } as const;
  const blob = { inlineData: { mimeType: 'image/png', data: 'iVBOR' } };

  test('G15: an image is in the result of a new model, and behind the results of an old one', () => {
    const messages = [user('q'), assistant(call('a')), tool(result('a', [{ type: 'text', text: 'see' }, image]))];
    const [inside] = partsOf(send({ messages, tools: [weather] }), 2);
    expect(inside?.functionResponse).toMatchObject({ response: { output: 'see' }, parts: [blob] });
    const old = send({ messages, tools: [weather] }, OLD);
    expect(object(partsOf(old, 2)[0]?.functionResponse).parts).toBeUndefined();
    expect(partsOf(old, 2)).toContainEqual(blob);
  });

  test('G16: a signature goes back on its call, and the other call gets none', () => {
    const { message } = answer([
      { functionCall: { name: 'f', args: {} }, thoughtSignature: 'S' },
      { functionCall: { name: 'f', args: { a: 1 } } },
    ]);
    const results = toolCallsOf(message).map(({ id }) => ({ ...result(id), name: 'f' }));
    const body = send({ messages: [user('q'), message, tool(...results)], tools: [declare(rich, 'f')] });
    expect(partsOf(body, 1).map(({ thoughtSignature }) => thoughtSignature)).toEqual(['S', undefined]);
  });

  test('G17: the first call of each step of another vendor has the stand-in for a signature', () => {
    const step = (id: string): readonly Message[] => [
      assistant(call(`${id}1`), call(`${id}2`)),
      tool(result(`${id}1`), result(`${id}2`)),
    ];
    const body = send({ messages: [user('q'), ...step('a'), ...step('b')], tools: [weather] });
    const signatures = [1, 3].map((turn) => partsOf(body, turn).map(({ thoughtSignature }) => thoughtSignature));
    expect(signatures).toEqual([
      [STAND_IN, undefined],
      [STAND_IN, undefined],
    ]);
    expect(googleProfile(NEW).reasoning.sentinel).toBe(STAND_IN);
  });

  test('G18: signed text stays apart, and its signature stays with it', () => {
    const { message } = answer([{ text: 'a', thoughtSignature: 'S' }, { text: 'b' }, { text: '', thoughtSignature: 'T' }]);
    const body = send({ messages: [user('q'), message, user('and?')] });
    expect(partsOf(body, 1).slice(0, 2)).toEqual([{ text: 'a', thoughtSignature: 'S' }, { text: 'b' }]);
    expect(partsOf(body, 1)).not.toContainEqual({ text: '' });
  });

  test('G19: blank text is not sent, nor a content that holds nothing; results share their content with what the user says next', () => {
    const answered = send({ messages: [user('q'), assistant(call('a')), tool(result('a')), user('and?')], tools: [weather] });
    expect(partsOf(answered, 2).map((part) => Object.keys(part))).toEqual([['functionResponse'], ['text']]);
    const body = send({ messages: [user('q'), assistant({ type: 'text', text: '' }), user('and?'), assistant(), user('now?')] });
    expect(JSON.stringify(body)).not.toContain('""');
    expect(turnsOf(body).every(({ parts }) => list(parts).length > 0)).toBe(true);
  });

  test('G20: the user has the last word, and the first', () => {
    expect(rolesOf(send({ messages: [user('q'), assistant({ type: 'text', text: 'a' })] })).at(-1)).toBe('user');
    expect(rolesOf(send({ messages: [assistant(call('a')), tool(result('a')), user('go on')], tools: [weather] }))[0]).toBe(
      'user',
    );
  });

  test('G21: hosted tools beside functions have their word, and are refused by old models', () => {
    const tools = [weather, { type: 'hosted', id: 'google.googleSearch' } as const];
    expect(send({ tools }).toolConfig).toEqual({ includeServerSideToolInvocations: true });
    expect(() => send({ tools }, OLD)).toThrow('hosted tools beside functions');
  });

  test('G22: an old model cannot answer in JSON where it may call; with a cache, what it holds is not sent again', () => {
    expect(() => send({ tools: [weather], output: 'json' }, OLD)).toThrow('an answer in JSON beside functions');
    const vendor = { 'google-generate-content': { fields: { cachedContent: 'cachedContents/1' } } };
    const { request } = decodeRequest({ contents: [{ role: 'user', parts: [{ text: 'q' }] }], tools: [{ googleSearch: {} }] });
    const { request: lowered, losses } = lower({ ...request, vendor }, googleProfile(NEW));
    expect(Object.keys(encodeRequest(lowered).body).sort()).toEqual(['cachedContent', 'contents']);
    expect(losses.map(({ code, path }) => `${code} ${path}`)).toEqual(['held-in-cache tools']);
    expect(() => encodeRequest({ ...request, vendor })).toThrow('tools beside cachedContent');
  });

  test('G23: older models are told a budget, newer ones a level', () => {
    const thinking = (effort: 'off' | 'high', model: string) =>
      object(object(send({ settings: { reasoning: { effort, budget: 100 } } }, model).generationConfig).thinkingConfig);
    expect(thinking('high', NEW)).toEqual({ thinkingLevel: 'HIGH' });
    expect(thinking('high', OLD)).toEqual({ thinkingBudget: 100 });
    expect(thinking('off', OLD)).toEqual({ thinkingBudget: 0 });
    const effort = { settings: { reasoning: { effort: 'low' } } } as const;
    expect(send(effort, OLD).generationConfig).toEqual({ thinkingConfig: { thinkingBudget: 2048 } });
  });

  test('G24: fields of one platform only are sent where they came from a slot', () => {
    const body = JSON.stringify(send({ messages: [user('q'), assistant(call('a')), tool(result('a'))], tools: [weather] }));
    expect(body).not.toMatch(/partialArgs|willContinue|streamFunctionCallArguments/);
  });
});

const STAND_IN = 'skip_thought_signature_validator';

describe('answers', () => {
  test('G25: calls without an id get one each, always the same, and their results find them by order', () => {
    const parts = [{ functionCall: { name: 'f', args: {} } }, { functionCall: { name: 'f', args: {} } }];
    const calls = toolCallsOf(answer(parts).message);
    expect(calls.map(({ minted }) => minted)).toEqual([true, true]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(toolCallsOf(answer(parts).message)).toEqual(calls);
    const results = ['1', '2'].map((output) => ({ functionResponse: { name: 'f', response: { output } } }));
    const { messages } = decodeRequest({
      contents: [
        { role: 'model', parts },
        { role: 'user', parts: results },
      ],
    }).request;
    const [asked, answered] = messages;
    expect(answered?.content.map((part) => 'callId' in part && part.callId)).toEqual(
      asked?.content.map((part) => 'id' in part && part.id),
    );
  });

  test('G26: a call without arguments has none', () => {
    expect(toolCallsOf(answer([{ functionCall: { name: 'f' } }]).message)).toMatchObject([{ name: 'f', args: {} }]);
  });

  test('G27: calls end with STOP too', () => {
    expect(answer([{ functionCall: { name: 'f' } }]).finish).toEqual({ reason: 'tool-calls', raw: 'STOP' });
    expect(answer([{ text: 'a' }]).finish).toEqual({ reason: 'stop', raw: 'STOP' });
  });

  test('G28: an answer that was cut off before it began is empty', () => {
    const { message, finish } = decodeResponse({ candidates: [{ finishReason: 'MAX_TOKENS', index: 0 }] });
    expect([textOf(message), finish.reason]).toEqual(['', 'length']);
  });

  test('G29: calls that went wrong are errors, with their word and message; unknown words are something else', () => {
    for (const raw of ['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'MISSING_THOUGHT_SIGNATURE']) {
      const { finish, vendor } = decodeResponse({ candidates: [{ finishReason: raw, finishMessage: 'print(default_api.f())' }] });
      expect(finish).toEqual({ reason: 'error', raw });
      expect(vendor?.['google-generate-content']?.candidate?.fields).toEqual({ finishMessage: 'print(default_api.f())' });
    }
    expect(answer([{ text: 'a' }], { finishReason: 'NEXT_YEAR' }).finish).toEqual({ reason: 'other', raw: 'NEXT_YEAR' });
  });

  test('G30: a prompt that was blocked is filtered, for its reason', () => {
    const { message, finish } = decodeResponse({ promptFeedback: { blockReason: 'JAILBREAK' } });
    expect([message.content, finish]).toEqual([[], { reason: 'content-filter', raw: 'JAILBREAK' }]);
  });

  test('G34: thoughts count as answer, what is cached as prompt', () => {
    const usageMetadata = { promptTokenCount: 100, cachedContentTokenCount: 40, candidatesTokenCount: 10, thoughtsTokenCount: 5 };
    const { usage } = decodeResponse({ candidates: [], usageMetadata });
    expect(usage).toEqual({ input: 100, cachedInput: 40, output: 15, reasoning: 5 });
    const hosted = { candidates: [], usageMetadata: { ...usageMetadata, toolUsePromptTokenCount: 30, totalTokenCount: 145 } };
    expect(decodeResponse(hosted).usage).toEqual({ input: 130, cachedInput: 40, output: 15, reasoning: 5 });
    expect(googleGenerateContent.encodeResponse(decodeResponse(hosted))).toEqual(hosted);
  });

  test('G35: thoughts are reasoning, not answer', () => {
    const { message } = answer([{ text: 'hm', thought: true }, { text: 'a' }, { functionCall: { name: 'f' } }]);
    expect(message.content.map(({ type }) => type)).toEqual(['reasoning', 'text', 'tool-call']);
    expect(textOf(message)).toBe('a');
  });

  test('G36: errors are read as an object, a list, a page or a text, with the time to wait', () => {
    const wait = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });
    const error = { code: 429, message: 'slow down', status: 'RESOURCE_EXHAUSTED', details: [wait('31s')] };
    expect(decodeError(429, { error })).toMatchObject({
      message: 'slow down',
      kind: 'rate-limit',
      retryAfter: 31_000,
      retryable: true,
    });
    expect(decodeError(429, [{ error: { ...error, details: [wait('12.5s')] } }])).toMatchObject({ retryAfter: 12_500 });
    expect(decodeError(402, { error })).toMatchObject({ kind: 'quota', retryable: false });
    expect(decodeError(502, '<html>Bad gateway</html>')).toMatchObject({
      kind: 'server',
      message: 'the vendor answered with status 502',
    });
    expect(decodeError(503, 'upstream is away')).toMatchObject({ kind: 'overloaded', message: 'upstream is away' });
  });
});
