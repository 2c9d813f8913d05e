import { GoogleGenAI, type GoogleGenAIOptions } from '@google/genai';
import { GoogleGenerativeAI } from '@google/generative-ai';
import { type JsonObject, TransportError, VendorError } from '@toolglot/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type GoogleClient, sendThrough } from './client.ts';

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

type Answer = (sent: Sent) => Response | Promise<Response>;

function wireOf(answer: Answer) {
  const sent: Sent[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    sent.push({ url: String(url), headers: new Headers(init?.headers), text: String(init?.body) });
    return answer({ url: String(url), headers: new Headers(init?.headers), text: String(init?.body) });
  };
  return { fetch, sent };
}

const studio = (fetch: typeof globalThis.fetch, options: GoogleGenAIOptions = {}) =>
  new GoogleGenAI({ apiKey: 'key', ...options, httpOptions: { fetch, ...options.httpOptions } });

/** a client of which only the methods can be used, as of those that are wrapped for traces. */
function wrapped(fetch: typeof globalThis.fetch, options: GoogleGenAIOptions = {}): GoogleClient {
  const { models, vertexai } = studio(fetch, options);
  return {
    vertexai,
    models: { generateContent: (params: Parameters<typeof models.generateContent>[0]) => models.generateContent(params) },
  };
}

function legacy(fetch: typeof globalThis.fetch): GoogleClient {
  vi.stubGlobal('fetch', fetch);
  return new GoogleGenerativeAI('key');
}

const clients = {
  'GoogleGenAI for AI Studio': (fetch) => studio(fetch),
  'GoogleGenAI for Vertex': (fetch) => studio(fetch, { vertexai: true }),
  'GoogleGenAI that is wrapped': (fetch) => wrapped(fetch),
  'GoogleGenAI for Vertex that is wrapped': (fetch) => wrapped(fetch, { vertexai: true }),
  GoogleGenerativeAI: legacy,
} as const satisfies Readonly<Record<string, (fetch: typeof globalThis.fetch) => GoogleClient>>;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What the clients would lose, move or add to. */
const body: JsonObject = JSON.parse(`{
  "systemInstruction": {"parts": {"text": "You are brief."}},
  "contents": [
    {"role": "user", "parts": [{"text": "北京?", "new_side_field": 1}]},
    {"role": "model", "parts": [
      {"functionCall": {"name": "f", "args": {"__proto__": 1, "b": 2.50, "null": null}, "id": "a"}, "thoughtSignature": "U0lH"},
      {"text": "", "thought_signature": "U0lH"}, {"newPart": {}}
    ], "new": true},
    {"role": "user", "parts": [{"function_response": {"name": "f", "response": {"output": []}}}]}
  ],
  "tools": [{"functionDeclarations": [
    {"name": "f", "parametersJsonSchema": {"$schema": "s", "type": ["object", "null"], "additionalProperties": false, "properties": {"toJSON": {}}}},
    {"name": "g", "parameters": {"type": "object", "$schema": "s", "anyOf": []}}
  ]}, {"newTool": {}}],
  "tool_config": {"functionCallingConfig": {"mode": "VALIDATED"}},
  "newField": {"a": null},
  "generationConfig": {"stopSequences": [], "responseSchema": {"$schema": "s"}, "newSetting": {"a": 1}, "temperature": 0}
}`);

const answer: JsonObject = {
  candidates: [
    {
      content: {
        role: 'model',
        parts: [
          { functionCall: { name: 'f', id: 'a', newField: 1 }, thoughtSignature: 'U0lH', newSide: {} },
          { functionCall: { name: 'f' } },
          { text: '', thoughtSignature: 'U0lH' },
        ],
      },
      finishReason: 'MALFORMED_FUNCTION_CALL',
      finishMessage: 'print(f())',
      citationMetadata: { citationSources: [{ uri: 'u' }] },
      newField: 1,
    },
    { index: 1 },
  ],
  usageMetadata: { promptTokenCount: 1, newCount: 2 },
  modelVersion: 'm',
  responseId: 'r',
  turnToken: 't',
};

const send = (client: GoogleClient, wire: JsonObject = body, signal?: AbortSignal) =>
  sendThrough(client, { model: 'gemini-3-pro', wire: { body: wire, headers: {} }, signal });

const failure = (client: GoogleClient, signal?: AbortSignal): Promise<unknown> =>
  send(client, body, signal).then(
    () => 'answered',
    (error: unknown) => error,
  );

describe.each(Object.entries(clients))('%s', (name, clientOver) => {
  test.each([
    ['a body full of what the client does not know', body],
    ['a body without settings', { contents: [{ parts: [{ text: 'a' }] }] }],
    ['a body with settings in snake_case', { contents: [], generation_config: { top_k: 1 }, cachedContent: 'c' }],
  ])('%s arrives as it was made', async (_title, given) => {
    const { fetch, sent } = wireOf(() => Response.json(answer));
    await send(clientOver(fetch), given);
    expect(sent.map(({ text }) => JSON.parse(text))).toEqual([given]);
    if (!name.includes('wrapped')) expect(sent[0]?.text).toBe(JSON.stringify(given));
  });

  test('the answer comes with all that it holds, as far as the client tells', async () => {
    const { fetch } = wireOf(() => Response.json(answer, { headers: { 'x-other': '1' } }));
    const found = await send(clientOver(fetch));
    if (name.includes('wrapped')) expect(found).toMatchObject({ candidates: [{ content: readContent() }, {}], responseId: 'r' });
    else expect(found).toEqual(answer);
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  });

  test('it is asked once, at its own address', async () => {
    const { fetch, sent } = wireOf(() => Response.json(answer));
    await send(clientOver(fetch));
    const version = name.includes('Vertex')
      ? 'https://aiplatform.googleapis.com/v1beta1/publishers/google'
      : 'https://generativelanguage.googleapis.com/v1beta';
    expect(sent.map(({ url }) => url)).toEqual([`${version}/models/gemini-3-pro:generateContent`]);
    expect(sent[0]?.headers.get('x-goog-api-key')).toBe('key');
  });

  test('an error of the vendor has kind, details and the client’s error as its cause', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12.5s' }];
    const error = { code: 429, message: 'Quota [1] exceeded {a}', status: 'RESOURCE_EXHAUSTED', details };
    const { fetch, sent } = wireOf(() => Response.json({ error }, { status: 429, statusText: 'Too Many Requests' }));
    const found = await failure(clientOver(fetch));
    expect(found).toBeInstanceOf(VendorError);
    expect(found).toMatchObject({
      status: 429,
      kind: 'rate-limit',
      retryAfter: 12_500,
      message: expect.stringContaining('Quota [1] exceeded {a}'),
    });
    expect(found).not.toMatchObject({ message: expect.stringMatching(/Error fetching|RetryInfo|^\{/) });
    expect(found).toHaveProperty('cause', expect.any(Error));
    expect(sent).toHaveLength(1);
  });

  test('an error in words of a gateway is the vendor’s too', async () => {
    const { fetch } = wireOf(() => new Response('<html>bad gateway</html>', { status: 502, statusText: 'Bad Gateway' }));
    expect(await failure(clientOver(fetch))).toMatchObject({
      code: 'vendor',
      status: 502,
      kind: expect.stringMatching(/server|overloaded/),
    });
  });

  test.each([
    ['a connection that breaks', () => Promise.reject(new TypeError('socket hang up'))],
    ['a connection that breaks with no error', () => Promise.reject('socket hang up')],
    ['an answer that is no JSON', () => new Response('<html>')],
    ['an abort that nobody asked for', () => Promise.reject(new DOMException('timed out', 'AbortError'))],
  ])('%s is a transport error with its cause', async (_title, broken: Answer) => {
    const { fetch, sent } = wireOf(broken);
    const found = await failure(clientOver(fetch));
    expect(found).toBeInstanceOf(TransportError);
    expect(found).toHaveProperty('cause');
    expect(sent).toHaveLength(1);
  });

  test('an answer that the client would go on with by itself is given as it is', async () => {
    const { fetch, sent } = wireOf(() =>
      Response.json({ candidates: [{ content: { parts: [] }, finishReason: 'CONTINUATION', continuationToken: 't' }] }),
    );
    expect(await send(clientOver(fetch))).toMatchObject({ candidates: [{ continuationToken: 't' }] });
    expect(sent).toHaveLength(1);
  });

  test('an aborted call ends with the reason of its signal', async () => {
    const stop = new AbortController();
    const { fetch } = wireOf(() => {
      stop.abort(new Error('enough'));
      return Promise.reject(new DOMException('aborted', 'AbortError'));
    });
    expect(await failure(clientOver(fetch), stop.signal)).toMatchObject({ message: 'enough' });
  });

  test('a call that was aborted before is not made', async () => {
    const { fetch, sent } = wireOf(() => Response.json(answer));
    expect(await failure(clientOver(fetch), AbortSignal.abort('early'))).toBe('early');
    expect(sent).toEqual([]);
  });
});

function readContent() {
  return JSON.parse(JSON.stringify(answer)).candidates[0].content;
}

test('retries that the client was told to make are not made', async () => {
  const retryOptions = { attempts: 5, initialDelay: 0.001 };
  for (const clientOver of [studio, wrapped]) {
    const { fetch, sent } = wireOf(() => Response.json({ error: { code: 503, message: 'busy' } }, { status: 503 }));
    expect(await failure(clientOver(fetch, { httpOptions: { retryOptions } }))).toMatchObject({ status: 503 });
    expect(sent).toHaveLength(1);
  }
});

test.each([
  ['v1', 'v1beta'],
  ['v1alpha', 'v1alpha'],
])('the version %s of a client is asked as %s', async (apiVersion, asked) => {
  const { fetch, sent } = wireOf(() => Response.json(answer));
  await send(studio(fetch, { apiVersion }));
  expect(sent[0]?.url).toBe(`https://generativelanguage.googleapis.com/${asked}/models/gemini-3-pro:generateContent`);
});

test.each([
  ['models/gemini-3-pro', 'models/gemini-3-pro'],
  ['tunedModels/mine', 'tunedModels/mine'],
])('the resource %s of AI Studio is asked at %s', async (model, path) => {
  const { fetch, sent } = wireOf(() => Response.json(answer));
  await sendThrough(studio(fetch), { model, wire: { body, headers: { 'x-mine': '1' } }, signal: undefined });
  expect(sent[0]?.url).toBe(`https://generativelanguage.googleapis.com/v1beta/${path}:generateContent`);
  expect(sent[0]?.headers.get('x-mine')).toBe('1');
});

test.each([
  ['gemini-3-pro', 'projects/p/locations/europe-west4/publishers/google/models/gemini-3-pro'],
  ['meta/llama-4', 'projects/p/locations/europe-west4/publishers/meta/models/llama-4'],
  ['publishers/google/models/x', 'projects/p/locations/europe-west4/publishers/google/models/x'],
  ['projects/q/locations/l/endpoints/1', 'projects/q/locations/l/endpoints/1'],
])('the resource %s of Vertex is asked at %s', async (model, path) => {
  const { fetch, sent } = wireOf(() => Response.json(answer));
  const client = studio(fetch, { vertexai: true, project: 'p', location: 'europe-west4' });
  await sendThrough(client, { model, wire: { body, headers: {} }, signal: undefined });
  expect(sent[0]?.url).toBe(`https://europe-west4-aiplatform.googleapis.com/v1beta1/${path}:generateContent`);
});

test('what a client adds to each body of its own is still added', async () => {
  const { fetch, sent } = wireOf(() => Response.json(answer));
  await send(studio(fetch, { httpOptions: { extraBody: { labels: { team: 'a' } } } }));
  expect(JSON.parse(sent[0]?.text ?? '')).toEqual({ ...body, labels: { team: 'a' } });
});

test('what a client says of how it is used is not taken for a failure of the vendor', async () => {
  const { fetch, sent } = wireOf(() => Response.json(answer));
  const found = await failure(studio(fetch, { apiKey: 'auth_tokens/1' }));
  expect(found).toMatchObject({ message: expect.stringContaining('Ephemeral tokens') });
  expect(found).not.toHaveProperty('code');
  expect(sent).toEqual([]);
});
