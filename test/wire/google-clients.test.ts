import { GoogleGenAI } from '@google/genai';
import { GoogleGenerativeAI } from '@google/generative-ai';
import type { Json, JsonObject, Message, Model, Request } from '@toolglot/core';
import { type GoogleClient, google } from '@toolglot/google';
import { gemini2Rules, gemini3Rules, gemini3StudioRules, googleRules, vertexRules } from '@toolglot/google/rules';
import { afterEach, describe, expect, test, vi } from 'vitest';

const clients: Readonly<Record<string, () => GoogleClient>> = {
  'GoogleGenAI for AI Studio': () => new GoogleGenAI({ apiKey: 'key' }),
  'GoogleGenAI for Vertex': () => new GoogleGenAI({ vertexai: true, apiKey: 'key' }),
  GoogleGenerativeAI: () => new GoogleGenerativeAI('key'),
};

afterEach(() => {
  vi.unstubAllGlobals();
});

const question: Message = { role: 'user', content: [{ type: 'text', text: '北京?' }] };
const request: Request = { messages: [question], tools: [{ type: 'function', name: 'f' }] };

/** A model over a client, with what is sent and what comes back. */
function modelOver(client: () => GoogleClient, answer: () => Response): { readonly model: Model; readonly sent: JsonObject[] } {
  const sent: JsonObject[] = [];
  vi.stubGlobal('fetch', async (_url: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return answer();
  });
  return { model: google('gemini-3-pro-preview', { client: client() }), sent };
}

const candidate = (content: Json, more: JsonObject = {}) => ({
  candidates: [{ content, finishReason: 'STOP', index: 0, ...more }],
});
const calls = (...parts: JsonObject[]) => candidate({ role: 'model', parts });

describe.each(Object.entries(clients))('over %s', (_name, client) => {
  const answers = async (body: Json) => modelOver(client, () => Response.json(body)).model.generate(request);
  const failure = async (status: number, body: string, type = 'application/json') => {
    const headers = { 'content-type': type };
    const { model, sent } = modelOver(client, () => new Response(body, { status, statusText: 'Said', headers }));
    const error: unknown = await model.generate(request).catch((thrown: unknown) => thrown);
    expect(sent).toHaveLength(1);
    return error;
  };

  test('G13, G16, G31: parallel calls in one answer stay distinct and go back with the signature of the first, ids as they came', async () => {
    const signed = { functionCall: { name: 'f', args: { n: 1 } }, thoughtSignature: 'U0lH' };
    const second = { functionCall: { name: 'f', args: { n: 2 }, id: 'own' } };
    const { model, sent } = modelOver(client, () => Response.json(calls(signed, second)));
    const { message, finish } = await model.generate(request);
    expect(finish.reason).toBe('tool-calls');
    const content = message.content.flatMap((part) =>
      part.type === 'tool-call'
        ? [{ type: 'tool-result', callId: part.id, name: 'f', content: [{ type: 'text', text: 'ok' }] } as const]
        : [],
    );
    expect(new Set(content.map(({ callId }) => callId)).size).toBe(2);
    await model.generate({ ...request, messages: [question, message, { role: 'tool', content }] });
    expect(sent[1]).toMatchObject({ contents: [{}, { role: 'model', parts: [signed, second] }, { role: 'user' }] });
    expect(sent[1]).toHaveProperty('contents.2.parts.1.functionResponse.id', 'own');
    expect(sent[1]).not.toHaveProperty('contents.2.parts.0.functionResponse.id');
  });

  test('G28: MAX_TOKENS without content is an empty answer of the reason length', async () => {
    const answer = await answers({ candidates: [{ finishReason: 'MAX_TOKENS', index: 0 }] });
    expect(answer).toMatchObject({ message: { content: [] }, finish: { reason: 'length' } });
  });

  test('G29: the attempt at a call that the vendor could not read is kept, though the client does not know its field', async () => {
    const answer = await answers(candidate({}, { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'print(f())' }));
    expect(answer.finish.reason).toBe('error');
    expect(JSON.stringify(answer)).toContain('print(f())');
  });

  test('G30: a blocked prompt is a filtered answer, where the client would throw for its text', async () => {
    const answer = await answers({ promptFeedback: { blockReason: 'SAFETY' } });
    expect(answer).toMatchObject({ message: { content: [] }, finish: { reason: 'content-filter' } });
  });

  test('G30: so is an answer that was stopped for its content', async () => {
    const answer = await answers(candidate({ parts: [{ text: 'a' }] }, { finishReason: 'SAFETY' }));
    expect(answer.finish.reason).toBe('content-filter');
  });

  test('G36: an error as an object, in a list, or as a page is read: status, kind, words', async () => {
    const error = { error: { code: 400, message: 'bad thing', status: 'INVALID_ARGUMENT' } };
    const page = '<html>upstream</html>';
    expect(await failure(400, JSON.stringify(error))).toMatchObject({
      status: 400,
      kind: 'invalid-request',
      message: 'bad thing',
    });
    expect(await failure(400, JSON.stringify([error]))).toMatchObject({ status: 400, kind: 'invalid-request' });
    expect(await failure(503, page, 'text/html')).toMatchObject({
      code: 'vendor',
      status: 503,
      kind: 'overloaded',
      retryable: true,
    });
  });

  test.each([
    ['31s', 31_000],
    ['12.5s', 12_500],
  ])('G36: a RetryInfo of %s is %d milliseconds', async (retryDelay, retryAfter) => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }];
    const error = { code: 429, message: 'slow down', status: 'RESOURCE_EXHAUSTED', details };
    expect(await failure(429, JSON.stringify({ error }))).toMatchObject({ kind: 'rate-limit', retryAfter, retryable: true });
  });

  test('G36: 402 is not tried again, though its word is RESOURCE_EXHAUSTED', async () => {
    const error = { code: 402, message: 'pay', status: 'RESOURCE_EXHAUSTED' };
    expect(await failure(402, JSON.stringify({ error }))).toMatchObject({ status: 402, kind: 'quota', retryable: false });
  });

  test('§2.5: a schema with $schema is not moved, and keeps all of its keywords', async () => {
    const input = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { a: { type: 'string' } } };
    const { model, sent } = modelOver(client, () => Response.json(calls()));
    const tools: Request['tools'] = [{ type: 'function', name: 'f', input }];
    await model.generate({ ...request, tools });
    expect(sent[0]).toEqual(model.encode({ ...request, tools }).body);
  });
});

test('§2.1: a field of the other mode is not stopped by the client', async () => {
  const slot = { 'google-generate-content': { fields: { modelArmorConfig: { promptTemplateName: 'p' } } } };
  for (const client of [clients['GoogleGenAI for AI Studio'], clients['GoogleGenAI for Vertex']]) {
    const { model, sent } = modelOver(client ?? vi.fn(), () => Response.json(calls()));
    await model.generate({ ...request, vendor: slot });
    expect(sent[0]).toMatchObject({ modelArmorConfig: { promptTemplateName: 'p' } });
  }
});

const user = (...parts: Json[]) => ({ role: 'user', parts });
const model = (...parts: Json[]) => ({ role: 'model', parts });
const text = { text: 'a' };
const call = { functionCall: { name: 'f' } };
const result = { functionResponse: { name: 'f', response: {} } };
const talk = (...contents: Json[]) => ({ contents, tools: [{ functionDeclarations: [{ name: 'f' }] }] });
const tools = (...list: Json[]) => ({ contents: [user(text)], tools: list });
const offer = (changes: JsonObject) => tools({ functionDeclarations: [{ name: 'f', ...changes }] });
const argument = (schema: JsonObject) => offer({ parameters: { type: 'OBJECT', properties: { a: schema } } });
const place = (path: string) => `tools[0].functionDeclarations[0].parameters${path}`;

const studio = [...googleRules, ...gemini3StudioRules];
const before3 = [...googleRules, ...gemini2Rules];
const vertex = [...vertexRules, ...gemini3Rules];

/** What the vendor is known to say, by section and condition. */
test.each<[string, typeof googleRules, JsonObject, string]>([
  ['§2.1 a role is left out on Vertex', vertex, talk({ parts: [text] }), 'Please use a valid role: user, model.'],
  [
    'G22 a cache beside tools',
    studio,
    { ...talk(user(text)), cachedContent: 'c' },
    'CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config',
  ],
  [
    'G9 two functions of one name',
    studio,
    tools({ functionDeclarations: [{ name: 'x' }, { name: 'x' }] }),
    'Duplicate function declaration found: x',
  ],
  [
    'G10 a name that begins with a digit',
    studio,
    offer({ name: '1f' }),
    'Invalid function name. Must start with a letter or an underscore.',
  ],
  ['G10 a name of 65 characters', studio, offer({ name: 'x'.repeat(65) }), 'with a maximum length of 64.'],
  [
    'G21 search beside functions before Gemini 3',
    before3,
    tools({ googleSearch: {} }, { functionDeclarations: [{ name: 'f' }] }),
    'and Function Calling cannot be combined in the same request.',
  ],
  [
    'G21 search beside functions without the word',
    studio,
    tools({ googleSearch: {} }, { functionDeclarations: [{ name: 'f' }] }),
    'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
  ],
  [
    'G22 JSON beside functions before Gemini 3',
    before3,
    { ...offer({}), generationConfig: { responseMimeType: 'application/json' } },
    "Function calling with a response mime type: 'application/json' is unsupported",
  ],
  [
    'G3 a keyword that the OpenAPI dialect lacks',
    studio,
    offer({ parameters: { type: 'OBJECT', additionalProperties: false } }),
    `Unknown name "additionalProperties" at '${place('')}': Cannot find field.`,
  ],
  ['G4 a list of types', studio, argument({ type: ['string', 'null'] }), 'Proto field is not repeating, cannot start list.'],
  ['G5 a choice of numbers', studio, argument({ type: 'INTEGER', enum: ['1'] }), 'enum: only allowed for STRING type'],
  ['G5 a number in a choice', studio, argument({ type: 'STRING', enum: [0] }), '(TYPE_STRING), 0'],
  ['G5 an empty choice', studio, argument({ type: 'STRING', enum: [''] }), 'enum[0]: cannot be empty'],
  [
    'G6 the format uri',
    studio,
    argument({ type: 'STRING', format: 'uri' }),
    "format: only 'enum' and 'date-time' are supported for STRING type",
  ],
  [
    'G7 a property that is required and undefined',
    studio,
    offer({ parameters: { type: 'OBJECT', properties: {}, required: ['a'] } }),
    'required[0]: property is not defined',
  ],
  ['G7 an array without items', studio, argument({ type: 'ARRAY' }), 'items: missing field'],
  ['G7 a node without type on Vertex', vertex, argument({ description: 'd' }), "schema didn't specify the schema type field"],
  ['G7 an object without properties', studio, argument({ type: 'OBJECT' }), 'properties: should be non-empty for OBJECT type'],
  [
    'G8 anyOf beside others on Vertex',
    vertex,
    argument({ anyOf: [{ type: 'STRING' }], title: 't' }),
    'schema specified other fields alongside any_of. When using any_of, it must be the only field set.',
  ],
  [
    'G11 a choice without functions',
    studio,
    { contents: [user(text)], toolConfig: { functionCallingConfig: {} } },
    'Function calling config is set without function_declarations.',
  ],
  [
    'G18 a part without data',
    studio,
    talk(user({})),
    "parts[0].data: required oneof field 'data' must have one initialized field",
  ],
  [
    'G19 a content without parts',
    studio,
    talk(user()),
    'Unable to submit request because it must include at least one parts field',
  ],
  ['§2.7 no contents', studio, { contents: [] }, '* GenerateContentRequest.contents: contents is not specified'],
  [
    'G20 the model has the last word',
    studio,
    talk(user(text), model(text)),
    'Please ensure that single turn requests end with a user role or the role field is empty.',
  ],
  [
    'G13 a result without name',
    studio,
    talk(user(text), model({ ...call, thoughtSignature: 'U0lH' }), user({ functionResponse: { response: {} } })),
    'function_response.name: Name cannot be empty.',
  ],
  [
    'G20 a call at the head',
    studio,
    talk(model({ ...call, thoughtSignature: 'U0lH' }), user(result)),
    'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
  ],
  [
    'G20 a result at the head',
    studio,
    talk(user(result)),
    'Please ensure that function response turn comes immediately after a function call turn.',
  ],
  [
    'G13 a result too few',
    studio,
    talk(user(text), model({ ...call, thoughtSignature: 'U0lH' }, call), user(result)),
    'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
  ],
  [
    'G15 media in a result before Gemini 3',
    before3,
    talk(user(text), model(call), user({ functionResponse: { name: 'f', response: {}, parts: [{}] } })),
    'Multimodal function responses are not supported for this model',
  ],
  [
    'G16 no signature',
    studio,
    talk(user(text), model(call), user(result)),
    'Function call is missing a thought_signature in functionCall parts.',
  ],
  [
    'G23 a level before Gemini 3',
    before3,
    { contents: [user(text)], generationConfig: { thinkingConfig: { thinkingLevel: 'LOW' } } },
    'Thinking level is not supported for this model.',
  ],
])('the rules refuse in the vendor’s words: %s', (_title, rules, body, message) => {
  const found = rules.flatMap((rule) => rule.check(body) ?? []);
  expect(found).toHaveLength(1);
  expect(found[0]?.message).toContain(message);
});

test('G23: both a budget and a level are refused for any model', () => {
  const body = { contents: [user(text)], generationConfig: { thinkingConfig: { thinkingLevel: 'LOW', thinkingBudget: 1 } } };
  expect(googleRules.filter((rule) => rule.check(body)).map(({ id }) => id)).toEqual(['thinking-twice']);
});

test.each(['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go', 'U0lH', 'U0lH+/8='])(
  'G17: the signature %s is taken on the first call of a step',
  (thoughtSignature) => {
    const body = talk(user(text), model({ ...call, thoughtSignature }, call), user(result, result));
    for (const rules of [studio, vertex]) expect(rules.flatMap((rule) => rule.check(body) ?? [])).toEqual([]);
  },
);
