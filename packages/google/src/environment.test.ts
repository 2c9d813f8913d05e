import { GoogleGenAI } from '@google/genai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { google } from './index.ts';

const request = { messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] } as const;
const message = { candidates: [{ content: { role: 'model', parts: [{ text: 'hi' }] }, finishReason: 'STOP' }] };

const NAMES = `GOOGLE_API_KEY GEMINI_API_KEY GOOGLE_GENAI_USE_VERTEXAI GOOGLE_GENAI_USE_ENTERPRISE GOOGLE_CLOUD_PROJECT
  GOOGLE_CLOUD_LOCATION GOOGLE_GEMINI_BASE_URL GOOGLE_VERTEX_BASE_URL`.split(/\s+/);

beforeEach(() => {
  for (const name of NAMES) vi.stubEnv(name, undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.doUnmock('@google/genai');
  vi.resetModules();
});

function stubFetch() {
  const fetch = vi.fn(async (_url: string | URL | Request, _init?: RequestInit) => Response.json(message));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test.each(['GOOGLE_API_KEY', 'GEMINI_API_KEY'])('without a client one is made from %s, once', async (name) => {
  const fetch = stubFetch();
  vi.stubEnv(name, 'key-of-the-environment');
  vi.stubEnv('GOOGLE_GEMINI_BASE_URL', 'https://proxy.example');
  const model = google('gemini-3-pro-preview');
  await model.generate(request);
  await model.generate(request);
  const url = 'https://proxy.example/v1beta/models/gemini-3-pro-preview:generateContent';
  expect(fetch.mock.calls.map(([asked]) => String(asked))).toEqual([url, url]);
  expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).get('x-goog-api-key')).toBe('key-of-the-environment');
});

test('the variables for Vertex lead to Vertex', async () => {
  const fetch = stubFetch();
  vi.stubEnv('GOOGLE_GENAI_USE_VERTEXAI', 'true');
  vi.stubEnv('GOOGLE_API_KEY', 'key');
  await google('gemini-3-pro-preview').generate(request);
  expect(String(fetch.mock.calls[0]?.[0])).toBe(
    'https://aiplatform.googleapis.com/v1beta1/publishers/google/models/gemini-3-pro-preview:generateContent',
  );
});

test('a missing package is named, with the command that installs it', async () => {
  vi.doMock('@google/genai', () => {
    throw new Error('no such package');
  });
  const call = google('gemini-3-pro-preview').generate(request);
  await expect(call).rejects.toThrow('npm install @google/genai');
  await expect(call).rejects.toHaveProperty('code', 'missing-package');
});

test('what would be sent is known without a client and a key', () => {
  const { path, body, headers, losses } = google('gemini-3-pro-preview').encode(request);
  expect(path).toBe('/models/gemini-3-pro-preview:generateContent');
  expect(body).toMatchObject({ contents: [{ role: 'user', parts: [{ text: 'q' }] }] });
  expect(headers).toEqual({});
  expect(losses).toEqual([]);
});

test('a request for another model goes to the address of that one', async () => {
  const fetch = stubFetch();
  const model = google('gemini-3-pro-preview', { client: new GoogleGenAI({ apiKey: 'key' }) });
  await model.generate({ ...request, model: 'gemini-2.5-flash' });
  expect(String(fetch.mock.calls[0]?.[0])).toMatch(/\/models\/gemini-2\.5-flash:generateContent$/);
  expect(model.encode({ ...request, model: 'gemini-2.5-flash' }).path).toBe('/models/gemini-2.5-flash:generateContent');
});

test('who serves the model is in its profile', () => {
  const client = new GoogleGenAI({ vertexai: true, apiKey: 'key' });
  expect(google('gemini-3-pro-preview').profile).toMatchObject({ name: 'google:gemini-3-pro-preview', provider: 'google' });
  expect(google('gemini-3-pro-preview', { client }).profile).toMatchObject({
    name: 'vertex:gemini-3-pro-preview',
    provider: 'vertex',
  });
  const profile = { provider: 'acme', limits: { tools: 3 } };
  expect(google('gemini-3-pro-preview', { profile }).profile).toMatchObject({ name: 'acme:gemini-3-pro-preview', ...profile });
});

test('on Vertex functions beside a hosted tool need no word for it', () => {
  const mixed = {
    ...request,
    tools: [
      { type: 'function', name: 'f' },
      { type: 'hosted', id: 'google.googleSearch', config: {} },
    ],
  } as const;
  const vertex = google('gemini-3-pro-preview', { client: new GoogleGenAI({ vertexai: true, apiKey: 'key' }) });
  expect(vertex.encode(mixed).body).not.toHaveProperty('toolConfig.includeServerSideToolInvocations');
  expect(google('gemini-3-pro-preview').encode(mixed).body).toHaveProperty('toolConfig.includeServerSideToolInvocations', true);
});

test('without a key the client says so, and that is no failure of the vendor', async () => {
  const fetch = stubFetch();
  // the client then looks for credentials of this machine, and not for those of a cloud
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', undefined);
  vi.stubEnv('HOME', '/nowhere');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const failure: unknown = await google('gemini-3-pro-preview')
    .generate(request)
    .catch((error: unknown) => error);
  expect([String(failure), ...warn.mock.calls.flat()].join()).toMatch(/API key should be set/);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toHaveProperty('code');
  expect(fetch).not.toHaveBeenCalled();
});

test('an error with the status 200 is an error', async () => {
  const error = { code: 503, message: 'busy', status: 'UNAVAILABLE' };
  vi.stubGlobal('fetch', async () => Response.json({ error }));
  const call = google('gemini-3-pro-preview', { client: new GoogleGenAI({ apiKey: 'key' }) }).generate(request);
  await expect(call).rejects.toMatchObject({ code: 'vendor', status: 503, kind: 'overloaded' });
});
