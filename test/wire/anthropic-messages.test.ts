import { anthropicMessages } from '@toolglot/anthropic/codec';
import { anthropicProfile } from '@toolglot/anthropic/profiles';
import { anthropicRules } from '@toolglot/anthropic/rules';
import {
  type AssistantPart,
  type FunctionTool,
  type Json,
  type JsonObject,
  lower,
  type Message,
  type Request,
  type ToolCall,
  type ToolResult,
} from '@toolglot/core';
import { describe, expect, test } from 'vitest';

const { encodeRequest, decodeRequest, decodeResponse, decodeError } = anthropicMessages;

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const assistant = (...content: AssistantPart[]): Message => ({ role: 'assistant', content });
const tool = (...content: ToolResult[]): Message => ({ role: 'tool', content });
const call = (id: string, name = 'get_weather'): ToolCall => ({ type: 'tool-call', id, name, args: { city: '北京' } });
const result = (callId: string, text = '22°C'): ToolResult => ({
  type: 'tool-result',
  callId,
  name: 'get_weather',
  content: [{ type: 'text', text }],
});
const weather: FunctionTool = {
  type: 'function',
  name: 'get_weather',
  input: { type: 'object', properties: { city: { type: 'string' } } },
};
const step: readonly Message[] = [user('北京?'), assistant(call('a')), tool(result('a'))];

/** The body for a request, lowered for a model; the vendor's rules must take it. */
function send(request: Partial<Request>, model = 'claude-opus-5'): JsonObject {
  const profile = anthropicProfile(model);
  const { request: lowered } = lower({ model, messages: [user('北京?')], ...request }, profile);
  const { body } = encodeRequest(lowered, profile);
  expect(anthropicRules.filter((rule) => rule.check(body)).map(({ id }) => id)).toEqual([]);
  return body;
}

const codesOf = (request: Partial<Request>, model = 'claude-opus-5') =>
  lower({ model, messages: [user('北京?')], ...request }, anthropicProfile(model)).losses.map(({ code }) => code);

/** Role and kinds of blocks of each message. */
function shape({ messages }: JsonObject): readonly (readonly unknown[])[] {
  const list = Array.isArray(messages) ? messages : [];
  return list.map(({ role, content }) => [
    role,
    ...content.map((block: JsonObject) => block.tool_use_id ?? block.id ?? block.text ?? block.type),
  ]);
}

describe('requests', () => {
  test('A1: a tool without arguments has a schema of an empty object', () => {
    expect(send({ tools: [{ type: 'function', name: 'now' }] }).tools).toEqual([
      { name: 'now', input_schema: { type: 'object', properties: {} } },
    ]);
  });

  test('A3: an illegal name becomes a legal one, apart from all others, and comes back', () => {
    const names = ['a.b', 'a:b', 'a_b', 'a b', 'x'.repeat(100)];
    const tools = names.map((name): FunctionTool => ({ type: 'function', name }));
    const sent = send({ tools }).tools;
    const wire = Array.isArray(sent) ? sent.map(({ name }) => String(name)) : [];
    expect(new Set(wire).size).toBe(names.length);
    for (const name of wire) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    const { raise } = lower({ messages: [user('q')], tools }, anthropicProfile('claude-opus-5'));
    const content = wire.map((name, index) => ({ type: 'tool_use', id: `toolu_${index}`, name, input: {} }));
    const { message } = raise(decodeResponse({ content, stop_reason: 'tool_use' }));
    expect(message.content.map((part) => part.type === 'tool-call' && part.name)).toEqual(names);
  });

  test('A2: a union at the root becomes one object, with a loss', () => {
    const anyOf = [
      { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    ];
    const tools: readonly FunctionTool[] = [{ type: 'function', name: 'tap', input: { anyOf } }];
    const [sent] = [send({ tools }).tools].flat();
    expect(sent).toMatchObject({ input_schema: { type: 'object', properties: { id: {}, text: {} } } });
    expect(codesOf({ tools })).not.toEqual([]);
  });

  test('A4: an illegal key becomes a legal one, and comes back', () => {
    const input = { type: 'object', properties: { 城市: { type: 'string' } }, required: ['城市'] };
    const tools: readonly FunctionTool[] = [{ type: 'function', name: 'get_weather', input }];
    const { request, raise } = lower({ messages: [user('q')], tools }, anthropicProfile('claude-opus-5'));
    const lowered = request.tools?.[0];
    const schema = lowered?.type === 'function' ? lowered.input : undefined;
    const keys = Object.keys(Object(schema?.properties));
    for (const key of keys) expect(key).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
    const content = [{ type: 'tool_use', id: 'a', name: 'get_weather', input: { [String(keys[0])]: '北京' } }];
    const { message } = raise(decodeResponse({ content, stop_reason: 'tool_use' }));
    expect(message.content[0]).toMatchObject({ args: { 城市: '北京' } });
  });

  test('A5: strict is left out when it is not set', () => {
    expect(JSON.stringify(send({ tools: [weather] }))).not.toContain('strict');
    expect(encodeRequest({ messages: [], tools: [{ ...weather, strict: true }] }).body.tools).toMatchObject([{ strict: true }]);
  });

  test.each<[Request['toolChoice'], boolean | undefined, JsonObject | undefined]>([
    ['required', undefined, { type: 'any' }],
    [{ tool: 'get_weather' }, undefined, { type: 'tool', name: 'get_weather' }],
    ['none', undefined, { type: 'none' }],
    ['none', false, { type: 'none' }],
    ['required', false, { type: 'any', disable_parallel_tool_use: true }],
    [undefined, false, { type: 'auto', disable_parallel_tool_use: true }],
    [undefined, undefined, undefined],
  ])('A6: the choice %j with parallel calls %s is %j', (toolChoice, parallelCalls, expected) => {
    const body = send({
      tools: [weather],
      ...(toolChoice && { toolChoice }),
      ...(parallelCalls !== undefined && { parallelCalls }),
    });
    expect(body.tool_choice).toEqual(expected);
  });

  test('A7: without tools neither tools nor a choice are sent', () => {
    const body = send({ tools: [], toolChoice: 'none' });
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('tool_choice');
  });

  test('A8: a forced choice becomes a free one where the model refuses it, with a loss', () => {
    const forced: Partial<Request> = { tools: [weather], toolChoice: 'required' };
    expect(send(forced, 'claude-opus-5-5').tool_choice).toEqual({ type: 'auto' });
    expect(codesOf(forced, 'claude-opus-5-5')).toContain('tool-choice');
    const thinking = { ...forced, settings: { maxTokens: 4000, reasoning: { budget: 1024 } } };
    expect(send(thinking, 'claude-haiku-4-5')).toMatchObject({ tool_choice: { type: 'auto' }, thinking: { type: 'enabled' } });
    expect(codesOf(thinking, 'claude-haiku-4-5')).toContain('tool-choice');
  });

  test('A9: two results and what the user says next are one message, results first', () => {
    const body = send({
      tools: [weather],
      messages: [user('q'), assistant(call('a'), call('b')), tool(result('a'), result('b')), user('and?')],
    });
    expect(shape(body)).toEqual([
      ['user', 'q'],
      ['assistant', 'a', 'b'],
      ['user', 'a', 'b', 'and?'],
    ]);
  });

  test('A10: what the user says before the results goes behind them', () => {
    const body = send({ tools: [weather], messages: [user('q'), assistant(call('a')), user('by the way'), tool(result('a'))] });
    expect(shape(body).at(-1)).toEqual(['user', 'a', 'by the way']);
  });

  test('A11: results in messages of their own are one message, and a missing one is put in as an error', () => {
    const messages = [user('q'), assistant(call('a'), call('b'), call('c')), tool(result('a')), tool(result('c'))];
    const body = send({ tools: [weather], messages });
    expect(shape(body).at(-1)).toEqual(['user', 'a', 'b', 'c']);
    expect(body.messages).toMatchObject([{}, {}, { content: [{}, { tool_use_id: 'b', is_error: true }, {}] }]);
    expect(codesOf({ messages })).toContain('unanswered-call');
  });

  test('A12: a second result and one that nobody asked for are left out, with a loss', () => {
    const messages = [user('q'), assistant(call('a')), tool(result('a'), result('a', 'again'), result('z'))];
    expect(shape(send({ tools: [weather], messages })).at(-1)).toEqual(['user', 'a']);
    expect(codesOf({ messages })).toEqual(expect.arrayContaining(['second-result', 'orphan-result']));
  });

  test('A13: media in an error is refused with its place: an error is text only, and the image goes behind the results', () => {
    const content: ToolResult['content'] = [{ type: 'media', mediaType: 'image/png', data: { base64: 'iVBOR' } }];
    const messages = [user('q'), assistant(call('a')), tool({ ...result('a'), content, isError: true })];
    expect(() => encodeRequest({ messages })).toThrow(/media in an error result at messages\[2\]\.content\[0\]\.content\[0\]/);
    expect(shape(send({ tools: [weather], messages })).at(-1)).toEqual(['user', 'a', expect.any(String), 'image']);
    expect(codesOf({ messages })).toContain('result-media');
  });

  test('A14: an empty result is no empty block', () => {
    const body = send({ tools: [weather], messages: [user('q'), assistant(call('a')), tool(result('a', ''))] });
    expect(JSON.stringify(body)).not.toContain('"text":""');
    expect(encodeRequest({ messages: [tool(result('a', ''))] }).body.messages).toMatchObject([{ content: [{ content: '' }] }]);
  });

  test('A15: blank text of an assistant goes, with the message that holds nothing else', () => {
    const blank: AssistantPart = { type: 'text', text: ' \n' };
    expect(shape(send({ tools: [weather], messages: [user('q'), assistant(blank, call('a')), tool(result('a'))] }))[1]).toEqual([
      'assistant',
      'a',
    ]);
    for (const nothing of [assistant(blank), assistant()])
      expect(shape(send({ messages: [user('q'), nothing, user('r')] })).map(([role]) => role)).toEqual(['user', 'user']);
  });

  test('A16: a last turn of the assistant is followed by a user’s, or trimmed where it is gone on with', () => {
    const messages = [user('q'), assistant({ type: 'text', text: 'It is ' })];
    expect(shape(send({ messages })).map(([role]) => role)).toEqual(['user', 'assistant', 'user']);
    expect(shape(send({ messages }, 'claude-haiku-4-5')).at(-1)).toEqual(['assistant', 'It is']);
  });

  test('A17: foreign ids are rewritten on call and result alike, and stay apart', () => {
    const ids = ['call|fc_1', 'a.b', 'a_b'];
    const body = send({
      tools: [weather],
      messages: [user('q'), assistant(...ids.map((id) => call(id))), tool(...ids.map((id) => result(id)))],
    });
    const [, calls = [], results = []] = shape(body).map(([, ...rest]) => rest);
    expect(calls).toEqual(results);
    expect(new Set(calls).size).toBe(3);
    for (const id of calls) expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
  });

  test('A19: instructions are the top-level system prompt, and later ones stand where the model takes them', () => {
    const system = (text: string): Message => ({ role: 'system', content: [{ type: 'text', text }] });
    const messages = [system('a'), system('b'), user('q'), system('c')];
    const body = send({ messages });
    expect(body.system).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]);
    expect(shape(body).map(([role]) => role)).toEqual(['user', 'system']);
    expect(shape(send({ messages }, 'claude-haiku-4-5')).map(([role]) => role)).toEqual(['user', 'user']);
  });

  test('A20: a conversation that an assistant begins gets a user’s turn before it, with a loss', () => {
    const messages = [assistant({ type: 'text', text: 'hi' }), user('q')];
    expect(shape(send({ messages })).map(([role]) => role)).toEqual(['user', 'assistant', 'user']);
    expect(codesOf({ messages })).toContain('first-turn');
  });

  test('A21: reasoning is sent back as it came, before its calls, empty or hidden as it may be', () => {
    const content = [
      { type: 'thinking', thinking: '想', signature: 'S1' },
      { type: 'redacted_thinking', data: 'D' },
      { type: 'thinking', thinking: '', signature: 'S2' },
      { type: 'tool_use', id: 'a', name: 'get_weather', input: { city: '北京' } },
    ];
    const { message } = decodeResponse({ model: 'claude-opus-5', content, stop_reason: 'tool_use' });
    const body = send({ tools: [weather], messages: [user('q'), message, tool(result('a'))] });
    expect(JSON.stringify(body)).toContain(JSON.stringify(content[0]?.signature));
    expect(body.messages).toMatchObject([{}, { role: 'assistant', content }, {}]);
  });

  test('A22: reasoning of another vendor is left out with a loss, and its calls stay', () => {
    const origin = { codec: 'openai-chat', provider: 'deepseek' };
    const message: Message = { role: 'assistant', origin, content: [{ type: 'reasoning', text: 't' }, call('a')] };
    const request = { tools: [weather], messages: [user('q'), message, tool(result('a'))] };
    expect(shape(send(request))[1]).toEqual(['assistant', 'a']);
    expect(codesOf(request)).toContain('foreign-reasoning');
  });

  test('A22: reasoning of our own whose signature no longer holds is left out with a loss', () => {
    const content = [
      { type: 'thinking', thinking: 't', signature: 'S' },
      { type: 'text', text: 'a' },
    ];
    const { message } = decodeResponse({ model: 'claude-opus-5', content, stop_reason: 'end_turn' });
    const edited = message.content.map((part) => (part.type === 'reasoning' ? { ...part, text: 'edited' } : part));
    const messages = [user('q'), { ...message, content: edited }, user('r')];
    expect(shape(send({ messages }))[1]).toEqual(['assistant', 'a']);
    expect(codesOf({ messages })).toEqual(['unsigned-reasoning']);
  });

  test.each([{ signature: '' }, { signature: null }, {}])('A22: reasoning that came with %j is left out with a loss', (mark) => {
    const content = [
      { type: 'thinking', thinking: 't', ...mark },
      { type: 'text', text: 'a' },
    ];
    const { message } = decodeResponse({ model: 'claude-opus-5', content, stop_reason: 'end_turn' });
    const messages = [user('q'), message, user('r')];
    expect(shape(send({ messages }))[1]).toEqual(['assistant', 'a']);
    expect(codesOf({ messages })).toEqual(['unsigned-reasoning']);
  });

  test('A22: reasoning without a signature is never sent', () => {
    const foreign = assistant({ type: 'reasoning', text: 't', vendor: {} }, call('a'));
    expect(() => encodeRequest({ messages: [user('q'), foreign, tool(result('a'))] })).toThrow(
      /reasoning without a valid signature/,
    );
  });

  test('A23: hosted calls and their results go back in the assistant’s turn, and get no result of ours', () => {
    const content = [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: '北京' } },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      { type: 'text', text: '22°C' },
    ];
    const { message } = decodeResponse({ content, stop_reason: 'end_turn' });
    const body = send({ messages: [user('q'), message, user('and?')] });
    expect(body.messages).toMatchObject([{}, { role: 'assistant', content }, { role: 'user' }]);
  });

  test('A24: a paused answer is sent back as the last turn, with nothing behind it', () => {
    const content = [{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }];
    const { message, finish } = decodeResponse({ content, stop_reason: 'pause_turn' });
    expect(finish.reason).toBe('pause');
    expect(send({ messages: [user('q'), message] }).messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'q' }] },
      { role: 'assistant', content },
    ]);
  });

  const ranIn = (id: string, content: readonly JsonObject[] = [{ type: 'text', text: 'ran' }]) =>
    decodeResponse({ content, stop_reason: 'end_turn', container: { id, expires_at: '2026-01-01T00:00:00Z' } }).message;
  const withContainer = (container: Json): Partial<Request> => ({ vendor: { 'anthropic-messages': { fields: { container } } } });

  test('A24: a paused answer goes on in its container', () => {
    const content = [{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input: {} }];
    const { message } = decodeResponse({ content, stop_reason: 'pause_turn', container: { id: 'c' } });
    expect(send({ messages: [user('q'), message] })).toMatchObject({ container: 'c', messages: [{}, { content }] });
  });

  test('A25: the caller of a call is kept, and the container of an answer is sent with its results', () => {
    const caller = { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' };
    const content = [{ type: 'tool_use', id: 'a', name: 'get_weather', input: {}, caller }];
    const { message, vendor } = decodeResponse({ content, stop_reason: 'tool_use', container: { id: 'c' } });
    expect(vendor?.['anthropic-messages']?.fields?.container).toEqual({ id: 'c' });
    const body = send({ tools: [weather], messages: [user('q'), message, tool(result('a'))] });
    expect(body).toMatchObject({ container: 'c', messages: [{}, { content: [{ caller }] }, { content: [{ content: '22°C' }] }] });
  });

  test('A25: the last container is sent, from however far back', () => {
    const messages = [
      user('q'),
      ranIn('c1'),
      user('r'),
      ranIn('c2'),
      user('s'),
      assistant({ type: 'text', text: 'a' }),
      user('t'),
    ];
    expect(send({ messages }).container).toBe('c2');
    expect(send({ messages: messages.slice(0, 3) }).container).toBe('c1');
    expect(send({ messages: [user('q')] })).not.toHaveProperty('container');
  });

  test.each<[string, Json, Json]>([
    ['its id goes before', 'mine', 'mine'],
    ['none is none', null, null],
    ['its object with an id goes before', { id: 'mine', skills: [] }, { id: 'mine', skills: [] }],
    ['its skills are used in the one of the answer', { skills: [] }, { id: 'c', skills: [] }],
  ])('A25: where the request names a container, %s', (_title, container, sent) => {
    expect(send({ messages: [user('q'), ranIn('c'), user('r')], ...withContainer(container) }).container).toEqual(sent);
  });

  test('A25: no container comes from an empty answer, or goes to another provider', () => {
    expect(send({ messages: [user('q'), ranIn('c', []), user('r')] })).not.toHaveProperty('container');
    const { origin = { codec: 'anthropic-messages', provider: '' }, ...message } = ranIn('c');
    const elsewhere: Message = { ...message, origin: { ...origin, provider: 'bedrock' } };
    expect(send({ messages: [user('q'), elsewhere, user('r')] })).not.toHaveProperty('container');
  });

  test('A26: sampling is not sent to the models that came with the version without it', () => {
    const settings = { temperature: 0.5, topP: 0.9 };
    const body = send({ settings });
    expect(body).not.toHaveProperty('temperature');
    expect(body).not.toHaveProperty('top_p');
    expect(codesOf({ settings })).toEqual(['setting', 'setting']);
    for (const older of [settings, { temperature: 0.5 }, { topP: 0.9 }])
      expect(encodeRequest({ messages: [user('q')], settings: older }).headers).toEqual({ 'anthropic-version': '2023-06-01' });
  });

  test('a budget of reasoning goes on top of the default length', () => {
    const body = send({ settings: { reasoning: { budget: 20_000 } } }, 'claude-haiku-4-5');
    expect(body).toMatchObject({ max_tokens: 28_192, thinking: { budget_tokens: 20_000 } });
  });

  test('A28: tools stay in the request when none may be called', () => {
    const body = send({ tools: [weather], toolChoice: 'none', messages: step });
    expect(body).toMatchObject({ tools: [{ name: 'get_weather' }], tool_choice: { type: 'none' } });
    expect(send({ messages: step })).toMatchObject({ tools: [{ name: 'get_weather' }], tool_choice: { type: 'none' } });
  });

  test('A28: tools of earlier calls that are not offered any more are declared once each, by legal names, with a loss', () => {
    const calls = [call('a'), call('b', 'a.b'), call('c', 'a.b')];
    const messages = [user('q'), assistant(...calls), tool(...calls.map(({ id, name }) => ({ ...result(id), name }))), user('r')];
    for (const model of ['claude-opus-5', 'claude-haiku-4-5']) {
      const { tools, tool_choice } = send({ messages, tools: [], toolChoice: 'required' }, model);
      expect(tools).toMatchObject([
        { name: 'get_weather', input_schema: { type: 'object' } },
        { name: expect.stringMatching(/^[\w-]+$/), input_schema: { type: 'object' } },
      ]);
      expect(tool_choice).toEqual({ type: 'none' });
      expect(codesOf({ messages }, model)).toContain('called-tools');
    }
    expect(send({ messages: [user('q')] })).not.toHaveProperty('tools');
  });
});

describe('answers', () => {
  const usage = { input_tokens: 10, cache_creation_input_tokens: null, cache_read_input_tokens: 5, output_tokens: 12 };

  test('A32: input is the sum of its counters, null counts as nothing, and unknown stays unknown', () => {
    const counts = (value: JsonObject) => decodeResponse({ content: [], usage: value }).usage;
    expect(counts(usage)).toEqual({ input: 15, output: 12, cachedInput: 5 });
    expect(counts({ ...usage, cache_creation_input_tokens: 7 })).toEqual({
      input: 22,
      output: 12,
      cachedInput: 5,
      cacheWrite: 7,
    });
    expect(counts({ ...usage, output_tokens_details: { thinking_tokens: 7 } })).toMatchObject({ output: 12, reasoning: 7 });
    expect(counts({ output_tokens: 3 })).toEqual({ output: 3 });
    expect(decodeResponse({ content: [] }).usage).toBeUndefined();
  });

  const callBlock = { type: 'tool_use', id: 'a', name: 'f', input: {} };
  const hosted = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
  const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };

  test.each<[string, readonly JsonObject[], string | null, string]>([
    ['A36', [callBlock], 'max_tokens', 'length'],
    ['A36', [callBlock], 'model_context_window_exceeded', 'length'],
    ['A36', [callBlock], 'refusal', 'refusal'],
    ['A36', [], 'novelty', 'other'],
    ['A36', [], null, 'other'],
    ['A37', [hosted, found], 'tool_use', 'stop'],
    ['A37', [hosted], 'tool_use', 'pause'],
    ['A37', [callBlock], 'end_turn', 'tool-calls'],
    ['A37', [hosted, callBlock], 'pause_turn', 'tool-calls'],
    ['A37', [], 'stop_sequence', 'stop'],
  ])('%s: %j with the stop reason %s has finished by %s', (_id, content, stop_reason, reason) => {
    const { finish, message } = decodeResponse({ content, stop_reason });
    expect(finish).toEqual({ reason, ...(stop_reason !== null && { raw: stop_reason }) });
    expect(message.finish).toBe(reason);
  });

  test('A36: the category of a refusal is kept', () => {
    const stop_details = { type: 'refusal', category: 'cyber', explanation: null };
    const { vendor } = decodeResponse({ content: [], stop_reason: 'refusal', stop_details });
    expect(vendor?.['anthropic-messages']?.fields).toMatchObject({ stop_details });
  });

  test('A35: input that is no JSON is a fault with the raw text, not an exception', () => {
    const { message } = decodeResponse({ content: [{ ...callBlock, input: '{"city": "北' }], stop_reason: 'tool_use' });
    expect(message.content[0]).toMatchObject({ args: {}, argsText: '{"city": "北', fault: { code: 'invalid-json' } });
  });

  test.each<[number, boolean]>([
    [529, true],
    [429, true],
    [500, true],
    [504, true],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [413, false],
  ])('A38: status %i may be tried again: %s', (status, retryable) => {
    const headers = { 'retry-after-ms': '100', 'request-id': 'req_1' };
    expect(decodeError(status, { type: 'error' }, headers)).toMatchObject({ retryable, retryAfter: 100, requestId: 'req_1' });
    expect(decodeError(status, '', { 'x-should-retry': String(!retryable) })).toMatchObject({ retryable: !retryable });
  });
});

test('A18: whatever stands for arguments on the wire, an object is sent', () => {
  for (const input of ['{"city":"北京"}', null, undefined, '', '{"city": "北']) {
    const block = { type: 'tool_use', id: 'a', name: 'get_weather', ...(input !== undefined && { input }) };
    const { request } = decodeRequest({
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [block] },
      ],
    });
    expect(encodeRequest(request).body.messages).toMatchObject([
      {},
      { content: [{ input: input?.endsWith('}') ? { city: '北京' } : {} }] },
    ]);
  }
});
