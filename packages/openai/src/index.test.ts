import { TransportError, VendorError } from '@toolglot/core';
import { AzureOpenAI, OpenAI } from 'openai';
import { describe, expect, test, vi } from 'vitest';
import { openai } from './index.ts';

const answer = {
  id: 'x',
  model: 'gpt-5.4',
  choices: [{ index: 0, message: { role: 'assistant', content: '22°C' }, finish_reason: 'stop' }],
};
const request = {
  messages: [{ role: 'user', content: [{ type: 'text', text: '北京?' }] }],
  tools: [{ type: 'function', name: 'f', input: { type: 'object', properties: {} } }],
} as const;

const respond = (body: unknown, init?: ResponseInit) =>
  vi.fn(async (_url: unknown, _init?: RequestInit) => Response.json(body, init));
const clientWith = (fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>) =>
  new OpenAI({ apiKey: 'test', baseURL: 'http://localhost/v1', fetch });

describe('openai', () => {
  test('sends the encoded body, once, byte for byte, and reads the answer', async () => {
    const fetch = respond(answer);
    const model = openai('gpt-5.4', { client: clientWith(fetch) });
    const response = await model.generate(request);
    expect(response.message.content).toEqual([{ type: 'text', text: '22°C' }]);
    expect(fetch.mock.calls).toHaveLength(1);
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(String(url)).toBe('http://localhost/v1/chat/completions');
    expect(init?.body).toBe(JSON.stringify(model.encode(request).body));
    expect(model.encode(request)).toMatchObject({ method: 'POST', path: '/chat/completions', body: { model: 'gpt-5.4' } });
  });

  test('what a server can do other than OpenAI is said of it alone', () => {
    const profile = { provider: 'local', limits: { tools: 20 }, settings: { rename: { maxTokens: 'max_tokens' } } };
    const model = openai('qwen3', { client: clientWith(respond(answer)), profile });
    expect(model.profile).toMatchObject({ name: 'local:qwen3', provider: 'local', limits: { tools: 20, id: { max: 40 } } });
    expect(model.encode({ ...request, settings: { maxTokens: 9 } }).body).toMatchObject({ model: 'qwen3', max_tokens: 9 });
  });

  test('takes any client of the package', async () => {
    const fetch = respond(answer);
    const client = new AzureOpenAI({ apiKey: 'test', apiVersion: '2024-10-21', endpoint: 'http://localhost', fetch });
    await openai('my-deployment', { client }).generate(request);
    expect(String(fetch.mock.calls[0]?.[0])).toContain('/openai/deployments/my-deployment/chat/completions');
  });

  test('asks for a whole answer, also where the request says stream', async () => {
    const fetch = respond(answer);
    const settings = { streamUsage: true };
    await openai('gpt-5.4', { client: clientWith(fetch) }).generate({ ...request, stream: true, settings });
    const sent: unknown = JSON.parse(String(fetch.mock.calls[0]?.[1]?.body));
    expect(sent).not.toHaveProperty('stream');
    expect(sent).not.toHaveProperty('stream_options');
  });

  test('an error of the vendor is one, with its kind, its request id and the error of the client as cause; no retry', async () => {
    const headers = { 'x-request-id': 'req_1', 'retry-after-ms': '1500' };
    const fetch = respond(
      { error: { message: 'slow down', code: 'rate_limit_exceeded', type: 'requests' } },
      { status: 429, headers },
    );
    const error: unknown = await openai('gpt-5.4', { client: clientWith(fetch) })
      .generate(request)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(VendorError);
    expect(error).toMatchObject({ status: 429, kind: 'rate-limit', requestId: 'req_1', retryAfter: 1500, message: 'slow down' });
    expect(error).toMatchObject({ cause: { name: 'Error', status: 429 } });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('a page of HTML is an error with its status', async () => {
    const fetch = vi.fn(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(openai('gpt-5.4', { client: clientWith(fetch) }).generate(request)).rejects.toMatchObject({
      status: 502,
      kind: 'server',
      message: 'Bad gateway',
    });
  });

  test('an error that came with status 200 is one', async () => {
    const fetch = respond({ error: { message: 'quota', code: 429 } });
    await expect(openai('gpt-5.4', { client: clientWith(fetch) }).generate(request)).rejects.toMatchObject({
      status: 429,
      kind: 'rate-limit',
      retryable: true,
    });
  });

  test('an error beside an answer is not thrown: what was said is kept', async () => {
    const fetch = respond({ ...answer, error: { message: 'cut off', code: 502 } });
    const response = await openai('gpt-5.4', { client: clientWith(fetch) }).generate(request);
    expect(response.message.content).toEqual([{ type: 'text', text: '22°C' }]);
    expect(response.finish.reason).toBe('error');
  });

  test('a vendor that is not reached is a transport error', async () => {
    const fetch = vi.fn(async () => {
      throw new TypeError('fetch failed');
    });
    const failed = openai('gpt-5.4', { client: clientWith(fetch) }).generate(request);
    await expect(failed).rejects.toBeInstanceOf(TransportError);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('an abort gives the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('the user left');
    const fetch = (_url: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        controller.abort(reason);
      });
    const { signal } = controller;
    await expect(openai('gpt-5.4', { client: clientWith(fetch) }).generate(request, { signal })).rejects.toBe(reason);
  });
});
