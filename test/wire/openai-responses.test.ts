import {
  assistantMessage,
  type Json,
  type JsonObject,
  lower,
  type Message,
  mediaPart,
  type Profile,
  type Request,
  systemMessage,
  toolCall,
  toolCallsOf,
  toolMessage,
  toolResult,
  userMessage,
} from '@toolglot/core';
import { readList, readObject } from '@toolglot/core/kit';
import { openaiChat, openaiResponses } from '@toolglot/openai/codec';
import { openaiProfile } from '@toolglot/openai/profiles';
import { describe, expect, test } from 'vitest';

const profile = openaiProfile('gpt-5.4');
const weather = { type: 'function', name: 'get_weather', input: { type: 'object', properties: {} } } as const;
const user = userMessage('北京?');

/** What goes over the wire for a request, lowered. */
const sent = (request: Request, to: Profile = profile): JsonObject =>
  openaiResponses.encodeRequest(lower(request, to).request, to).body;
const inputOf = (messages: readonly Message[], more: Partial<Request> = {}, to: Profile = profile) =>
  readList(sent({ model: to.name.slice(to.provider.length + 1), messages, ...more }, to).input).map(readObject);
const fieldsOf = (items: readonly JsonObject[], ...names: readonly string[]) =>
  items.map((item) => names.map((name) => item[name]));

const answer = (output: Json, more: JsonObject = {}) =>
  openaiResponses.decodeResponse({ id: 'resp_1', model: 'gpt-5.4', status: 'completed', output, ...more }, { profile });

const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'blob' };
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'get_weather', arguments: '{}', status: 'completed' };
const said = (text: string, more: JsonObject = {}) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...more,
});
const result = toolMessage(toolResult({ id: 'call_1', name: 'get_weather' }, '22°C'));

describe('requests', () => {
  test('2: names of up to 128 characters go as they are; longer ones and other characters are mapped, and come back', () => {
    const names = ['x'.repeat(128), 'x'.repeat(129), 'a.b c'];
    const tools = names.map((name) => ({ ...weather, name }));
    const wire = readList(sent({ messages: [user], tools }).tools).map((tool) => String(readObject(tool).name));
    expect(wire[0]).toBe(names[0]);
    for (const name of wire) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,128}$/);
    const lowered = lower({ messages: [user], tools }, profile);
    const raised = lowered.raise(answer([{ ...call, name: wire[2] ?? '' }]));
    expect(toolCallsOf(raised.message)).toMatchObject([{ name: 'a.b c' }]);
  });

  test('8: strict is always said', () => {
    const tools = [weather, { ...weather, name: 'b', strict: true }];
    const strict = readList(openaiResponses.encodeRequest({ messages: [user], tools }).body.tools);
    expect(strict).toMatchObject([{ strict: false }, { strict: true }]);
  });

  test('9 to 11: grammar, allowed tools and a named choice are flat; Chat nests them', () => {
    const format = { syntax: 'lark', definition: 'start: "a"' } as const;
    const tools = [weather, { type: 'text', name: 'write', format } as const];
    const request = { messages: [user], tools };
    expect(sent({ ...request, toolChoice: { tool: 'get_weather' } })).toMatchObject({
      tools: [{}, { type: 'custom', name: 'write', format: { type: 'grammar', ...format } }],
      tool_choice: { type: 'function', name: 'get_weather' },
    });
    const choice = { tools: ['get_weather', 'write'], mode: 'required' } as const;
    expect(sent({ ...request, toolChoice: choice }).tool_choice).toEqual({
      type: 'allowed_tools',
      mode: 'required',
      tools: [
        { type: 'function', name: 'get_weather' },
        { type: 'custom', name: 'write' },
      ],
    });
    expect(openaiChat.encodeRequest({ ...request, toolChoice: choice }).body.tool_choice).toHaveProperty('allowed_tools');
  });

  test('14 and 33: arguments go as text; those that cannot be read go as an empty object, and are kept', () => {
    const calls = answer([
      { ...call, arguments: '{"city":' },
      { ...call, id: 'fc_2', call_id: 'call_2', arguments: '' },
    ]);
    expect(toolCallsOf(calls.message)).toMatchObject([
      { args: {}, argsText: '{"city":', fault: { code: 'invalid-json' } },
      { args: {}, argsText: '' },
    ]);
    const items = inputOf([user, calls.message]);
    expect(
      fieldsOf(
        items.filter(({ type }) => type === 'function_call'),
        'arguments',
      ),
    ).toEqual([['{}'], ['{}']]);
  });

  test('15 to 17: each call has its result behind it, whatever stands between', () => {
    const items = inputOf([user, assistantMessage([toolCall('a', 'f'), toolCall('b', 'f')]), user, result]);
    expect(items.map(({ type, call_id, role }) => [type ?? role, call_id])).toEqual([
      ['user', undefined],
      ['function_call', 'a'],
      ['function_call', 'b'],
      ['function_call_output', 'a'],
      ['function_call_output', 'b'],
      ['user', undefined],
    ]);
  });

  test('18: an image stays in the result that has it', () => {
    const image = mediaPart('image/png', { base64: 'iVBORw0KGgo=' });
    const shown = toolMessage(toolResult({ id: 'call_1', name: 'f' }, [{ type: 'text', text: 'a map' }, image]));
    const [, , output, ...others] = inputOf([user, assistantMessage([toolCall('call_1', 'f')]), shown]);
    expect(output).toMatchObject({
      type: 'function_call_output',
      output: [
        { type: 'input_text', text: 'a map' },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
      ],
    });
    expect(others).toEqual([]);
  });

  test('19: ids that are too long are shortened alike in call and result, and stay apart', () => {
    const ids = [`${'x'.repeat(80)}1`, `${'x'.repeat(80)}2`];
    const items = inputOf([
      user,
      assistantMessage(ids.map((id) => toolCall(id, 'f'))),
      toolMessage(...ids.map((id) => toolResult({ id, name: 'f' }, 'ok'))),
    ]);
    const wire = items.slice(1).map(({ call_id }) => String(call_id));
    expect(new Set(wire).size).toBe(2);
    expect(wire.slice(0, 2)).toEqual(wire.slice(2));
    for (const id of wire) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });

  test('29: instructions alone are an input that is not empty', () => {
    expect(sent({ messages: [systemMessage('Be brief.')] }).input).toEqual([{ role: 'system', content: 'Be brief.' }]);
    expect(sent({ messages: [systemMessage('Be brief.'), user] })).toMatchObject({
      instructions: 'Be brief.',
      input: [{ role: 'user' }],
    });
  });

  test('30: a tool is deferred with a search beside it only; models that have none get the tool as it is', () => {
    const tools = [{ ...weather, deferred: true }];
    expect(readList(sent({ messages: [user], tools }).tools)[0]).not.toHaveProperty('defer_loading');
    const searched = [...tools, { type: 'hosted', id: 'openai.tool_search' } as const];
    expect(sent({ messages: [user], tools: searched }).tools).toMatchObject([{ defer_loading: true }, { type: 'tool_search' }]);
    expect(readList(sent({ messages: [user], tools }, openaiProfile('gpt-4.1')).tools)[0]).not.toHaveProperty('defer_loading');
  });
});

describe('replay', () => {
  test('22: reasoning, then what it led to, then the result', () => {
    const items = inputOf([user, answer([reasoning, call]).message, result]);
    expect(items.slice(1)).toEqual([reasoning, call, { type: 'function_call_output', call_id: 'call_1', output: '22°C' }]);
  });

  test('23: without its reasoning, or to another model or vendor, a call goes without its id', () => {
    const { message } = answer([reasoning, call]);
    const alone = { ...message, content: message.content.filter(({ type }) => type !== 'reasoning') };
    const callIn = (items: readonly JsonObject[]) => items.find(({ type }) => type === 'function_call');
    expect(callIn(inputOf([user, message, result]))).toHaveProperty('id', 'fc_1');
    expect(callIn(inputOf([user, alone, result]))).not.toHaveProperty('id');
    expect(callIn(inputOf([user, message, result], {}, openaiProfile('gpt-5.2')))).not.toHaveProperty('id');
    const elsewhere = { ...openaiProfile('gpt-5.4'), provider: 'azure', name: 'azure:gpt-5.4' };
    expect(JSON.stringify(inputOf([user, message, result], {}, elsewhere))).not.toMatch(/fc_1|rs_1|blob/);
  });

  test('23: where the call that reasoning led to was changed, nothing of the turn goes by its id', () => {
    const { message } = answer([reasoning, call, said('I look.')]);
    const content = message.content.map((part) => (part.type === 'tool-call' ? { ...part, args: { city: '上海' } } : part));
    const items = inputOf([user, { ...message, content }, result]);
    expect(JSON.stringify(items)).not.toMatch(/fc_1|rs_1|msg_1/);
    expect(items[1]).toEqual({ type: 'reasoning', summary: [], encrypted_content: 'blob' });
  });

  test('23: a text that was changed goes without its id, and without what stood for the old one', () => {
    const { message } = answer([reasoning, call, said('I look.', { phase: 'commentary' })]);
    const content = message.content.map((part) => (part.type === 'text' ? { ...part, text: 'I ask.' } : part));
    const items = inputOf([user, { ...message, content }, result]);
    expect(items.slice(1, 4)).toEqual([reasoning, call, { role: 'assistant', content: 'I ask.', phase: 'commentary' }]);
  });

  test('24: of a turn that ended while the model thought, nothing is sent', () => {
    const cut = answer([reasoning], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
    const { request, losses } = lower({ messages: [user, cut.message, user] }, profile);
    expect(request.messages.map(({ role }) => role)).not.toContain('assistant');
    expect(losses.map(({ code }) => code)).toContain('lone-reasoning');
  });

  test('25: reasoning is asked for in the form that can be sent back, and goes by no id that is not kept', () => {
    expect(sent({ messages: [user] }).include).toEqual(['reasoning.encrypted_content']);
    expect(sent({ messages: [user] }, openaiProfile('gpt-4.1'))).not.toHaveProperty('include');
    const { encrypted_content: _blob, ...known } = reasoning;
    const messages = [user, answer([known, call]).message, result];
    const stateless = { vendor: { 'openai-responses': { fields: { store: false } } } };
    expect(JSON.stringify(inputOf(messages, stateless))).not.toMatch(/rs_1|fc_1/);
    expect(JSON.stringify(inputOf(messages))).toMatch(/rs_1.*fc_1/);
  });

  test('26: behind an answer that the vendor has kept, only what is new is sent', () => {
    const kept = { vendor: { 'openai-responses': { fields: { previous_response_id: 'resp_1' } } } };
    const items = inputOf([user, answer([reasoning, call]).message, result], kept);
    expect(fieldsOf(items, 'type', 'call_id')).toEqual([['function_call_output', 'call_1']]);
    const instructed = [systemMessage('Be brief.'), user, answer([reasoning, call]).message, result];
    expect(sent({ model: 'gpt-5.4', messages: instructed, ...kept })).toMatchObject({
      instructions: 'Be brief.',
      input: [{ call_id: 'call_1' }],
    });
  });

  test('27: namespace, caller and the fingerprint of a program come back, also with other arguments', () => {
    const program = { type: 'program', id: 'prog_1', call_id: 'call_p', code: 'f()', fingerprint: 'print' };
    const caller = { type: 'program', caller_id: 'call_p' };
    const { message } = answer([program, { ...call, namespace: 'maps', caller }]);
    expect(toolCallsOf(message)).toMatchObject([{ caller }]);
    expect(inputOf([user, message, result]).slice(1, 3)).toEqual([program, { ...call, namespace: 'maps', caller }]);
    const content = message.content.map((part) => (part.type === 'tool-call' ? { ...part, args: { city: '上海' } } : part));
    const edited = inputOf([user, { ...message, content }, result]).find(({ type }) => type === 'function_call');
    expect(edited).toEqual({
      ...{ type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '{"city":"上海"}' },
      ...{ namespace: 'maps', caller },
    });
  });

  test('28: the phase of a text is said again to its vendor, and to no other', () => {
    const { message } = answer([said('I look.', { phase: 'commentary' })]);
    expect(inputOf([user, message, user])[1]).toEqual(said('I look.', { phase: 'commentary' }));
    const elsewhere = { ...profile, provider: 'local', name: 'local:gpt-5.4' };
    expect(inputOf([user, message, user], {}, elsewhere)[1]).toEqual({ role: 'assistant', content: 'I look.' });
  });
});

describe('answers', () => {
  test('31: calls make a tool stop, whatever the status says', () => {
    expect(answer([call]).finish).toEqual({ reason: 'tool-calls', raw: 'completed' });
    expect(answer([said('hi')]).finish).toEqual({ reason: 'stop', raw: 'completed' });
  });

  test.each<[Json, Json]>([
    ['', {}],
    [null, {}],
    ['  ', {}],
    [{ city: '北京' }, { city: '北京' }],
    ['"{\\"city\\":\\"北京\\"}"', { city: '北京' }],
  ])('32: arguments %j are %j', (text, args) => {
    expect(toolCallsOf(answer([{ ...call, arguments: text }]).message)).toMatchObject([{ args }]);
    const { arguments: _none, ...bare } = call;
    expect(toolCallsOf(answer([bare]).message)).toMatchObject([{ args: {} }]);
  });

  test('34: a missing id is made, always the same; the same id twice is made two', () => {
    const { call_id: _id, ...nameless } = call;
    const [made] = toolCallsOf(answer([nameless]).message);
    expect(made).toMatchObject({ id: expect.stringMatching(/^call_/), minted: true });
    expect(toolCallsOf(answer([nameless]).message)[0]?.id).toBe(made?.id);
    const twice = toolCallsOf(answer([call, { ...call, id: 'fc_2' }]).message).map(({ id }) => id);
    expect(new Set(twice).size).toBe(2);
  });

  test('35: a call of the wrapper for parallel calls is all of its calls', () => {
    const uses = [
      { recipient_name: 'functions.get_weather', parameters: {} },
      { recipient_name: 'functions.now', parameters: {} },
    ];
    const wrapper = { ...call, name: 'multi_tool_use.parallel', arguments: JSON.stringify({ tool_uses: uses }) };
    const request = { messages: [user], tools: [weather, { ...weather, name: 'now' }] };
    const raised = lower(request, profile).raise(answer([reasoning, wrapper]));
    expect(toolCallsOf(raised.message).map(({ name }) => name)).toEqual(['get_weather', 'now']);
  });

  test('36: a refusal is one; a call at the limit of tokens is not to be run', () => {
    const refused = answer([said('', { content: [{ type: 'refusal', refusal: 'I cannot.' }] })]);
    expect(refused.message.content).toMatchObject([{ type: 'refusal', text: 'I cannot.' }]);
    expect(refused.finish.reason).toBe('refusal');
    const incomplete = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    const cut = answer([{ ...call, arguments: '{"city":"北', status: 'incomplete' }], incomplete);
    expect(cut.finish).toEqual({ reason: 'length', raw: 'max_output_tokens' });
    expect(toolCallsOf(cut.message)).toMatchObject([{ fault: { code: 'cut-off' } }]);
    const filtered = { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
    const halfway = answer([{ ...call, status: 'in_progress' }], filtered);
    expect([halfway.finish.reason, toolCallsOf(halfway.message)[0]?.fault?.code]).toEqual(['content-filter', 'cut-off']);
  });

  test('37: counts that are not there are unknown, not 0', () => {
    expect(answer([]).usage).toBeUndefined();
    expect(answer([], { usage: { input_tokens: 3, output_tokens: 0 } }).usage).toEqual({ input: 3, output: 0 });
    const usage = {
      ...{ input_tokens: 9, input_tokens_details: { cached_tokens: 4, cache_write_tokens: 1 } },
      ...{ output_tokens: 5, output_tokens_details: { reasoning_tokens: 2 } },
    };
    expect(answer([], { usage }).usage).toEqual({ input: 9, cachedInput: 4, cacheWrite: 1, output: 5, reasoning: 2 });
  });

  test('38: errors of any shape have status, code and request id', () => {
    const headers = { 'x-request-id': 'req_1' };
    const bodies: readonly Json[] = [
      { error: { message: 'no', code: 'c' } },
      { error: 'no' },
      [{ error: { message: 'no' } }],
      '',
      '<b>no</b>',
    ];
    for (const body of bodies) {
      expect(openaiResponses.decodeError(400, body, headers)).toMatchObject({
        status: 400,
        requestId: 'req_1',
        kind: 'invalid-request',
      });
    }
  });
});
