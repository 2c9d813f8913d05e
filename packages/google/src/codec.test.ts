import {
  extendProfile,
  type JsonObject,
  type Message,
  type Part,
  type Request,
  type ToolSpec,
  UnsupportedError,
  VendorError,
  type VendorErrorKind,
  WireError,
} from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { googleGenerateContent } from './codec.ts';
import { googleProfile } from './profiles.ts';

const { decodeRequest, encodeRequest, decodeResponse, encodeResponse, decodeError, encodeError, normalize, profile } =
  googleGenerateContent;

const asked = { role: 'user', parts: [{ text: 'q' }] };
const decode = (body: JsonObject) => decodeRequest({ contents: [asked], ...body }).request;
const turn = (parts: readonly JsonObject[], role = 'model') => ({ contents: [asked, { role, parts }] });
const partsIn = (body: JsonObject) => decode(body).messages.at(-1)?.content ?? [];
const kinds = (parts: readonly Part[]) => parts.map(({ type }) => type);

const bodies: Readonly<Record<string, JsonObject>> = {
  'a part for each kind of media': turn(
    [
      { inlineData: { mimeType: 'image/jpeg', data: '_9j_4-A', displayName: 'a.jpg' }, videoMetadata: { fps: 1 } },
      { fileData: { fileUri: 'gs://bucket/film.mp4', mimeType: 'video/mp4' } },
      { fileData: { fileUri: 'https://example.com/a.pdf' } },
    ],
    'user',
  ),
  'thoughts with their signatures, one without a text': turn([
    { text: 'hm', thought: true, thoughtSignature: 'S' },
    { thought: true, thoughtSignature: 'T' },
    { text: '', thoughtSignature: 'U' },
  ]),
  'code that the vendor ran': turn([
    { executableCode: { language: 'PYTHON', code: 'print(1)' }, thoughtSignature: 'S' },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
    { codeExecutionResult: { outcome: 'OUTCOME_FAILED', id: 'x' }, thoughtSignature: 'T' },
  ]),
  'a search that the vendor ran': turn([
    { toolCall: { toolType: 'GOOGLE_SEARCH_WEB', id: 's1', args: { queries: ['天气'] } }, thoughtSignature: 'S' },
    { toolResponse: { toolType: 'GOOGLE_SEARCH_WEB', id: 's1', response: { suggestions: '' } }, thoughtSignature: 'T' },
  ]),
  'names in snake_case': {
    contents: [
      asked,
      { role: 'model', parts: [{ function_call: { name: 'f', args: { a_b: 1 } }, thought_signature: 'S' }] },
      { role: 'user', parts: [{ function_response: { name: 'f', response: { output: 'x' } } }] },
    ],
    system_instruction: { parts: [{ text: 's' }] },
    generation_config: { max_output_tokens: 5, thinking_config: { thinking_budget: 0 } },
    tools: [{ function_declarations: [{ name: 'f', parameters_json_schema: { type: 'object', properties: {} } }] }],
  },
  'results that are spread, and among other parts': {
    contents: [
      asked,
      {
        role: 'model',
        parts: [{ functionCall: { name: 'f' } }, { functionCall: { name: 'g' } }, { functionCall: { name: 'f' } }],
      },
      {
        role: 'user',
        parts: [{ text: 'first' }, { functionResponse: { name: 'f', response: { result: 1 } } }, { text: 'then' }],
      },
      { role: 'function', parts: [{ functionResponse: { name: 'g', response: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'f', id: 'late', response: { output: { a: 1 } } } }] },
      { role: 'user', parts: [{ text: 'go on' }] },
    ],
  },
  'parts and tools of kinds that nobody knows': {
    ...turn([{ hologram: { depth: 3 } }, { text: 'a', aura: 'blue' }]),
    tools: [
      { telepathy: { range: 5 }, functionDeclarations: [{ name: 'f', behavior: 'BLOCKING' }] },
      { functionDeclarations: [] },
    ],
  },
  'settings for this vendor only': {
    contents: [asked],
    safetySettings: [{ category: 'C', threshold: 'OFF' }],
    toolConfig: {
      retrievalConfig: { languageCode: 'zh' },
      functionCallingConfig: { mode: 'any', streamFunctionCallArguments: true },
    },
    generationConfig: {
      topK: 3,
      responseModalities: ['TEXT'],
      thinkingConfig: { thinkingBudget: -1 },
      responseMimeType: 'text/x.enum',
    },
  },
  'single objects for lists': {
    contents: { role: 'user', parts: { text: 'q' } },
    systemInstruction: 'Be brief.',
    tools: { googleSearch: {} },
  },
};

describe('requests', () => {
  test.each(Object.entries(bodies))('%s: comes back as it was', (_kind, body) => {
    expect(encodeRequest(decode(body)).body).toEqual({ contents: [asked], ...body });
  });

  test('parts have their neutral kinds', () => {
    expect(kinds(partsIn(bodies['a part for each kind of media'] ?? {}))).toEqual(['media', 'media', 'media']);
    expect(kinds(partsIn(bodies['thoughts with their signatures, one without a text'] ?? {}))).toEqual([
      'reasoning',
      'reasoning',
      'text',
    ]);
    expect(kinds(partsIn(bodies['parts and tools of kinds that nobody knows'] ?? {}))).toEqual(['opaque', 'text']);
  });

  test('bytes are in the usual alphabet, and a place is a URL where anybody can read it', () => {
    const parts = partsIn(bodies['a part for each kind of media'] ?? {});
    expect(parts.map((part) => part.type === 'media' && part.data)).toEqual([
      { base64: '/9j/4+A' },
      { fileId: 'gs://bucket/film.mp4' },
      { url: 'https://example.com/a.pdf' },
    ]);
  });

  test('a hosted tool is one part with its result, or a result alone', () => {
    expect(partsIn(bodies['code that the vendor ran'] ?? {})).toMatchObject([
      { tool: 'google.codeExecution', args: { code: 'print(1)' }, result: { output: '1' }, status: 'done' },
      { tool: 'google.codeExecution', args: null, status: 'error', id: 'x' },
    ]);
    expect(partsIn(bodies['a search that the vendor ran'] ?? {})).toMatchObject([
      { tool: 'google.google_search_web', id: 's1', args: { queries: ['天气'] }, result: { suggestions: '' }, status: 'done' },
    ]);
  });

  test('results find their calls, by id, then name and order', () => {
    const { messages } = decode(bodies['results that are spread, and among other parts'] ?? {});
    const calls = messages.flatMap(({ content }) => content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])));
    const results = messages.flatMap(({ content }) =>
      content.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : [])),
    );
    expect(results).toEqual(calls);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'tool', 'user', 'tool', 'tool', 'user']);
  });

  test('calls of one turn that share an id have one each, and are sent back under theirs', () => {
    const twice = [{ functionCall: { id: 'x', name: 'f', args: {} } }, { functionCall: { id: 'x', name: 'f', args: {} } }];
    const answers = [1, 2].map((n) => ({ functionResponse: { id: 'x', name: 'f', response: { output: n } } }));
    const body = { contents: [asked, { role: 'model', parts: twice }, { role: 'user', parts: answers }] };
    const request = decode(body);
    const [, called, answered] = request.messages;
    const ids = called?.content.map((part) => part.type === 'tool-call' && part.id) ?? [];
    expect(new Set(ids).size).toBe(2);
    expect(answered?.content.map((part) => part.type === 'tool-result' && part.callId)).toEqual(ids);
    expect(encodeRequest(request).body.contents).toEqual(body.contents);
  });

  test('an edited part is sent as it is now, without the signature that it had', () => {
    const { messages, ...request } = decode(bodies['names in snake_case'] ?? {});
    const edited = messages.map(
      (message): Message =>
        message.role !== 'assistant'
          ? message
          : {
              ...message,
              content: message.content.map((part) => (part.type === 'tool-call' ? { ...part, args: { b: 2 } } : part)),
            },
    );
    const { contents } = encodeRequest({ ...request, messages: edited }).body;
    expect(contents).toMatchObject([{}, { role: 'model', parts: [{ functionCall: { name: 'f', args: { b: 2 } } }] }, {}]);
    expect(JSON.stringify(contents)).not.toMatch(/function_call|ignature/);
  });

  test('schemas of the OpenAPI dialect are JSON Schema, and go back where the profile says', () => {
    const parameters = {
      type: 'OBJECT',
      properties: {
        type: { type: 'STRING', nullable: true },
        n: { type: 3 },
        list: { type: 'ARRAY', items: { type: 'NUMBER' } },
      },
      required: ['type'],
    };
    const request = decode({ tools: [{ functionDeclarations: [{ name: 'f', parameters }] }] });
    const input = {
      type: 'object',
      properties: {
        type: { type: ['string', 'null'] },
        n: { type: 'integer' },
        list: { type: 'array', items: { type: 'number' } },
      },
      required: ['type'],
    };
    expect(request.tools).toMatchObject([{ type: 'function', name: 'f', input }]);
    const tools: readonly ToolSpec[] = [{ type: 'function', name: 'f', input }];
    const openApi = extendProfile(profile, { schema: { dialect: 'google-openapi' } });
    const declared = { ...parameters, properties: { ...parameters.properties, n: { type: 'INTEGER' } } };
    expect(encodeRequest({ messages: [], tools }, openApi).body.tools).toEqual([
      { functionDeclarations: [{ name: 'f', parameters: declared }] },
    ]);
    expect(encodeRequest({ messages: [], tools }).body.tools).toEqual([
      { functionDeclarations: [{ name: 'f', parametersJsonSchema: input }] },
    ]);
  });

  test('JSON that follows a schema is asked for in either dialect', () => {
    const output = { schema: { type: 'object', properties: { a: { type: 'string' } } }, description: 'a letter' };
    const request: Request = { messages: [], output };
    const schema = { ...output.schema, description: 'a letter' };
    expect(encodeRequest(request).body.generationConfig).toEqual({
      responseMimeType: 'application/json',
      responseJsonSchema: schema,
    });
    const openApi = extendProfile(profile, { schema: { dialect: 'google-openapi' } });
    expect(encodeRequest(request, openApi).body.generationConfig).toMatchObject({ responseSchema: { type: 'OBJECT' } });
  });

  test('calls that are held to their schemas are those of strict tools', () => {
    const tools = [{ functionDeclarations: [{ name: 'f' }] }];
    const request = decode({ tools, toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } } });
    expect(request).toMatchObject({ toolChoice: 'auto', tools: [{ strict: true }] });
    const subset = decode({ tools, toolConfig: { functionCallingConfig: { mode: 'VALIDATED', allowedFunctionNames: ['f'] } } });
    expect(subset.toolChoice).toEqual({ tools: ['f'], mode: 'auto' });
  });

  test('what is nested without end is read as far as it goes', () => {
    const deep = (open: string, close: string) => JSON.parse(`${open.repeat(20_000)}1${close.repeat(20_000)}`);
    const [object, items, list] = [deep('{"a":', '}'), deep('{"items":', '}'), deep('[', ']')];
    const parts = [
      { functionCall: { name: 'f', args: object }, thoughtSignature: 'S' },
      { functionResponse: { name: 'f', response: object }, thoughtSignature: 'S' },
      { toolCall: { toolType: 'X', args: object }, thoughtSignature: 'S' },
      { hologram: list },
    ];
    const tools = [{ functionDeclarations: [{ name: 'f', parameters: items, response: items }] }, { googleSearch: object }];
    const { request } = decodeRequest({
      contents: [turn(parts).contents[1], turn(parts, 'user').contents[1]],
      tools,
      labels: list,
    });
    expect(kinds(request.messages[0]?.content ?? [])).toEqual(['tool-call', 'opaque', 'opaque', 'opaque']);
    expect(request.messages[0]?.content[0]).toMatchObject({ args: {}, fault: { code: 'invalid-json' } });
    expect(decodeResponse({ candidates: [{ content: { parts } }] }).finish.reason).toBe('tool-calls');
  });

  test('the model is what the address said', () => {
    expect(decodeRequest({ contents: [] }, { model: 'gemini-2.5-pro' }).request.model).toBe('gemini-2.5-pro');
    expect(encodeRequest({ model: 'gemini-2.5-pro', stream: true, messages: [] }).body).toEqual({ contents: [] });
  });

  const user = (part: Part): Request => ({ messages: [{ role: 'user', content: [part] } as Message] });
  const offering = (tool: ToolSpec): Request => ({ messages: [], tools: [tool] });

  const unsayable: Readonly<Record<string, Request>> = {
    'another format’s opaque part': user({ type: 'opaque', codec: 'other', value: 1 }),
    'an approval': user({ type: 'approval', id: 'a', approve: true }),
    'a transcript': user({ type: 'media', mediaType: 'audio/wav', data: { base64: '' }, transcript: 'hello' }),
    'bytes of an unknown type': user({ type: 'media', mediaType: 'image/*', data: { base64: '' } }),
    'a hosted tool of another vendor': {
      messages: [
        { role: 'assistant', content: [{ type: 'hosted-tool', id: 'a', tool: 'other.search', args: {}, status: 'done' }] },
      ],
    },
    'a system message behind others': {
      messages: [
        { role: 'user', content: [] },
        { role: 'system', content: [] },
      ],
    },
    'a tool for free text': offering({ type: 'text', name: 'f' }),
    'a tool of another vendor': offering({ type: 'hosted', id: 'other.search' }),
    'a tool that the program runs for a vendor': offering({ type: 'client', id: 'google.computerUse', name: 'computer' }),
    'a deferred tool': offering({ type: 'function', name: 'f', deferred: true }),
    'one call at a time': { messages: [], parallelCalls: false },
    'all of the reasoning': { messages: [], settings: { reasoning: { visible: 'full' } } },
    'the effort max': { messages: [], settings: { reasoning: { effort: 'max' } } },
  };

  test.each(Object.entries(unsayable))('%s cannot be said, and that is said', (_what, request) => {
    expect(() => encodeRequest(request)).toThrow(UnsupportedError);
  });

  test('the effort max is as many tokens as the model wants, where it takes a budget', () => {
    const request: Request = { messages: [], settings: { reasoning: { effort: 'max' } } };
    const { generationConfig } = encodeRequest(request, googleProfile('gemini-2.5-flash')).body;
    expect(generationConfig).toEqual({ thinkingConfig: { thinkingBudget: -1 } });
  });
});

describe('answers', () => {
  const answers: Readonly<Record<string, JsonObject>> = {
    'two candidates with all that stands beside them': {
      candidates: [
        {
          content: { role: 'model', parts: [{ text: 'a' }] },
          finishReason: 'STOP',
          index: 0,
          groundingMetadata: { webSearchQueries: ['q'] },
        },
        { content: { role: 'model', parts: [{ text: 'b' }] }, finishReason: 'STOP', index: 1 },
      ],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5, trafficType: 'ON_DEMAND' },
      modelVersion: 'gemini-3.6-flash',
      responseId: 'r',
      createTime: '2026-01-01T00:00:00Z',
    },
    'a call of no tool on offer': {
      candidates: [
        { content: { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] }, finishReason: 'UNEXPECTED_TOOL_CALL' },
      ],
    },
    'no parts': { candidates: [{ content: { role: 'model' }, finishReason: 'STOP' }] },
    'no content': { candidates: [{ finishReason: 'SAFETY', safetyRatings: [] }] },
    'no candidates': { candidates: [], responseId: 'r' },
    'a blocked prompt': { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { trafficType: 'ON_DEMAND' } },
    'numbers for words': { candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 1 }] },
  };

  test.each(Object.entries(answers))('%s: comes back as it was', (_kind, body) => {
    expect(encodeResponse(decodeResponse(body))).toEqual(body);
  });

  test('the finish is that of the parts, the word, or the block', () => {
    const finishes = Object.values(answers).map((body) => decodeResponse(body).finish.reason);
    expect(finishes).toEqual(['stop', 'error', 'stop', 'content-filter', 'other', 'content-filter', 'stop']);
  });

  test('an edited answer keeps what stands beside its text', () => {
    const decoded = decodeResponse(answers['two candidates with all that stands beside them'] ?? {});
    const message = { ...decoded.message, content: [{ type: 'text' as const, text: 'edited' }] };
    expect(encodeResponse({ ...decoded, message })).toMatchObject({
      candidates: [{ content: { parts: [{ text: 'edited' }] }, groundingMetadata: { webSearchQueries: ['q'] } }, { index: 1 }],
      createTime: '2026-01-01T00:00:00Z',
    });
  });

  test('an answer of another vendor is said as this one says it', () => {
    const said = normalize({
      message: {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'hosted-tool', id: 'h', tool: 'other.search', args: {}, status: 'done' },
          { type: 'tool-call', id: 'c1', name: 'f', args: { a: 1 } },
        ],
      },
      finish: { reason: 'tool-calls', raw: 'tool_use' },
      usage: { input: 10, output: 7, reasoning: 5, cachedInput: 4 },
    });
    expect(kinds(said.message.content)).toEqual(['reasoning', 'tool-call']);
    expect(said).toMatchObject({
      finish: { reason: 'tool-calls', raw: 'STOP' },
      usage: { input: 10, output: 7, reasoning: 5, cachedInput: 4 },
    });
    for (const reason of ['stop', 'length', 'content-filter', 'pause', 'other'] as const)
      expect(normalize({ message: { role: 'assistant', content: [] }, finish: { reason } }).finish.reason).toBe(reason);
  });

  test('what is no answer is an error: that of the vendor, or one that says what came', () => {
    expect(() => decodeResponse({ error: { code: 503, message: 'away', status: 'UNAVAILABLE' } })).toThrow(VendorError);
    expect(() => decodeResponse([{ error: { code: 429, message: 'slow' } }])).toThrow('slow');
    for (const body of [null, 'text', [], {}, { choices: [] }]) expect(() => decodeResponse(body)).toThrow(WireError);
  });
});

describe('errors', () => {
  const allKinds: Readonly<Record<VendorErrorKind, true>> = {
    ...{ 'rate-limit': true, quota: true, auth: true, permission: true, 'not-found': true, overloaded: true, timeout: true },
    ...{ conflict: true, 'invalid-request': true, 'context-length': true, 'too-large': true, 'content-filter': true },
    ...{ 'tool-call': true, server: true, unknown: true },
  };
  test.each(Object.keys(allKinds).filter((kind): kind is VendorErrorKind => kind in allKinds))('%s survives', (kind) => {
    const error = new VendorError('no', { status: 500, kind, retryAfter: 1500 });
    const { status, body, headers } = encodeError(error);
    expect(decodeError(status, body, headers)).toMatchObject({ message: 'no', kind, retryAfter: 1500 });
  });

  test('kinds that only the words or the details tell', () => {
    const tooLong = {
      error: { code: 400, message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).' },
    };
    expect(decodeError(400, tooLong).kind).toBe('context-length');
    const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
    expect(decodeError(400, { error: { code: 400, message: 'API key not valid.', details } })).toMatchObject({
      kind: 'auth',
      vendorCode: 'API_KEY_INVALID',
    });
    expect(decodeError(499, { error: { code: 499, message: 'gone', status: 'CANCELLED' } }).kind).toBe('timeout');
  });
});
