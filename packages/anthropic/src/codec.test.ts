import {
  digest,
  isSealed,
  type Json,
  type JsonObject,
  type Request,
  type Response,
  UnsupportedError,
  WireError,
} from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { anthropicMessages } from './codec.ts';

const { decodeRequest, encodeRequest, decodeResponse, encodeResponse, normalize } = anthropicMessages;

const user = (...content: Json[]) => ({ role: 'user', content });
const assistant = (...content: Json[]) => ({ role: 'assistant', content });
const text = (value: string, more: JsonObject = {}) => ({ type: 'text', text: value, ...more });
const call = (id: string, more: JsonObject = {}) => ({
  type: 'tool_use',
  id,
  name: 'get_weather',
  input: { city: '北京', n: 1 },
  ...more,
});
const result = (id: string, more: JsonObject = {}) => ({ type: 'tool_result', tool_use_id: id, content: '22°C', ...more });
const base = { model: 'claude-opus-5', max_tokens: 100 };
const talk = (...messages: Json[]): JsonObject => ({ ...base, messages });
const ask = (more: JsonObject): JsonObject => ({ ...talk(user(text('北京?'))), ...more });
const step = (answer: Json, ...rest: Json[]) => talk(user(text('q')), assistant(call('toolu_1')), user(answer, ...rest));

const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: '北京天气' } };
const found = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: [{ type: 'web_search_result', url: 'https://a.cn' }],
};
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBOR' } };
const ephemeral = { cache_control: { type: 'ephemeral' } };

const bodies: Readonly<Record<string, JsonObject>> = {
  'content as a string': talk({ role: 'user', content: '北京?' }),
  'content as a list of one text': talk(user(text('北京?'))),
  'a system prompt as a string': ask({ system: 'Be brief.' }),
  'a system prompt as blocks with a mark': ask({ system: [text('a'), text('b', ephemeral)] }),
  'a system message in mid-conversation': talk(
    user(text('a')),
    { role: 'system', content: 'Be brief.' },
    assistant(text('b')),
    user(text('c')),
  ),
  'a system message at the head of the messages': talk({ role: 'system', content: 'Be brief.' }, user(text('a'))),
  'a system message with a block that only this vendor has': talk(user(text('a')), {
    role: 'system',
    content: [{ type: 'tool_addition', tool: { type: 'tool_reference', name: 'f' } }],
  }),
  'parallel results and text behind them': step(result('toolu_1'), result('toolu_2', { is_error: true }), text('and?')),
  'text in a second message behind results': talk(
    user(text('q')),
    assistant(call('toolu_1')),
    user(result('toolu_1')),
    user(text('and?')),
  ),
  'text before results': step(text('by the way'), result('toolu_1')),
  'results around text': step(result('toolu_1'), text('x'), result('toolu_2')),
  'results in two messages': talk(user(text('q')), assistant(call('a'), call('b')), user(result('a')), user(result('b'))),
  'a result as a list of one text': step(result('toolu_1', { content: [text('22°C')] })),
  'a result without content': step({ type: 'tool_result', tool_use_id: 'toolu_1' }),
  'a result with an empty list': step(result('toolu_1', { content: [] })),
  'a result that is an empty string': step(result('toolu_1', { content: '' })),
  'a result that says that it is no error': step(result('toolu_1', { is_error: false })),
  'a result with an image and a document': step(
    result('toolu_1', { content: [image, { type: 'document', source: { type: 'url', url: 'https://a.cn/a.pdf' }, title: 'A' }] }),
  ),
  'a result that makes tools known': step(result('toolu_1', { content: [{ type: 'tool_reference', tool_name: 'get_time' }] })),
  'marks on results, texts and tools': {
    ...step(result('toolu_1', { cache_control: { type: 'ephemeral', ttl: '1h' } }), text('x', ephemeral)),
    tools: [{ name: 'f', input_schema: { type: 'object' }, ...ephemeral }],
  },
  'a mark that is null': step(result('toolu_1', { cache_control: null })),
  'media of a user': talk(
    user(
      image,
      { type: 'image', source: { type: 'file', file_id: 'file_1' } },
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
        context: 'c',
        citations: { enabled: true },
      },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: '\ufeff上海 ☂' }, title: null },
      { type: 'document', source: { type: 'content', content: [text('a')] } },
      { type: 'search_result', source: 's', title: 't', content: [text('a')] },
      { type: 'container_upload', file_id: 'file_2' },
    ),
  ),
  'reasoning with its signature, hidden reasoning and empty reasoning': talk(
    user(text('q')),
    assistant(
      { type: 'thinking', thinking: '想', signature: 'S1' },
      { type: 'redacted_thinking', data: 'D' },
      { type: 'thinking', thinking: '', signature: 'S2' },
      call('toolu_1', { caller: { type: 'direct' } }),
    ),
    user(result('toolu_1')),
  ),
  'hosted calls with their results, apart and open': talk(
    user(text('q')),
    assistant(
      search,
      found,
      { ...search, id: 'srvtoolu_2' },
      { ...search, id: 'srvtoolu_3' },
      { ...found, tool_use_id: 'srvtoolu_2', content: { type: 'web_search_tool_result_error', error_code: 'unavailable' } },
      { type: 'server_tool_use', id: 'srvtoolu_4', name: 'tool_search_tool_bm25', input: {} },
      {
        type: 'tool_search_tool_result',
        tool_use_id: 'srvtoolu_4',
        content: { type: 'tool_search_tool_search_result', tool_references: [] },
      },
      { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'f', server_name: 's', input: {} },
      { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: true, content: [text('no')] },
      text('According to', { citations: [{ type: 'web_search_result_location', url: 'https://a.cn' }] }),
    ),
    user(text('go on')),
  ),
  'tools of every kind': ask({
    tools: [
      { name: 'now', input_schema: { type: 'object', properties: {} } },
      { name: 'bare', input_schema: { type: 'object' }, type: 'custom', allowed_callers: ['direct'] },
      {
        name: 'get_weather',
        description: '天气',
        input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        strict: true,
        defer_loading: true,
        input_examples: [{ city: '北京' }],
        eager_input_streaming: true,
      },
      { type: 'web_search_20250305', name: 'web_search', max_uses: 2, ...ephemeral },
      { type: 'bash_20250124', name: 'bash' },
      { type: 'computer_toolset_20260801', configs: {} },
      { type: 'mcp_toolset', mcp_server_name: 's' },
    ],
    mcp_servers: [{ type: 'url', url: 'https://a.cn', name: 's' }],
  }),
  'a forced choice without parallel calls': ask({
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
    tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
  }),
  'a choice with the switch set to its default': ask({
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
    tool_choice: { type: 'auto', disable_parallel_tool_use: false },
  }),
  'reasoning within a budget': ask({
    thinking: { type: 'enabled', budget_tokens: 1024, display: 'summarized' },
    max_tokens: 2000,
  }),
  'reasoning by effort': ask({ thinking: { type: 'adaptive', display: 'omitted' }, output_config: { effort: 'high' } }),
  'effort alone, and one that is ours in another word': ask({ output_config: { effort: 'xhigh', task_budget: { total: 1 } } }),
  'reasoning off': ask({ thinking: { type: 'disabled' } }),
  'reasoning in a mode that we do not know': ask({ thinking: { type: 'between_tools' } }),
  'an output by schema': ask({ output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } }),
  'an output by schema, in the older field': ask({ output_format: { type: 'json_schema', schema: { type: 'object' } } }),
  'settings and fields without a neutral place': ask({
    stream: true,
    temperature: 0.5,
    top_p: 0.9,
    top_k: 5,
    stop_sequences: ['END'],
    metadata: { user_id: 'u' },
    service_tier: 'auto',
    container: 'c',
    cache_control: { type: 'ephemeral' },
  }),
  'a body of a cloud that has the model in its path': {
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 100,
    messages: [user(text('q'))],
  },
  'kinds and fields that nobody knows yet': talk(
    { role: 'user', content: [{ type: 'smell', smell: 'tar' }, 7], mood: 'good' },
    assistant({ type: 'dream', of: ['sheep'] }, call('toolu_1', { speed: 9 })),
    { role: 'critic', content: [result('toolu_1', { weight: 1 })] },
  ),
};

describe.each(Object.entries(bodies))('%s', (_name, body) => {
  test('comes back as it was', () => {
    expect(encodeRequest(decodeRequest(body).request).body).toEqual(body);
  });

  test('is the same request when it is read again', () => {
    const { request } = decodeRequest(body);
    expect(decodeRequest(encodeRequest(request).body).request).toEqual(request);
  });
});

test('a conversation is read into neutral messages', () => {
  const { messages } = decodeRequest({
    ...step(result('toolu_1', { is_error: true }), text('and?')),
    system: 'Be brief.',
  }).request;
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
  expect(messages[2]?.content).toEqual([{ type: 'tool-call', id: 'toolu_1', name: 'get_weather', args: { city: '北京', n: 1 } }]);
  expect(messages[3]?.content).toEqual([
    { type: 'tool-result', callId: 'toolu_1', name: 'get_weather', content: [{ type: 'text', text: '22°C' }], isError: true },
  ]);
});

test('keys of arguments stay in their order', () => {
  const input = { z: 1, a: { 2: 'x', b: 1 }, m: null };
  const body = talk(user(text('q')), assistant(call('toolu_1', { input })), user(result('toolu_1')));
  expect(JSON.stringify(encodeRequest(decodeRequest(body).request).body)).toContain(JSON.stringify(input));
});

test.each<[string, Json, object]>([
  ['nothing', '', { args: {} }],
  ['null', null, { args: {} }],
  ['an object in a string', '{"city":"北京"}', { args: { city: '北京' } }],
  ['a broken string', '{"city": "北', { args: {}, fault: { code: 'invalid-json' } }],
  ['a list', [1], { args: {}, fault: { code: 'not-an-object' } }],
  ['an integer past 2^53', { id: 2 ** 53 }, { args: {}, fault: { code: 'unsafe-integer' } }],
])('input that is %s is read without an exception, and is an object when it is sent', (_name, input, expected) => {
  const { message } = decodeResponse({ content: [{ ...call('toolu_1'), input }], stop_reason: 'tool_use' });
  expect(message.content[0]).toMatchObject(expected);
  const { body } = encodeRequest({ messages: [message] });
  expect(body.messages).toMatchObject([
    {
      content: [
        { input: 'fault' in expected ? {} : message.content[0] && 'args' in message.content[0] ? message.content[0].args : {} },
      ],
    },
  ]);
});

test('reasoning is sealed, and not sent once it was edited', () => {
  const { message } = decodeResponse({
    content: [{ type: 'thinking', thinking: '想', signature: 'S' }],
    stop_reason: 'end_turn',
  });
  const [part] = message.content;
  expect(part && isSealed(part)).toBe(true);
  const edited: Request = {
    messages: [
      {
        ...message,
        content: [{ type: 'reasoning', text: '别想', ...(part?.vendor && { vendor: part.vendor }), seal: part?.seal ?? '' }],
      },
    ],
  };
  expect(() => encodeRequest(edited)).toThrow(/reasoning without a valid signature at messages\[0\]\.content\[0\]/);
});

test('citations go with the text that they came with, only', () => {
  const { message } = decodeResponse({
    content: [text('22', { citations: [{ type: 'char_location' }] })],
    stop_reason: 'end_turn',
  });
  const [part] = message.content;
  const edited = part?.type === 'text' ? { ...part, text: '23' } : undefined;
  expect(encodeRequest({ messages: [message] }).body.messages).toMatchObject([
    { content: [{ citations: [{ type: 'char_location' }] }] },
  ]);
  expect(encodeRequest({ messages: [{ ...message, content: edited ? [edited] : [] }] }).body.messages).toEqual([
    assistant(text('23')),
  ]);
});

const said = (...content: Response['message']['content']): Request => ({ messages: [{ role: 'assistant', content }] });

test.each<[string, Request, RegExp]>([
  ['reasoning of others', said({ type: 'reasoning', text: 't' }), /messages\[0\]\.content\[0\]/],
  ['media of an assistant', said({ type: 'media', mediaType: 'image/png', data: { url: 'u' } }), /messages\[0\]\.content\[0\]/],
  [
    'hosted tools of others',
    said({ type: 'hosted-tool', id: 'a', tool: 'openai.web_search', args: {}, status: 'done' }),
    /openai\.web_search/,
  ],
  ['parts of other formats', said({ type: 'opaque', codec: 'openai-chat', value: {} }), /openai-chat/],
  ['approvals', { messages: [{ role: 'user', content: [{ type: 'approval', id: 'a', approve: true }] }] }, /approval/],
  [
    'audio',
    { messages: [{ role: 'user', content: [{ type: 'media', mediaType: 'audio/mp3', data: { url: 'u' } }] }] },
    /audio\/mp3/,
  ],
  [
    'media in an error',
    {
      messages: [
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              callId: 'a',
              name: 'f',
              isError: true,
              content: [{ type: 'media', mediaType: 'image/png', data: { url: 'u' } }],
            },
          ],
        },
      ],
    },
    /messages\[0\]\.content\[0\]\.content\[0\]/,
  ],
  ['tools of free text', { messages: [], tools: [{ type: 'text', name: 'f' }] }, /tools\[0\]/],
  ['hosted tools on offer of others', { messages: [], tools: [{ type: 'hosted', id: 'google.search' }] }, /google\.search/],
  ['JSON without a schema', { messages: [], output: 'json' }, /schema/],
  ['a seed', { messages: [], settings: { seed: 1 } }, /seed/],
])('%s are refused with their place, not dropped', (_name, request, where) => {
  expect(() => encodeRequest(request)).toThrow(UnsupportedError);
  expect(() => encodeRequest(request)).toThrow(where);
});

test('a model that wants a budget gets one', () => {
  const profile = { ...anthropicMessages.profile, reasoning: { ...anthropicMessages.profile.reasoning, budgetOnly: true } };
  const { body } = encodeRequest({ messages: [], settings: { maxTokens: 8000, reasoning: {} } }, profile);
  expect(body).toMatchObject({ max_tokens: 8000, thinking: { type: 'enabled', budget_tokens: 4000 } });
});

test('a body that is no object is a wire error', () => {
  expect(() => decodeRequest('hi')).toThrow(WireError);
  expect(() => decodeResponse([])).toThrow(WireError);
  expect(() => decodeResponse({ id: 'msg_1' })).toThrow(WireError);
});

test('an answer with status 200 that holds an error is that error', () => {
  const body = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  expect(() => decodeResponse(body)).toThrow(expect.objectContaining({ kind: 'overloaded' }));
});

const answer = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5',
  content: [text('22°C', { citations: null }), call('toolu_1', { caller: { type: 'direct' } })],
  stop_reason: 'tool_use',
  stop_sequence: null,
  stop_details: null,
  container: { id: 'c', expires_at: 'x' },
  usage: {
    input_tokens: 10,
    cache_read_input_tokens: 5,
    cache_creation_input_tokens: null,
    output_tokens: 7,
    service_tier: 'standard',
  },
};

test('an answer comes back as it was', () => {
  expect(encodeResponse(decodeResponse(answer))).toEqual(answer);
});

test('an answer of another vendor is said in full, and normalize shows what is left of it', () => {
  const foreign: Response = {
    message: {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: '想' },
        { type: 'hosted-tool', id: 'h', tool: 'openai.x', args: {}, status: 'done' },
        { type: 'text', text: '22' },
      ],
    },
    finish: { reason: 'stop', raw: 'stop' },
    usage: { input: 100, output: 4, cachedInput: 75 },
  };
  expect(encodeResponse(foreign)).toMatchObject({
    stop_reason: 'end_turn',
    content: [
      { type: 'thinking', thinking: '想', signature: digest('想', 32) },
      { type: 'text', text: '22' },
    ],
    usage: { input_tokens: 25, cache_read_input_tokens: 75, output_tokens: 4 },
  });
  expect(normalize(foreign).message.content.map(({ type }) => type)).toEqual(['reasoning', 'text']);
  expect(normalize(normalize(foreign))).toEqual(normalize(foreign));
});

test('counts that were changed are said anew', () => {
  const decoded = decodeResponse(answer);
  expect(encodeResponse({ ...decoded, usage: { input: 20, output: 1 } })).toMatchObject({
    usage: { input_tokens: 20, output_tokens: 1 },
  });
});
