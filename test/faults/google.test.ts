import {
  type AssistantPart,
  type FunctionTool,
  isJsonObject,
  type Json,
  type JsonObject,
  lower,
  type Message,
  type Request,
  type ToolCall,
  type ToolResult,
  toolCallsOf,
} from '@toolglot/core';
import { googleGenerateContent } from '@toolglot/google/codec';
import { googleProfile } from '@toolglot/google/profiles';
import { googleRules } from '@toolglot/google/rules';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';

const { decodeResponse, encodeRequest, encodeResponse } = googleGenerateContent;
const profile = googleProfile('gemini-3-flash-preview');

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const assistant = (...content: AssistantPart[]): Message => ({ role: 'assistant', content });
const call = (id: string, name = 'f'): ToolCall => ({ type: 'tool-call', id, name, args: {} });
const result = (callId: string, text = 'ok', more: Partial<ToolResult> = {}): ToolResult => ({
  type: 'tool-result',
  callId,
  name: 'f',
  content: [{ type: 'text', text }],
  ...more,
});
const tool = (...content: ToolResult[]): Message => ({ role: 'tool', content });
const declare = (name: string, input?: JsonObject): FunctionTool => ({ type: 'function', name, ...(input && { input }) });

const object = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const list = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.map(object) : []);

/** The body for a request: lowered, encoded, and taken by the vendor's rules. */
function bodyOf(request: Request): JsonObject {
  const { body } = encodeRequest(lower(request, profile).request, profile);
  expect(googleRules.filter((rule) => rule.check(body)).map(({ id }) => id)).toEqual([]);
  return body;
}

/** Role and parts of each content. */
function send(messages: readonly Message[], more: Partial<Request> = {}) {
  const { contents } = bodyOf({ messages, tools: [declare('f')], ...more });
  return list(contents).map(({ role, parts }) => ({ role, parts: list(parts) }));
}

const responsesIn = (turn: { readonly parts: readonly JsonObject[] } | undefined) =>
  (turn?.parts ?? []).flatMap(({ functionResponse }) => (isJsonObject(functionResponse) ? [functionResponse] : []));

const declared = (input: JsonObject) =>
  list(object(list(bodyOf({ messages: [user('q')], tools: [declare('f', input)] }).tools)[0]).functionDeclarations)[0];

const saved = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** Each fault by its id: what this project does where others went wrong. The inputs are our own, of the same kind. */
const checks: Readonly<Record<string, () => void>> = {
  B001() {
    const nested = {
      type: 'array',
      items: { type: 'object', additionalProperties: false, properties: { path: { type: 'string' } } },
    };
    const said = declared({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { edits: nested } });
    expect(Object.keys(said ?? {})).toEqual(['name', 'parametersJsonSchema']);
  },
  B013() {
    const parts = [
      { text: 'plan', thought: true },
      { functionCall: { name: 'a', args: {} }, thoughtSignature: 'SIG1' },
      { functionCall: { name: 'b', args: {} } },
      { text: '', thoughtSignature: 'SIG2' },
    ];
    const { message } = saved(decodeResponse({ candidates: [{ content: { role: 'model', parts } }] }));
    const results = toolCallsOf(message).map(({ id, name }) => result(id, 'ok', { name }));
    const [, model] = send([user('q'), message, tool(...results)]);
    const signed = model?.parts.map(({ functionCall, thoughtSignature }) => [object(functionCall).name, thoughtSignature]);
    expect(signed).toContainEqual(['a', 'SIG1']);
    expect(signed).toContainEqual(['b', undefined]);
    expect(signed?.filter(([, signature]) => signature === 'SIG2').every(([name]) => name === undefined)).toBe(true);
    expect(list(object(encodeRequest({ messages: [message] }).body).contents)[0]?.parts).toEqual(parts);
  },
  B017() {
    const names = ['calendar.list', 'user-profile/update', 'búsqueda', 'a b'];
    const { request, raise } = lower({ messages: [user('q')], tools: names.map((name) => declare(name)) }, profile);
    const sent = (request.tools ?? []).flatMap((spec) => (spec.type === 'function' ? [spec.name] : []));
    for (const name of sent) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    const parts = sent.map((name) => ({ functionCall: { name, args: {} } }));
    const { message } = raise(decodeResponse({ candidates: [{ content: { role: 'model', parts } }] }));
    expect(toolCallsOf(message).map(({ name }) => name)).toEqual(names);
  },
  B025() {
    const [, , answered] = send([user('q'), assistant(call('t1'), call('t2')), tool(result('t1', '1')), user('hello?')]);
    expect(responsesIn(answered)).toMatchObject([
      { id: 't1', response: { output: '1' } },
      { id: 't2', response: { error: expect.any(String) } },
    ]);
    expect(answered?.parts.at(-1)).toEqual({ text: 'hello?' });
  },
  B045() {
    const names = ['title', 'pattern', 'default', 'properties'];
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const said = object(declared({ type: 'object', title: 'Args', properties, required: names })?.parametersJsonSchema);
    expect([Object.keys(object(said.properties)), said.required]).toEqual([names, names]);
  },
  B055() {
    const value = [{ f: 'a' }, { f: 'b' }];
    const [, , answered] = send([user('q'), assistant(call('1')), tool(result('1', '', { content: [{ type: 'json', value }] }))]);
    expect(responsesIn(answered)).toMatchObject([{ response: { output: value } }]);
  },
  B091() {
    const parts = ['fc-1', 'fc-2', undefined].map((id) => ({ functionCall: { ...(id && { id }), name: 'f', args: {} } }));
    const { message } = decodeResponse({ candidates: [{ content: { role: 'model', parts } }] });
    const results = toolCallsOf(message).map(({ id }) => result(id));
    const [, model, answered] = send([user('q'), message, tool(...results)]);
    expect(model?.parts.map(({ functionCall }) => object(functionCall).id)).toEqual(['fc-1', 'fc-2', undefined]);
    expect(responsesIn(answered).map(({ id }) => id)).toEqual(['fc-1', 'fc-2', undefined]);
  },
  B093() {
    const sent = send([assistant(call('t1')), tool(result('t1', 'r')), user('go on')]);
    expect(sent[0]?.role).toBe('user');
    expect(sent.filter(({ role }, index) => role === sent[index + 1]?.role)).toEqual([]);
  },
  B097() {
    const broken: AssistantPart = { ...call('c1'), argsText: '{"cmd": "ls', fault: { code: 'invalid-json', message: 'no JSON' } };
    const [, model, answered] = send([
      user('q'),
      assistant(broken),
      tool(result('c1', 'bad args', { isError: true })),
      user('continue'),
    ]);
    expect(model?.parts).toMatchObject([{ functionCall: { args: {} } }]);
    expect(responsesIn(answered)).toMatchObject([{ id: 'c1', response: { error: 'bad args' } }]);
  },
  B103() {
    const { toolConfig } = bodyOf({ messages: [user('q')], tools: [declare('f')], toolChoice: 'none' });
    expect(toolConfig).toEqual({ functionCallingConfig: { mode: 'NONE' } });
  },
  B117() {
    const foreign: object = { 'anthropic-messages': { fields: { signature: 'A' } }, 'openai-chat': { encrypted: 'E' } };
    const reasoning: AssistantPart = { type: 'reasoning', text: 'r', vendor: foreign };
    const origin = { codec: 'anthropic-messages', provider: 'anthropic' };
    const thought: Message = { role: 'assistant', content: [reasoning, call('c1')], origin };
    expect(JSON.stringify(send([user('q'), thought, tool(result('c1'))]))).not.toMatch(/"A"|"E"|"r"/);
  },
  B133() {
    const results = [
      result('2', '', { name: 'b', content: [{ type: 'tool-reference', name: 'x' }] }),
      result('1', '', { content: [] }),
    ];
    const [, , answered] = send([user('q'), assistant(call('1', 'a'), call('2', 'b')), tool(...results)]);
    expect(responsesIn(answered)).toMatchObject([
      { name: 'a', response: {} },
      { name: 'b', response: { output: '[tool_reference: x]' } },
    ]);
  },
  B143() {
    const tools = ['x'.repeat(96), '1abc'].map((name) => declare(name));
    const { request } = lower({ messages: [user('q')], tools }, profile);
    for (const spec of request.tools ?? []) expect('name' in spec && spec.name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
  },
  B147() {
    const reasons = [
      { candidates: [{ content: { role: 'model' }, finishReason: 'STOP' }] },
      { candidates: [] },
      { promptFeedback: { blockReason: 'SAFETY' } },
    ].map((body) => decodeResponse(body).finish.reason);
    expect(reasons).toEqual(['stop', 'other', 'content-filter']);
  },
  B155() {
    const slots: object = { 'openai-chat': { itemId: 'fc_1' } };
    const text: AssistantPart = { type: 'text', text: 't', vendor: slots };
    expect(JSON.stringify(send([user('q'), assistant(text, call('c')), tool(result('c'))]))).not.toContain('fc_1');
  },
  B161() {
    const nested = { type: 'object', properties: { params: { type: 'object', properties: {} } } };
    expect(declared({ type: 'object', properties: {} })).toEqual({ name: 'f' });
    expect(declared(nested)).toEqual({ name: 'f', parametersJsonSchema: nested });
  },
  B169() {
    const [, , answered] = send([
      user('q'),
      assistant(call('1'), call('2')),
      tool(result('1', '', { content: [] }), result('2')),
    ]);
    expect(responsesIn(answered).map(({ id }) => id)).toEqual(['1', '2']);
  },
};

for (const [id, check] of Object.entries(checks)) test(`${id}, as a fixture of our own`, check);

test('an answer that cannot be read as a call comes back as it was', () => {
  const body = { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'print(default_api.f(' }] };
  expect(encodeResponse(decodeResponse(body))).toEqual(body);
});

describeShared('reported faults', 'faults/open.jsonl', (path) => {
  const faults = readJsonLines(path).filter(isJsonObject);
  for (const { id, summary } of faults) {
    const check = checks[String(id)];
    if (check) test(`${id}: ${summary}`, check);
  }

  test('each fault that is checked here is among the reported ones', () => {
    const reported = faults.map(({ id }) => String(id));
    expect(Object.keys(checks).filter((id) => !reported.includes(id))).toEqual([]);
  });
});
