import { TransportError, VendorError } from '@toolglot/core';
import { AzureOpenAI, OpenAI } from 'openai';
import { describe, expect, test, vi } from 'vitest';
import { openai } from './index.ts';

const said = {
  id: 'resp_1',
  object: 'response',
  model: 'gpt-5.4',
  status: 'completed',
  output: [
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: '22°C', annotations: [] }],
    },
  ],
};
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
  test('sends to Responses, once, byte for byte, and reads the answer without what the client adds', async () => {
    const fetch = respond(said);
    const model = openai('gpt-5.4', { client: clientWith(fetch) });
    const response = await model.generate(request);
    expect(response.message.content).toMatchObject([{ type: 'text', text: '22°C' }]);
    expect(response).toMatchObject({ id: 'resp_1', finish: { reason: 'stop', raw: 'completed' } });
    expect(JSON.stringify(response)).not.toContain('output_text":"22');
    expect(fetch.mock.calls).toHaveLength(1);
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(String(url)).toBe('http://localhost/v1/responses');
    expect(init?.body).toBe(JSON.stringify(model.encode(request).body));
    expect(model.encode(request)).toMatchObject({ method: 'POST', path: '/responses', body: { model: 'gpt-5.4' } });
    expect(model.profile).toMatchObject({ name: 'openai:gpt-5.4', codec: 'openai-responses' });
  });

  test('takes a client of Azure', async () => {
    const fetch = respond(said);
    const client = new AzureOpenAI({ apiKey: 'test', apiVersion: '2025-04-01-preview', endpoint: 'http://localhost', fetch });
    await openai('my-deployment', { client }).generate(request);
    expect(String(fetch.mock.calls[0]?.[0])).toContain('/openai/responses');
  });

  test('asks for a whole answer, also where the request says stream', async () => {
    const fetch = respond(said);
    await openai('gpt-5.4', { client: clientWith(fetch) }).generate({ ...request, stream: true });
    const sent: unknown = JSON.parse(String(fetch.mock.calls[0]?.[1]?.body));
    expect(sent).not.toHaveProperty('stream');
  });

  test('an error of the vendor is one; so is one with status 200 and without an answer', async () => {
    const refused = respond({ error: { message: 'too long', code: 'context_length_exceeded' } }, { status: 400 });
    const error = openai('gpt-5.4', { client: clientWith(refused) }).generate(request);
    await expect(error).rejects.toMatchObject({ status: 400, kind: 'context-length' });
    const late = respond({ error: { message: 'quota', code: 'insufficient_quota' } });
    await expect(openai('gpt-5.4', { client: clientWith(late) }).generate(request)).rejects.toMatchObject({ kind: 'quota' });
  });

  test('an answer that failed is an answer, with what went wrong', async () => {
    const failed = respond({ ...said, status: 'failed', output: [], error: { code: 'server_error', message: 'sorry' } });
    const response = await openai('gpt-5.4', { client: clientWith(failed) }).generate(request);
    expect(response.finish).toEqual({ reason: 'error', raw: 'server_error' });
    expect(JSON.stringify(response.vendor)).toContain('sorry');
  });

  test('what is said again to the same model goes with its id, to another without', async () => {
    const fetch = respond(said);
    const model = openai('gpt-5.4', { client: clientWith(fetch) });
    const { message } = await model.generate(request);
    const next = { messages: [...request.messages, message, ...request.messages] };
    expect(JSON.stringify(model.encode(next).body.input)).toContain('msg_1');
    expect(JSON.stringify(openai('gpt-5.2').encode(next).body.input)).not.toContain('msg_1');
  });
});

describe('openai over Chat', () => {
  test('sends the encoded body, once, byte for byte, and reads the answer', async () => {
    const fetch = respond(answer);
    const model = openai('gpt-5.4', { api: 'chat', client: clientWith(fetch) });
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
    const model = openai('qwen3', { api: 'chat', client: clientWith(respond(answer)), profile });
    expect(model.profile).toMatchObject({ name: 'local:qwen3', provider: 'local', limits: { tools: 20, id: { max: 40 } } });
    expect(model.encode({ ...request, settings: { maxTokens: 9 } }).body).toMatchObject({ model: 'qwen3', max_tokens: 9 });
  });

  test('takes any client of the package', async () => {
    const fetch = respond(answer);
    const client = new AzureOpenAI({ apiKey: 'test', apiVersion: '2024-10-21', endpoint: 'http://localhost', fetch });
    await openai('my-deployment', { api: 'chat', client }).generate(request);
    expect(String(fetch.mock.calls[0]?.[0])).toContain('/openai/deployments/my-deployment/chat/completions');
  });

  test('asks for a whole answer, also where the request says stream', async () => {
    const fetch = respond(answer);
    const settings = { streamUsage: true };
    await openai('gpt-5.4', { api: 'chat', client: clientWith(fetch) }).generate({ ...request, stream: true, settings });
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
    const error: unknown = await openai('gpt-5.4', { api: 'chat', client: clientWith(fetch) })
      .generate(request)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(VendorError);
    expect(error).toMatchObject({ status: 429, kind: 'rate-limit', requestId: 'req_1', retryAfter: 1500, message: 'slow down' });
    expect(error).toMatchObject({ cause: { name: 'Error', status: 429 } });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('a page of HTML is an error with its status', async () => {
    const fetch = vi.fn(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(openai('gpt-5.4', { api: 'chat', client: clientWith(fetch) }).generate(request)).rejects.toMatchObject({
      status: 502,
      kind: 'server',
      message: 'Bad gateway',
    });
  });

  test('an error that came with status 200 is one', async () => {
    const fetch = respond({ error: { message: 'quota', code: 429 } });
    await expect(openai('gpt-5.4', { api: 'chat', client: clientWith(fetch) }).generate(request)).rejects.toMatchObject({
      status: 429,
      kind: 'rate-limit',
      retryable: true,
    });
  });

  test('an error beside an answer is not thrown: what was said is kept', async () => {
    const fetch = respond({ ...answer, error: { message: 'cut off', code: 502 } });
    const response = await openai('gpt-5.4', { api: 'chat', client: clientWith(fetch) }).generate(request);
    expect(response.message.content).toEqual([{ type: 'text', text: '22°C' }]);
    expect(response.finish.reason).toBe('error');
  });

  test('a vendor that is not reached is a transport error', async () => {
    const fetch = vi.fn(async () => {
      throw new TypeError('fetch failed');
    });
    const failed = openai('gpt-5.4', { api: 'chat', client: clientWith(fetch) }).generate(request);
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
    await expect(openai('gpt-5.4', { api: 'chat', client: clientWith(fetch) }).generate(request, { signal })).rejects.toBe(
      reason,
    );
  });
});
