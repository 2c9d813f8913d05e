import {
  canonicalJson,
  isToolglotError,
  type JsonObject,
  type Message,
  type Part,
  type Request,
  type Response,
} from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { bedrockConverse } from './codec.ts';

const { decodeRequest, encodeRequest, decodeResponse, encodeResponse, normalize } = bedrockConverse;

const user = (...content: JsonObject[]): JsonObject => ({ role: 'user', content });
const assistant = (...content: JsonObject[]): JsonObject => ({ role: 'assistant', content });
const bodyOf = (...messages: JsonObject[]): JsonObject => ({ messages });
const read = (body: JsonObject) => decodeRequest(body).request;
const write = (request: Request) => encodeRequest(request).body;
const withoutSlots = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (key, member) => (key === 'vendor' ? undefined : member)));

const text = { text: '北京?' };
const point = { cachePoint: { type: 'default' } };
const bytes = 'YQ==';
const cited = {
  content: [{ text: '20 ' }, { text: 'days' }],
  citations: [{ title: 'policy', location: { web: { url: 'https://e.com' } } }],
};
const signed = { reasoningContent: { reasoningText: { text: 'I look.', signature: 'c2lnbmVk' } } };
const redacted = { reasoningContent: { redactedContent: 'aGlkZGVu' } };
const hostedCall = { toolUse: { toolUseId: 'h', name: 'nova_grounding', input: { query: 'q' }, type: 'server_tool_use' } };
const hostedResult = {
  toolResult: { toolUseId: 'h', content: [{ text: 'found' }], status: 'success', type: 'nova_grounding_result' },
};

/** Bodies that come back as they were, with the parts of their last message. */
const bodies: Readonly<Record<string, readonly [JsonObject, readonly Partial<Part>[]]>> = {
  'a text': [bodyOf(user(text)), [{ type: 'text', text: '北京?' }]],
  'a cache point behind a text is a mark on it': [bodyOf(user(text, point)), [{ type: 'text', text: '北京?', cache: {} }]],
  'a cache point with a lifetime': [
    bodyOf(user(text, { cachePoint: { type: 'default', ttl: '1h' } })),
    [{ type: 'text', cache: { ttl: '1h' } }],
  ],
  'a cache point before all else': [bodyOf(user(point, text)), [{ type: 'opaque', value: point }, { type: 'text' }]],
  'two cache points': [bodyOf(user(text, point, point)), [{ type: 'text', cache: {} }, { type: 'opaque' }]],
  'a cache point of another form': [
    bodyOf(user(text, { cachePoint: { type: 'other' } })),
    [{ type: 'text' }, { type: 'opaque' }],
  ],
  'a text for the guardrail': [
    bodyOf(user({ guardContent: { text: { text: '东京', qualifiers: ['query'] } } })),
    [{ type: 'text', text: '东京' }],
  ],
  'an image': [
    bodyOf(user({ image: { format: 'jpeg', source: { bytes } } })),
    [{ type: 'media', mediaType: 'image/jpeg', data: { base64: bytes } }],
  ],
  'a video in a bucket': [
    bodyOf(user({ video: { format: 'mpg', source: { s3Location: { uri: 's3://b/a.mpg', bucketOwner: '1' } } } })),
    [{ type: 'media', mediaType: 'video/mpeg', data: { url: 's3://b/a.mpg' } }],
  ],
  'a document of bytes, with its name': [
    bodyOf(user({ document: { format: 'pdf', name: 'a', source: { bytes }, citations: { enabled: true } } })),
    [{ type: 'media', mediaType: 'application/pdf', data: { base64: bytes }, filename: 'a' }],
  ],
  'a document of text': [
    bodyOf(user({ document: { format: 'txt', name: 'a', source: { text: '假期' } } })),
    [{ type: 'media', mediaType: 'text/plain', data: { base64: '5YGH5pyf' } }],
  ],
  'a document of blocks': [bodyOf(user({ document: { name: 'a', source: { content: [text] } } })), [{ type: 'opaque' }]],
  'an image of an unknown format': [bodyOf(user({ image: { format: 'avif', source: { bytes } } })), [{ type: 'opaque' }]],
  'a block of an unknown kind': [bodyOf(user({ smell: { of: 'tar' } })), [{ type: 'opaque', value: { smell: { of: 'tar' } } }]],
  'a block of two kinds': [bodyOf(user({ text: 'a', smell: 'tar' })), [{ type: 'opaque' }]],
  'signed and hidden reasoning': [
    bodyOf(assistant(signed, redacted)),
    [
      { type: 'reasoning', text: 'I look.' },
      { type: 'reasoning', text: '' },
    ],
  ],
  'reasoning without a signature': [
    bodyOf(assistant({ reasoningContent: { reasoningText: { text: 'hm' } } })),
    [{ type: 'reasoning', text: 'hm' }],
  ],
  'a text with citations': [bodyOf(assistant({ citationsContent: cited })), [{ type: 'text', text: '20 days' }]],
  'citations without a text': [bodyOf(assistant({ citationsContent: { citations: [] } })), [{ type: 'opaque' }]],
  'a call': [
    bodyOf(assistant({ toolUse: { toolUseId: 'a', name: 'f', input: { x: 1 }, note: 'kept' } })),
    [{ type: 'tool-call', id: 'a', name: 'f', args: { x: 1 } }],
  ],
  'a hosted tool with its result is one part': [
    bodyOf(assistant(hostedCall, hostedResult, text)),
    [
      { type: 'hosted-tool', tool: 'bedrock.nova_grounding', args: { query: 'q' }, result: [{ text: 'found' }], status: 'done' },
      { type: 'text' },
    ],
  ],
  'a hosted tool with its result further on is two': [
    bodyOf(assistant(hostedCall, text, { toolResult: { ...hostedResult.toolResult, status: 'error' } })),
    [{ type: 'hosted-tool', status: 'open' }, { type: 'text' }, { type: 'hosted-tool', args: null, status: 'error' }],
  ],
};

describe('content', () => {
  test.each(Object.entries(bodies))('%s', (_name, [body, parts]) => {
    const request = read(body);
    expect(request.messages.at(-1)?.content).toMatchObject(parts);
    expect(canonicalJson(write(request))).toBe(canonicalJson(body));
  });

  test('without vendor data, all that has a neutral place is still said', () => {
    const request = withoutSlots(
      read(bodyOf(assistant({ citationsContent: cited }), user({ guardContent: { text: { text: '东京' } } }))),
    );
    expect(write(request).messages).toEqual([assistant({ text: '20 days' }), user({ text: '东京' })]);
  });

  test('an edited text loses its citations, and stays for the guardrail', () => {
    const request = read(
      bodyOf(assistant({ citationsContent: cited }), user({ guardContent: { text: { text: '东京', qualifiers: ['query'] } } })),
    );
    const edited = request.messages.map((message) =>
      edit(message, (part) => (part.type === 'text' ? { ...part, text: 'other' } : part)),
    );
    expect(write({ messages: edited }).messages).toEqual([
      assistant({ text: 'other' }),
      user({ guardContent: { text: { text: 'other', qualifiers: ['query'] } } }),
    ]);
  });

  test('reasoning that was edited under its signature is refused, and hidden reasoning too', () => {
    for (const block of [signed, redacted]) {
      const { messages } = read(bodyOf(assistant(block)));
      const edited = messages.map((message) =>
        edit(message, (part) => (part.type === 'reasoning' ? { ...part, text: 'no' } : part)),
      );
      expect(refusal({ messages: edited })).toMatch(/edited reasoning at messages\[0\].content\[0\]/);
    }
  });

  test('a document without a name gets one of its content, and loses it on the way back', () => {
    const part = { type: 'media', mediaType: 'application/pdf', data: { base64: bytes } } as const;
    const other = { ...part, data: { base64: 'Yg==' } };
    const body = write({ messages: [{ role: 'user', content: [part, other] }] });
    const names = JSON.stringify(body).match(/Document [0-9a-z]{16}/g) ?? [];
    expect(new Set(names).size).toBe(2);
    expect(read(body).messages[0]?.content).toEqual([part, other]);
  });

  test('an edited document of text is bytes', () => {
    const [body] = bodies['a document of text'] ?? [{}];
    const messages = read(body).messages.map((message) =>
      edit(message, (part) => (part.type === 'media' ? { ...part, data: { base64: bytes } } : part)),
    );
    expect(write({ messages }).messages).toEqual([user({ document: { format: 'txt', name: 'a', source: { bytes } } })]);
  });
});

describe('turns', () => {
  const call = (id: string) => ({ toolUse: { toolUseId: id, name: 'f', input: {} } });
  const result = (id: string, more: JsonObject = {}) => ({ toolResult: { toolUseId: id, content: [{ text: '22°C' }], ...more } });

  test('results and the text behind them are two messages, and one on the wire', () => {
    const body = bodyOf(
      user(text),
      assistant(call('a'), call('b')),
      user(result('a'), result('b', { status: 'error' }), point, text),
    );
    const { messages } = read(body);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(messages[2]?.content).toMatchObject([
      { callId: 'a', name: 'f', content: [{ type: 'text', text: '22°C' }] },
      { callId: 'b', isError: true, cache: {} },
    ]);
    expect(messages[2]?.content[0]).not.toHaveProperty('isError');
    expect(write({ messages })).toEqual(body);
  });

  test('neighbours of one role become one turn, since the vendor wants turns to alternate', () => {
    const said = (role: 'user' | 'assistant', of: string): Message => ({ role, content: [{ type: 'text', text: of }] });
    const messages = [said('user', 'a'), said('user', 'b'), said('assistant', 'c'), said('assistant', 'd'), said('user', 'e')];
    expect(write({ messages }).messages).toEqual([
      user({ text: 'a' }, { text: 'b' }),
      assistant({ text: 'c' }, { text: 'd' }),
      user({ text: 'e' }),
    ]);
  });

  test('turns that stood apart on the wire stay apart', () => {
    const body = bodyOf(user(text), user(text), assistant(text), assistant(text), { role: 'system', content: [text] });
    expect(write(read(body))).toEqual(body);
  });

  test('all kinds of content of a result come back', () => {
    const content = [
      { json: { celsius: 22 } },
      { image: { format: 'png', source: { bytes } } },
      { searchResult: { source: 's', title: 't', content: [] } },
    ];
    const body = bodyOf(
      user(result('a', { content, status: 'success' }), result('b', { content: [] }), result('c', { note: 1 })),
    );
    const { messages } = read(body);
    expect(messages[0]?.content).toMatchObject([
      { isError: false, content: [{ type: 'json', value: { celsius: 22 } }, { type: 'media' }, { type: 'opaque' }] },
      { content: [] },
      {},
    ]);
    expect(write({ messages })).toEqual(body);
  });

  test('a value that is no object is text in a result: the vendor takes objects only', () => {
    const messages: readonly Message[] = [
      { role: 'tool', content: [{ type: 'tool-result', callId: 'a', name: 'f', content: [{ type: 'json', value: [22] }] }] },
    ];
    expect(write({ messages }).messages).toEqual([user(result('a', { content: [{ text: '[22]' }] }))]);
  });

  test('an error that says nothing says so, since the vendor refuses it else, and is empty again on the way back', () => {
    const messages: readonly Message[] = [
      { role: 'tool', content: [{ type: 'tool-result', callId: 'a', name: '', content: [], isError: true }] },
    ];
    const body = write({ messages });
    expect(body.messages).toMatchObject([
      user(result('a', { content: [{ text: expect.stringContaining('nothing') }], status: 'error' })),
    ]);
    expect(read(body).messages).toEqual(messages);
  });

  test('the system prompt comes first, marks and all; an empty one stays', () => {
    const body = { ...bodyOf(user(text)), system: [{ text: 'Be brief.' }, point] };
    expect(read(body).messages[0]).toEqual({ role: 'system', content: [{ type: 'text', text: 'Be brief.', cache: {} }] });
    expect(write(read(body))).toEqual(body);
    expect(write(read({ ...body, system: [] }))).toEqual({ ...body, system: [] });
  });

  test('a call whose arguments cannot be read goes back with none', () => {
    const answered = { output: { message: assistant({ toolUse: { toolUseId: 'a', name: 'f', input: 'text', note: 1 } }) } };
    const response = decodeResponse(answered);
    expect(response.message.content[0]).toMatchObject({ args: {}, argsText: 'text', fault: { code: 'invalid-json' } });
    expect(encodeResponse(response)).toEqual(answered);
    expect(write({ messages: [response.message] }).messages).toEqual([
      assistant({ toolUse: { toolUseId: 'a', name: 'f', input: {}, note: 1 } }),
    ]);
  });
});

describe('the rest of a body', () => {
  const inputSchema = { json: { type: 'object', properties: { city: { type: 'string' } } } };
  const whole = {
    ...bodyOf(user(text)),
    toolConfig: {
      tools: [
        { toolSpec: { name: 'f', description: 'd', inputSchema, strict: true } },
        point,
        { systemTool: { name: 'nova_grounding' } },
        { ofNextYear: {} },
      ],
      toolChoice: { tool: { name: 'f' } },
    },
    inferenceConfig: { maxTokens: 10, temperature: 0.5, topP: 1, stopSequences: ['END'], topK: 3 },
    additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 1024 }, top_k: 5 },
    outputConfig: {
      effort: 'xhigh',
      textFormat: {
        type: 'json_schema',
        structure: { jsonSchema: { schema: '{ "type": "object" }', name: 'n', description: 'd' } },
      },
    },
    guardrailConfig: { guardrailIdentifier: 'g', guardrailVersion: '1' },
    performanceConfig: { latency: 'optimized' },
  };

  test('comes back as it was, with what has a neutral place read', () => {
    const request = read(whole);
    expect(withoutSlots(request)).toMatchObject({
      tools: [
        { type: 'function', name: 'f', description: 'd', input: inputSchema.json, strict: true, cache: {} },
        { type: 'hosted', id: 'bedrock.nova_grounding' },
      ],
      toolChoice: { tool: 'f' },
      settings: { maxTokens: 10, temperature: 0.5, topP: 1, stop: ['END'], reasoning: { budget: 1024, effort: 'max' } },
      output: { schema: { type: 'object' }, name: 'n', description: 'd' },
    });
    expect(canonicalJson(write(request))).toBe(canonicalJson(whole));
  });

  test('an edit shows, and what stands beside it stays', () => {
    const request = read(whole);
    const body = write({
      ...request,
      settings: { maxTokens: 20, reasoning: { effort: 'off' } },
      toolChoice: 'required',
      tools: [],
    });
    expect(body).toMatchObject({
      inferenceConfig: { maxTokens: 20, topK: 3 },
      additionalModelRequestFields: { thinking: { type: 'disabled' }, top_k: 5 },
      guardrailConfig: whole.guardrailConfig,
    });
    expect(body.inferenceConfig).not.toHaveProperty('temperature');
    expect(body.outputConfig).not.toHaveProperty('effort');
    expect(body).not.toHaveProperty('toolConfig.tools');
  });

  test('settings that are there but empty, and those that are not there, stay so', () => {
    for (const more of [
      {},
      { inferenceConfig: {} },
      { additionalModelRequestFields: { thinking: { type: 'disabled' } } },
      { toolConfig: { tools: [] } },
    ]) {
      const body = { ...bodyOf(user(text)), ...more };
      expect(write(read(body))).toEqual(body);
    }
  });

  test('a tool without arguments has a schema of an empty object', () => {
    const body = write({ messages: [], tools: [{ type: 'function', name: 'now' }] });
    expect(body.toolConfig).toEqual({
      tools: [{ toolSpec: { name: 'now', inputSchema: { json: { type: 'object', properties: {} } } } }],
    });
    expect(read(body).tools).toEqual([{ type: 'function', name: 'now' }]);
  });
});

const message = (content: Message['content'][number]): Request =>
  Object({ messages: [{ role: 'assistant', content: [content] }] });
const media = { type: 'media', mediaType: 'image/png', data: { base64: bytes } } as const;
const refused: Readonly<Record<string, readonly [Request, RegExp]>> = {
  'a URL of the web': [message({ ...media, data: { url: 'https://e.com/a.png' } }), /the URL at messages\[0\].content\[0\].*s3:/],
  'a file of another vendor': [message({ ...media, data: { fileId: 'f' } }), /a file's id/],
  'media of an unknown type': [message({ ...media, mediaType: 'image/*' }), /media of type 'image\/\*'/],
  'the name of an image': [message({ ...media, filename: 'a.png' }), /the name of a medium/],
  'a transcript': [message({ ...media, transcript: 't' }), /a transcript/],
  'another format’s part': [message({ type: 'opaque', codec: 'openai-chat', value: 1 }), /a part of 'openai-chat'/],
  'another vendor’s hosted tool': [
    message({ type: 'hosted-tool', id: 'a', tool: 'anthropic.web_search', args: {}, status: 'done' }),
    /hosted tool/,
  ],
  'an approval': [{ messages: [{ role: 'user', content: [{ type: 'approval', id: 'a', approve: true }] }] }, /an approval/],
  'a mark within a result': [
    {
      messages: [
        {
          role: 'tool',
          content: [{ type: 'tool-result', callId: 'a', name: 'f', content: [{ type: 'text', text: 't', cache: {} }] }],
        },
      ],
    },
    /a cache mark at messages\[0\].content\[0\].content\[0\]/,
  ],
  'the choice none': [
    { messages: [], tools: [{ type: 'function', name: 'f' }], toolChoice: 'none' },
    /the choice 'none'.*no tools/,
  ],
  'a choice among several': [
    { messages: [], tools: [{ type: 'function', name: 'f' }], toolChoice: { tools: ['f'], mode: 'auto' } },
    /several tools/,
  ],
  'one call at a time': [{ messages: [], tools: [{ type: 'function', name: 'f' }], parallelCalls: false }, /one call at a time/],
  'a tool of free text': [{ messages: [], tools: [{ type: 'text', name: 'f' }] }, /free text at tools\[0\]/],
  'a client tool': [{ messages: [], tools: [{ type: 'client', id: 'anthropic.bash', name: 'bash' }] }, /anthropic.bash/],
  'a hosted tool of another vendor': [
    { messages: [], tools: [{ type: 'hosted', id: 'openai.web_search' }] },
    /openai.web_search/,
  ],
  'a seed': [{ messages: [], settings: { seed: 1 } }, /a seed/],
  'several answers': [{ messages: [], settings: { candidates: 2 } }, /several answers/],
  'all of the reasoning': [{ messages: [], settings: { reasoning: { visible: 'full' } } }, /all of the reasoning/],
  'the least effort': [{ messages: [], settings: { reasoning: { effort: 'minimal' } } }, /minimal/],
  'JSON without a schema': [{ messages: [], output: 'json' }, /without a schema/],
  'marks by the vendor': [{ messages: [], cache: 'auto' }, /cache: 'auto'/],
};

describe('what the format cannot say is refused, with its place and a hint', () => {
  test.each(Object.entries(refused))('%s', (_name, [request, words]) => expect(refusal(request)).toMatch(words));
});

describe('answers', () => {
  const answer = (content: JsonObject[], more: JsonObject = {}): JsonObject => ({
    output: { message: { role: 'assistant', content } },
    stopReason: 'end_turn',
    usage: {
      inputTokens: 3,
      outputTokens: 2,
      totalTokens: 17,
      cacheReadInputTokens: 10,
      cacheWriteInputTokens: 2,
      serverToolUsage: {},
    },
    metrics: { latencyMs: 9 },
    ...more,
  });
  const call = { toolUse: { toolUseId: 'a', name: 'f', input: {}, type: 'tool_use' } };

  test('input is the sum of all counters of the prompt', () => {
    expect(decodeResponse(answer([text])).usage).toEqual({ input: 15, output: 2, cachedInput: 10, cacheWrite: 2 });
    expect(decodeResponse({ output: { message: { content: [] } } })).not.toHaveProperty('usage');
    expect(decodeResponse(answer([], { usage: {} })).usage).toEqual({});
  });

  test.each<[string, JsonObject[], string]>([
    ['end_turn', [text], 'stop'],
    ['stop_sequence', [text], 'stop'],
    ['tool_use', [call], 'tool-calls'],
    ['end_turn', [call], 'tool-calls'],
    ['tool_use', [text], 'stop'],
    ['tool_use', [hostedCall], 'pause'],
    ['max_tokens', [call], 'length'],
    ['model_context_window_exceeded', [text], 'length'],
    ['guardrail_intervened', [text], 'content-filter'],
    ['content_filtered', [call], 'content-filter'],
    ['malformed_tool_use', [call], 'error'],
    ['malformed_model_output', [text], 'error'],
    ['a word of next year', [text], 'other'],
    ['constructor', [text], 'other'],
  ])('%s over %j is %s', (raw, content, reason) => {
    expect(decodeResponse(answer(content, { stopReason: raw })).finish).toEqual({ reason, raw });
  });

  test('a call says its type in an answer, and not in a request', () => {
    const body = answer([call], { stopReason: 'tool_use' });
    const response = decodeResponse(body);
    expect(encodeResponse(response)).toEqual(body);
    expect(write({ messages: [response.message] }).messages).toEqual([
      assistant({ toolUse: { toolUseId: 'a', name: 'f', input: {} } }),
    ]);
  });

  test('calls without an id, and with one that was there, get their own', () => {
    const { toolUseId, ...anonymous } = call.toolUse;
    const body = answer([call, call, { toolUse: anonymous }]);
    const response = decodeResponse(body);
    const calls = response.message.content.map((part) => (part.type === 'tool-call' ? [part.id, part.minted] : []));
    expect(calls[0]).toEqual(['a', undefined]);
    expect(new Set(calls.map(([id]) => id)).size).toBe(3);
    expect(calls.slice(1).map(([, minted]) => minted)).toEqual([true, true]);
    expect(decodeResponse(body)).toEqual(response);
    expect(encodeResponse(response)).toEqual(body);
  });

  test('an edited answer shows the edit', () => {
    const response = decodeResponse(answer([text, call]));
    const content = response.message.content.map((part) => (part.type === 'text' ? { ...part, text: 'other' } : part));
    const edited: Response = { ...response, message: { ...response.message, content }, usage: { input: 1, output: 1 } };
    expect(encodeResponse(edited)).toMatchObject({
      output: { message: { content: [{ text: 'other' }, call] } },
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      metrics: { latencyMs: 9 },
    });
  });

  test('an answer of another vendor is given in this format, as far as that goes', () => {
    const response: Response = {
      message: {
        role: 'assistant',
        content: [
          { type: 'refusal', text: 'no' },
          { type: 'reasoning', text: 'hm' },
          { ...media, mediaType: 'image/*' },
        ],
      },
      finish: { reason: 'refusal' },
    };
    expect(encodeResponse(response)).toEqual({
      output: { message: assistant({ text: 'no' }, { reasoningContent: { reasoningText: { text: 'hm' } } }) },
      stopReason: 'content_filtered',
      usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
      metrics: { latencyMs: 0 },
    });
    expect(normalize(response).message.content.map(({ type }) => type)).toEqual(['text', 'reasoning']);
  });
});

function edit(of: Message, change: (part: Part) => Part): Message {
  return Object({ ...of, content: of.content.map(change) });
}

function refusal(request: Request): string {
  try {
    return JSON.stringify(write(request));
  } catch (error) {
    return isToolglotError(error) ? error.message : 'another error';
  }
}

test('a description without a word is left out, and comes back where it was read', () => {
  const tools = [{ type: 'function', name: 'f', description: '' } as const];
  const { body } = bedrockConverse.encodeRequest({ messages: [], tools });
  expect(JSON.stringify(body)).not.toContain('description');
  const read = { messages: [], toolConfig: { tools: [{ toolSpec: { name: 'f', description: '', inputSchema: { json: {} } } }] } };
  expect(bedrockConverse.encodeRequest(bedrockConverse.decodeRequest(read).request).body).toEqual(read);
});

test('a call with an integer beyond 2^53 goes back as it came', () => {
  const use = { toolUse: { toolUseId: 'a', name: 'f', input: { id: 2 ** 60 } } };
  const read = { messages: [{ role: 'assistant', content: [use] }] };
  expect(bedrockConverse.encodeRequest(bedrockConverse.decodeRequest(read).request).body).toEqual(read);
});
