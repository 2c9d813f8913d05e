import {
  type AssistantPart,
  compileSchema,
  dialects,
  type FunctionTool,
  type JsonObject,
  lower,
  type Message,
  type Request,
  type ToolCall,
  type ToolResult,
  UnsupportedError,
} from '@toolglot/core';
import { openaiChat } from '@toolglot/openai/codec';
import { openaiProfile } from '@toolglot/openai/profiles';
import { openaiChatRules } from '@toolglot/openai/rules';
import { run } from '@toolglot/runner';
import { scriptedModel } from '@toolglot/testing';
import { describe, expect, test, vi } from 'vitest';

const profile = openaiProfile('gpt-5.4', 'chat');
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const assistant = (...content: AssistantPart[]): Message => ({ role: 'assistant', content });
const tool = (...content: ToolResult[]): Message => ({ role: 'tool', content });
const call = (id: string, args: JsonObject = { city: '北京' }, name = 'get_weather'): ToolCall => ({
  type: 'tool-call',
  id,
  name,
  args,
});
const result = (callId: string, text = '22°C'): ToolResult => ({
  type: 'tool-result',
  callId,
  name: 'get_weather',
  content: [{ type: 'text', text }],
});
const weather: FunctionTool = {
  type: 'function',
  name: 'get_weather',
  input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

/** What is sent of a request: lowered, encoded, and taken by the rules. */
function send(request: Partial<Request>): JsonObject {
  const lowered = lower({ model: 'gpt-5.4', messages: [user('hi')], ...request }, profile).request;
  const { body } = openaiChat.encodeRequest(lowered, profile);
  expect(openaiChatRules.flatMap((rule) => rule.check(body) ?? [])).toEqual([]);
  return body;
}

const answer = (message: object, finish_reason = 'stop') =>
  openaiChat.decodeResponse({
    id: 'x',
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
  });
const wireCall = (args: unknown, id: unknown = 'c1') => ({ id, type: 'function', function: { name: 'f', arguments: args } });
const callsOf = (message: object) => answer(message).message.content.filter((part) => part.type === 'tool-call');

describe('Chat request', () => {
  test('1. without tools, or with none in the list, the body has none of tools, tool_choice, parallel_tool_calls', () => {
    for (const tools of [undefined, []]) {
      const body = send({ ...(tools && { tools }), toolChoice: 'auto', parallelCalls: false });
      expect(Object.keys(body).sort()).toEqual(['messages', 'model']);
    }
  });

  test('2. a name with a dot, a space or 65 characters is mapped, and back; 64 characters are taken as they are', () => {
    const names = ['calendar.list', 'a b', 'x'.repeat(65), 'x'.repeat(64)];
    const request = { messages: [user('hi')], tools: names.map((name) => ({ ...weather, name })) };
    const sent = send(request).tools;
    expect(sent).toMatchObject(names.map(() => ({ function: { name: expect.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/) } })));
    expect(sent).toMatchObject([{}, {}, {}, { function: { name: 'x'.repeat(64) } }]);
    const wire = (Array.isArray(sent) ? sent : []).map((entry: { function: { name: string } }) => entry.function.name);
    const { raise } = lower(request, profile);
    const tool_calls = wire.map((name, index) => ({ id: `c${index}`, type: 'function', function: { name, arguments: '{}' } }));
    expect(raise(answer({ content: null, tool_calls })).message.content).toMatchObject(names.map((name) => ({ name })));
  });

  test('3. 129 tools are a clear local error', () => {
    const tools = Array.from({ length: 129 }, (_, index) => ({ ...weather, name: `f${index}` }));
    expect(() => send({ tools })).toThrow(UnsupportedError);
    expect(() => send({ tools })).toThrow('129 tools');
    expect(send({ tools: tools.slice(1) }).tools).toHaveLength(128);
  });

  test('4. the schema that was given is not changed by sending it', () => {
    const before = JSON.stringify(weather);
    send({ tools: [weather] });
    expect(JSON.stringify(weather)).toBe(before);
  });

  test('6. a recursive schema keeps its definitions', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } };
    const input = { type: 'object', properties: { head: { $ref: '#/$defs/node' } }, $defs: { node } };
    expect(send({ tools: [{ ...weather, input }] }).tools).toMatchObject([{ function: { parameters: { $defs: { node } } } }]);
  });

  test('7. a root that is no object, or does not say so, goes out as one, and arguments come back as the schema wants them', () => {
    const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const roots: readonly (readonly [JsonObject, object, JsonObject, unknown])[] = [
      [{ type: 'array', items: { type: 'string' } }, { required: ['value'] }, { value: ['a'] }, ['a']],
      [{ anyOf: [city, { type: 'object', properties: { zip: {} } }] }, {}, { city: 'a' }, { city: 'a' }],
      [{ properties: { city: {} } }, { properties: { city: {} } }, { city: 'a' }, { city: 'a' }],
      [{}, { properties: {} }, {}, {}],
      [{ type: 'object' }, { properties: {} }, {}, {}],
    ];
    for (const [input, expected, sent, meant] of roots) {
      const [tool] = list(send({ tools: [{ ...weather, input }] }).tools);
      expect(tool).toMatchObject({ function: { parameters: { type: 'object', ...expected } } });
      expect((tool as { function: { parameters: object } }).function.parameters).not.toHaveProperty('anyOf');
      expect(compileSchema(input, dialects['openai-loose']).restore(sent)).toEqual(meant);
    }
  });

  test('9. the grammar of a text tool is nested', () => {
    const format = { syntax: 'lark', definition: 'start: "a"' } as const;
    expect(send({ tools: [{ type: 'text', name: 'sql', description: 'a query', format }] }).tools).toEqual([
      { type: 'custom', custom: { name: 'sql', description: 'a query', format: { type: 'grammar', grammar: format } } },
    ]);
  });

  test('10. a choice among some tools is nested twice', () => {
    const tools = [weather, { ...weather, name: 'g' }, { type: 'text', name: 'sql' } as const];
    expect(send({ tools, toolChoice: { tools: ['g', 'sql'], mode: 'required' } }).tool_choice).toEqual({
      type: 'allowed_tools',
      allowed_tools: {
        mode: 'required',
        tools: [
          { type: 'function', function: { name: 'g' } },
          { type: 'custom', custom: { name: 'sql' } },
        ],
      },
    });
  });

  test('11. the choice of one tool is nested', () => {
    const toolChoice = { tool: 'get_weather' };
    expect(send({ tools: [weather], toolChoice }).tool_choice).toEqual({ type: 'function', function: { name: 'get_weather' } });
  });

  test('12. with calls and no text, content is null', () => {
    const messages = [user('hi'), assistant(call('c1')), tool(result('c1'))];
    expect(send({ messages }).messages).toMatchObject([{}, { content: null, tool_calls: [{ id: 'c1' }] }, {}]);
  });

  test('13. without calls there is no key tool_calls', () => {
    const [, said] = [...list(send({ messages: [user('hi'), assistant({ type: 'text', text: 'a' }), user('b')] }).messages)];
    expect(said).toEqual({ role: 'assistant', content: 'a' });
  });

  test('14. arguments are a JSON string; without any, an empty object', () => {
    const messages = [user('hi'), assistant(call('c1'), call('c2', {})), tool(result('c1'), result('c2'))];
    const calls = [{ function: { arguments: '{"city":"北京"}' } }, { function: { arguments: '{}' } }];
    expect(send({ messages }).messages).toMatchObject([{}, { tool_calls: calls }, {}, {}]);
  });

  test('15. of two calls with one result, the other gets one too: no unanswered id is sent', () => {
    const messages = [user('hi'), assistant(call('c1'), call('c2')), tool(result('c1')), user('go on')];
    expect(send({ messages }).messages).toMatchObject([
      {},
      {},
      { tool_call_id: 'c1', content: '22°C' },
      { tool_call_id: 'c2', content: expect.stringContaining('error') },
      { role: 'user' },
    ]);
  });

  test('16. a result whose id no call before it has is not sent', () => {
    expect(send({ messages: [user('hi'), tool(result('c9')), user('go on')] }).messages).toMatchObject([
      { role: 'user' },
      { role: 'user' },
    ]);
  });

  test('17. results stand directly behind their calls, the user behind them', () => {
    const messages = [user('hi'), assistant(call('c1'), call('c2')), tool(result('c1')), user('and?'), tool(result('c2'))];
    const roles = list(send({ messages }).messages).map((message) => (message as JsonObject).role);
    expect(roles).toEqual(['user', 'assistant', 'tool', 'tool', 'user']);
  });

  test('18. images of results are in one user message behind the last of them', () => {
    const image = { type: 'media', mediaType: 'image/png', data: { base64: 'aGk=' } } as const;
    const seen = (id: string): ToolResult => ({ ...result(id), content: [...result(id).content, image] });
    const sent = list(send({ messages: [user('hi'), assistant(call('c1'), call('c2')), tool(seen('c1'), seen('c2'))] }).messages);
    expect(sent.map((message) => (message as JsonObject).role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user']);
    expect(JSON.stringify(sent.slice(2, 4))).not.toContain('image_url');
    expect(JSON.stringify(sent[4]).match(/data:image\/png;base64,aGk=/g)).toHaveLength(2);
  });

  test('19. long and foreign ids become legal ones, the same on call and result; two with one prefix stay two', () => {
    const ids = [`${'p'.repeat(60)}.1`, `${'p'.repeat(60)}.2`, 'x'.repeat(90)];
    const messages = [user('hi'), assistant(...ids.map((id) => call(id))), tool(...ids.map((id) => result(id)))];
    const [, asked, ...results] = list(send({ messages }).messages);
    const sent = list((asked as JsonObject).tool_calls).map((entry) => (entry as JsonObject).id);
    expect(new Set(sent).size).toBe(3);
    for (const id of sent) expect(id).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
    expect(results.map((message) => (message as JsonObject).tool_call_id)).toEqual(sent);
    const alone = [user('hi'), ...ids.slice(1).flatMap((id) => [assistant(call(id)), tool(result(id))])];
    const again = list(send({ messages: alone }).messages).flatMap((message) => (message as JsonObject).tool_call_id ?? []);
    expect(again).toEqual(sent.slice(1));
  });

  test('20. an id that comes again in a later turn is still matched turn by turn', () => {
    const turn = (text: string) => [assistant(call('call_0')), tool(result('call_0', text))];
    const sent = list(send({ messages: [user('hi'), ...turn('a'), ...turn('b')] }).messages);
    expect(sent.map((message) => (message as JsonObject).content)).toEqual(['hi', null, 'a', null, 'b']);
    const ids = sent.flatMap((message) => list((message as JsonObject).tool_calls).map((entry) => (entry as JsonObject).id));
    expect(new Set(ids).size).toBe(2);
  });

  test('21. half a surrogate pair is replaced before it is sent', () => {
    const messages = [user('a\ud83d'), assistant(call('c1', { city: '\ude00' })), tool(result('c1', '\ud83d'))];
    expect(JSON.stringify(send({ messages })).isWellFormed()).toBe(true);
    expect(JSON.stringify(send({ messages }))).not.toMatch(/\\ud83d|\\ude00/i);
  });
});

describe('parsing of whole answers', () => {
  test('31. stop with calls is tool-calls; tool_calls without calls is a stop', () => {
    expect(answer({ content: null, tool_calls: [wireCall('{}')] }, 'stop').finish.reason).toBe('tool-calls');
    for (const message of [{ content: 'a' }, { content: 'a', tool_calls: [] }])
      expect(answer(message, 'tool_calls').finish.reason).toBe('stop');
  });

  test('32. arguments that are empty, an object, JSON in JSON, or several values are never guessed at', () => {
    const read = (args: unknown) => callsOf({ content: null, tool_calls: [wireCall(args)] })[0];
    for (const nothing of ['', null, ' \n', undefined]) {
      expect(read(nothing)).toMatchObject({ args: {} });
      expect(read(nothing)).not.toHaveProperty('fault');
    }
    expect(read({ a: 1 })).toMatchObject({ args: { a: 1 } });
    expect(read('"{\\"a\\":1}"')).toMatchObject({ args: { a: 1 } });
    expect(read('"[1]"')).toMatchObject({ args: {}, fault: { code: 'not-an-object' } });
    expect(read('{}{"a":1}')).toMatchObject({ args: {}, argsText: '{}{"a":1}', fault: { code: 'invalid-json' } });
  });

  test('33. a call with invalid JSON is given with its text and its fault', () => {
    expect(callsOf({ content: null, tool_calls: [wireCall('{"a":')] })).toMatchObject([
      { name: 'f', argsText: '{"a":', fault: { code: 'invalid-json' } },
    ]);
  });

  test('34. missing and repeated ids become ids of their own, and the history uses them', () => {
    const { message } = answer({ content: null, tool_calls: [wireCall('{}', ''), wireCall('{}', 'x'), wireCall('{}', 'x')] });
    const ids = message.content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []));
    expect(new Set(ids).size).toBe(3);
    const sent = list(send({ messages: [user('hi'), message, tool(...ids.map((id) => result(id)))] }).messages);
    expect(sent.slice(2).map((entry) => (entry as JsonObject).tool_call_id)).toEqual(ids);
  });

  test('35. an undeclared wrapper of parallel calls is expanded where all in it are declared, else left', () => {
    const request = { messages: [user('hi')], tools: [weather] };
    const wrapper = (name: string, wrapperName = 'multi_tool_use.parallel') => ({
      content: null,
      tool_calls: [
        {
          id: 'w',
          type: 'function',
          function: {
            name: wrapperName,
            arguments: JSON.stringify({
              tool_uses: ['北京', '上海'].map((city) => ({ recipient_name: name, parameters: { city } })),
            }),
          },
        },
      ],
    });
    const { raise } = lower(request, profile);
    for (const wrapperName of ['multi_tool_use.parallel', 'parallel'])
      expect(raise(answer(wrapper('functions.get_weather', wrapperName))).message.content).toMatchObject([
        { name: 'get_weather', args: { city: '北京' } },
        { name: 'get_weather', args: { city: '上海' } },
      ]);
    const declared = lower({ ...request, tools: [weather, { ...weather, name: 'parallel' }] }, profile);
    expect(declared.raise(answer(wrapper('get_weather', 'parallel'))).message.content).toMatchObject([{ name: 'parallel' }]);
    expect(raise(answer(wrapper('functions.other'))).message.content).toMatchObject([{ name: 'multi_tool_use.parallel' }]);
  });

  test('36. a refusal is a refusal, not text', () => {
    const { message, finish } = answer({ content: null, refusal: 'I cannot.' });
    expect(message.content).toEqual([{ type: 'refusal', text: 'I cannot.' }]);
    expect(finish.reason).toBe('refusal');
  });

  test('37. cached, written and reasoning tokens are read from each shape; what is absent is unknown', () => {
    const read = (usage: object) => openaiChat.decodeResponse({ choices: [{ message: { content: 'a' } }], usage }).usage;
    expect(read({ prompt_tokens: 9, prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 } })).toEqual({
      input: 9,
      cachedInput: 4,
      cacheWrite: 2,
    });
    expect(read({ completion_tokens: 9, completion_tokens_details: { reasoning_tokens: 5 } })).toEqual({
      output: 9,
      reasoning: 5,
    });
    expect(read({ prompt_cache_hit_tokens: 3 })).toEqual({ cachedInput: 3 });
    expect(read({ cached_tokens: 3 })).toEqual({ cachedInput: 3 });
    expect(read({})).toBeUndefined();
    const inChoice = { choices: [{ message: { content: 'a' }, usage: { prompt_tokens: 1 } }] };
    expect(openaiChat.decodeResponse(inChoice).usage).toEqual({ input: 1 });
  });

  test('38. each shape of an error body is a typed error with status, code and request id', () => {
    const headers = { 'x-request-id': 'req_1' };
    const bodies: readonly (readonly [unknown, object])[] = [
      [{ error: { message: 'm', code: 'c' } }, { message: 'm', vendorCode: 'c' }],
      [{ error: 'm' }, { message: 'm' }],
      [[{ error: { message: 'm', code: 400 } }], { message: 'm', vendorCode: '400' }],
      [
        { code: 500, message: 'm', type: 't' },
        { message: 'm', type: 't' },
      ],
      [{ object: 'error', message: 'm' }, { message: 'm' }],
      ['', {}],
      ['<html><body>m</body></html>', { message: 'm' }],
    ];
    for (const [body, expected] of bodies)
      expect(openaiChat.decodeError(500, body, headers)).toMatchObject({ status: 500, requestId: 'req_1', ...expected });
  });
});

describe('67. another try', () => {
  const date = 'Mon, 30 Nov 2026 21:00:00 GMT';

  /** What became of a run whose first request gets an error: how often the model was asked, and after how long. */
  async function tries(status: number, headers: Readonly<Record<string, string>> = {}) {
    vi.useFakeTimers();
    const model = scriptedModel([openaiChat.decodeError(status, {}, headers), 'ok']);
    const begun = Date.now();
    const promise = run({ model, prompt: 'hi' }).catch(() => undefined);
    await vi.runAllTimersAsync();
    await promise;
    const waited = Date.now() - begun;
    vi.useRealTimers();
    return { asked: model.requests.length, waited };
  }

  test.each([
    ['milliseconds', { 'retry-after-ms': '1500' }, 1500],
    ['seconds', { 'retry-after': '2' }, 2000],
    ['a date', { date, 'retry-after': 'Mon, 30 Nov 2026 21:00:07 GMT' }, 7000],
  ] as const)('comes after the wait that the vendor asks for in %s', async (_unit, headers, waited) => {
    expect(await tries(429, headers)).toEqual({ asked: 2, waited });
  });

  test('comes after half a second at most where the vendor asks for more than a minute', async () => {
    const { asked, waited } = await tries(429, { 'retry-after': '61' });
    expect([asked, waited <= 500]).toEqual([2, true]);
  });

  test.each([400, 401, 403, 404, 422])('does not come after %i', async (status) => {
    expect(await tries(status)).toEqual({ asked: 1, waited: 0 });
  });

  test('does not come after 500 where the vendor says so', async () => {
    expect(await tries(500, { 'x-should-retry': 'false' })).toEqual({ asked: 1, waited: 0 });
    expect(await tries(500)).toMatchObject({ asked: 2 });
  });
});

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
