import { afterEach, expect, test, vi } from 'vitest';
import { anthropic } from './index.ts';

const request = { messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] } as const;
const message = { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'hi' }], stop_reason: 'end_turn' };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.doUnmock('@anthropic-ai/sdk');
  vi.resetModules();
});

test('without a client one is made from the environment, once', async () => {
  const fetch = vi.fn(async (_url: string | URL | globalThis.Request, _init?: RequestInit) => Response.json(message));
  vi.stubGlobal('fetch', fetch);
  vi.stubEnv('ANTHROPIC_API_KEY', 'key-of-the-environment');
  vi.stubEnv('ANTHROPIC_BASE_URL', 'https://proxy.example');
  const model = anthropic('claude-opus-5');
  await model.generate(request);
  await model.generate(request);
  expect(fetch.mock.calls.map(([url]) => String(url))).toEqual(Array(2).fill('https://proxy.example/v1/messages'));
  const headers = new Headers(fetch.mock.calls[0]?.[1]?.headers);
  expect([headers.get('x-api-key'), headers.get('authorization')].join()).toContain('key-of-the-environment');
});

test('a missing package is named, with the command that installs it', async () => {
  vi.doMock('@anthropic-ai/sdk', () => {
    throw new Error('no such package');
  });
  const call = anthropic('claude-opus-5').generate(request);
  await expect(call).rejects.toThrow('npm install @anthropic-ai/sdk');
  await expect(call).rejects.toHaveProperty('code', 'missing-package');
});

test('what would be sent is known without a client and a key', () => {
  const { path, body, losses } = anthropic('claude-opus-5').encode(request);
  expect(path).toBe('/v1/messages');
  expect(body).toEqual({ model: 'claude-opus-5', max_tokens: 16_000, messages: request.messages });
  expect(losses).toEqual([]);
});

test('without a key the client says so, and that is no failure of the vendor', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  for (const name of ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN']) vi.stubEnv(name, undefined);
  const failure: unknown = await anthropic('claude-opus-5')
    .generate(request)
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringMatching(/auth|key/i) });
  expect(failure).not.toHaveProperty('code');
  expect(fetch).not.toHaveBeenCalled();
});
