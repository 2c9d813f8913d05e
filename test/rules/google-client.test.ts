import { ApiError, GoogleGenAI } from '@google/genai';
import { GoogleGenerativeAI, GoogleGenerativeAIFetchError } from '@google/generative-ai';
import { tool, VendorError } from '@toolglot/core';
import { type GoogleClient, google } from '@toolglot/google';
import { googleGenerateContent } from '@toolglot/google/codec';
import { gemini3Rules, gemini3StudioRules, googleRules, vertexRules } from '@toolglot/google/rules';
import { run } from '@toolglot/runner';
import { fakeVendor, type Turn } from '@toolglot/testing';
import { describe, expect, test } from 'vitest';

const studioRules = [...googleRules, ...gemini3StudioRules];

/** Each client, as it is told of another address than the vendor's, with what the vendor refuses there. */
const clients = {
  'GoogleGenAI for AI Studio': {
    over: (baseUrl: string): GoogleClient => new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl } }),
    rules: studioRules,
    path: '/v1beta/models/gemini-3-pro-preview:generateContent',
  },
  'GoogleGenAI for Vertex': {
    over: (baseUrl: string): GoogleClient =>
      new GoogleGenAI({ vertexai: true, project: 'p', location: 'global', apiKey: 'test', httpOptions: { baseUrl } }),
    rules: [...vertexRules, ...gemini3Rules],
    path: '/v1beta1/projects/p/locations/global/publishers/google/models/gemini-3-pro-preview:generateContent',
  },
  GoogleGenerativeAI: {
    over: (baseUrl: string): GoogleClient => {
      const client = new GoogleGenerativeAI('test');
      return { getGenerativeModel: (params) => client.getGenerativeModel(params, { baseUrl }) };
    },
    rules: studioRules,
    path: '/v1beta/models/gemini-3-pro-preview:generateContent',
  },
};

const temperatures: Readonly<Record<string, number>> = { 上海: 25, 北京: 22, 广州: 30 };

const weather = tool({
  name: 'get_weather',
  description: 'Weather now.',
  input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
  execute: async ({ city }) => {
    // later cities answer first
    await new Promise((resolve) => setTimeout(resolve, city === '上海' ? 20 : 1));
    const celsius = temperatures[String(city)];
    if (celsius === undefined) throw new Error(`no city ${city}`);
    return { celsius };
  },
});

/** As Gemini 3 does it: of calls at once the first is signed. */
const callsFor = (...cities: string[]): Turn => ({
  parts: cities.map((city, index) => ({
    type: 'tool-call',
    id: `${city}-1`,
    name: 'get_weather',
    args: { city },
    ...(index === 0 && { vendor: { 'google-generate-content': { signature: 'U0lH' } } }),
  })),
});

describe.each(Object.entries(clients))('%s over HTTP', (_name, { over, rules, path }) => {
  test('a run asks for three cities at once, and then for one more', async () => {
    const vendor = fakeVendor(googleGenerateContent, rules, [
      callsFor('上海', '北京', '广州'),
      callsFor('Atlantis'),
      '上海 25, 北京 22, 广州 30',
    ]);
    await using server = await vendor.listen();
    const model = google('gemini-3-pro-preview', { client: over(server.baseURL) });
    const result = await run({ model, tools: [weather], prompt: '上海、北京、广州?' });
    expect(result.text).toBe('上海 25, 北京 22, 广州 30');
    expect(result.calls.map(({ args, outcome }) => [args, outcome.status])).toEqual([
      [{ city: '上海' }, 'done'],
      [{ city: '北京' }, 'done'],
      [{ city: '广州' }, 'done'],
      [{ city: 'Atlantis' }, 'error'],
    ]);
    expect(vendor.exchanges.map((exchange) => [exchange.path, exchange.status, exchange.violations])).toEqual(
      Array(3).fill([path, 200, []]),
    );
    expect(vendor.exchanges.map(({ request }) => request?.model)).toEqual(Array(3).fill('gemini-3-pro-preview'));
    expect(vendor.exchanges[1]?.request?.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: [25, 22, 30].map((celsius) => ({ name: 'get_weather', content: [{ type: 'json', value: { celsius } }] })),
    });
    vendor.done();
  });

  test("a refusal in the vendor's shape becomes the vendor's error, with the client's as its cause", async () => {
    const vendor = fakeVendor(googleGenerateContent, rules, []);
    await using server = await vendor.listen();
    const model = google('gemini-3-pro-preview', { client: over(server.baseURL) });
    const messages = [{ role: 'assistant', content: [{ type: 'text', text: 'It is' }] }] as const;
    const slot = { 'google-generate-content': { fields: { frobnicate: true } } };
    const failure: unknown = await model
      .generate({ messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }, ...messages], vendor: slot })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(VendorError);
    expect(failure).toMatchObject({
      status: 400,
      kind: 'invalid-request',
      provider: 'google',
      message: 'Invalid JSON payload received. Unknown name "frobnicate": Cannot find field.',
      retryable: false,
    });
    const { cause } = failure instanceof Error ? failure : {};
    expect(cause instanceof ApiError || cause instanceof GoogleGenerativeAIFetchError).toBe(true);
    expect(vendor.exchanges[0]?.violations).toMatchObject([{ rule: 'unknown-field', path: 'frobnicate' }]);
  });

  test('a vendor that is busy says how long to wait', async () => {
    const busy = new VendorError('slow down', { status: 429, kind: 'rate-limit', retryAfter: 1500 });
    const vendor = fakeVendor(googleGenerateContent, rules, [busy]);
    await using server = await vendor.listen();
    const model = google('gemini-3-pro-preview', { client: over(server.baseURL) });
    const call = model.generate({ messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] });
    await expect(call).rejects.toMatchObject({ kind: 'rate-limit', message: 'slow down', retryAfter: 1500, retryable: true });
    expect(vendor.exchanges).toHaveLength(1);
  });

  test('a call that is stopped ends at once', async () => {
    const vendor = fakeVendor(googleGenerateContent, rules, [() => new Promise<string>(() => {})]);
    await using server = await vendor.listen();
    const model = google('gemini-3-pro-preview', { client: over(server.baseURL) });
    const stop = new AbortController();
    setTimeout(() => stop.abort('enough'), 30);
    const call = model.generate(
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] },
      { signal: stop.signal },
    );
    await expect(call).rejects.toBe('enough');
  });
});

test('the client of Google reads the calls, the text and the errors of the fake by itself', async () => {
  const refusal = new VendorError('no such thing', { status: 404, kind: 'not-found' });
  const vendor = fakeVendor(googleGenerateContent, studioRules, [callsFor('北京'), 'hello', refusal]);
  await using server = await vendor.listen();
  const client = new GoogleGenAI({ apiKey: 'test', httpOptions: { baseUrl: server.baseURL } });
  const parametersJsonSchema = { type: 'object', properties: { city: { type: 'string' } } };
  const config = { tools: [{ functionDeclarations: [{ name: 'get_weather', parametersJsonSchema }] }] };
  const first = await client.models.generateContent({ model: 'gemini-3-pro-preview', contents: '北京?', config });
  expect(first.functionCalls).toMatchObject([{ name: 'get_weather', args: { city: '北京' } }]);
  const ask = () => client.models.generateContent({ model: 'gemini-3-pro-preview', contents: 'hi' });
  expect((await ask()).text).toBe('hello');
  const failed = ask();
  await expect(failed).rejects.toBeInstanceOf(ApiError);
  await expect(failed).rejects.toMatchObject({ status: 404, message: expect.stringContaining('NOT_FOUND') });
  vendor.done();
});
