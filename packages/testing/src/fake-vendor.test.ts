import { TransportError } from '@toolglot/core';
import { expect, test } from 'vitest';
import { noColours, noShapes, overloaded, plainCodec, readPlain } from './fixtures/plain-codec.ts';
import { type FakeVendor, fakeVendor, type Turn } from './index.ts';

const body = { messages: [{ role: 'user', content: [{ type: 'text', text: '北京?' }] }] };
const url = 'http://vendor.test/v1/models/m/answer?key=hidden';

const vendorOf = (turns: readonly Turn[], options = {}) => fakeVendor(plainCodec, [noColours, noShapes], turns, options);
const post = (vendor: FakeVendor, sent: unknown = body, init: RequestInit = {}) =>
  vendor.fetch(url, { method: 'POST', body: typeof sent === 'string' ? sent : JSON.stringify(sent), ...init });

test('a turn answers a request in the wire of the codec', async () => {
  const vendor = vendorOf([({ messages }) => ({ calls: [{ name: 'seen', args: { n: messages.length } }] })]);
  const response = await post(vendor);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(readPlain(await response.json())).toMatchObject({
    id: 'response_1',
    message: { content: [{ type: 'tool-call', id: 'call_1', name: 'seen', args: { n: 1 } }] },
  });
  vendor.done();
});

test("a body that breaks a rule gets that rule's error and uses no turn; all broken rules are recorded", async () => {
  const vendor = vendorOf(['kept']);
  const response = await post(vendor, { ...body, shape: 1, colour: 2 });
  expect(response.status).toBe(422);
  expect(await response.json()).toEqual({
    kind: 'invalid-request',
    message: 'colour: unknown',
    param: 'colour',
    code: 'unknown_field',
  });
  expect(vendor.exchanges[0]?.violations.map(({ rule, path }) => [rule, path])).toEqual([
    ['no-colours', 'colour'],
    ['no-shapes', 'shape'],
  ]);
  expect(vendor.exchanges[0]).not.toHaveProperty('request');
  expect(vendor.done).toThrow('turn 1 of 1 was not used');
});

test("a vendor's error keeps its status, kind and headers", async () => {
  const response = await post(vendorOf([overloaded]));
  expect([response.status, response.headers.get('retry-after-ms')]).toEqual([529, '1500']);
  expect(await response.json()).toMatchObject({ kind: 'overloaded' });
});

test('any other error, and an answer that the wire cannot say, is status 500', async () => {
  const media = { parts: [{ type: 'media', mediaType: 'image/png', data: { base64: '' } }] } as const;
  const vendor = vendorOf([new TransportError('no line'), media]);
  for (const message of ['no line', 'no word for media']) {
    const response = await post(vendor);
    expect([response.status, await response.json()]).toEqual([500, { kind: 'server', message }]);
  }
});

test('a request too many is status 500, says so, and is told again at the end', async () => {
  const vendor = vendorOf([]);
  const response = await post(vendor);
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({
    message: expect.stringMatching(/fake vendor 'plain': turn 1 was asked for.*"北京\?"/),
  });
  expect(vendor.exchanges[0]).toMatchObject({ status: 500, request: body });
  expect(vendor.done).toThrow('turn 1 was asked for');
});

test('other paths and methods are not found', async () => {
  const vendor = vendorOf([]);
  const elsewhere = await vendor.fetch('http://vendor.test/v1/models', { method: 'POST', body: '{}' });
  const read = await vendor.fetch(url);
  expect([elsewhere.status, read.status]).toEqual([404, 404]);
  expect(await elsewhere.json()).toEqual({ kind: 'not-found', message: 'nothing here for POST /v1/models' });
  vendor.done();
});

test('a body that is not JSON, not of the format, or asks for a stream is status 400', async () => {
  const vendor = vendorOf([]);
  const answers = await Promise.all(['{"a":', { no: 'messages' }, { ...body, stream: true }].map((sent) => post(vendor, sent)));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(await Promise.all(answers.map((answer) => answer.json()))).toMatchObject([
    { message: 'the body is not JSON' },
    { message: expect.stringMatching(/^messages: expected an array/) },
    { message: "the fake of 'plain' gives whole answers only" },
  ]);
  expect(vendor.exchanges.map((exchange) => exchange.body)).toContain('{"a":');
});

test('exchanges are frozen and without keys, cookies and query', async () => {
  const vendor = vendorOf(['a']);
  const headers = {
    Authorization: 'Bearer s',
    'X-Api-Key': 's',
    'api-key': 's',
    'x-goog-api-key': 's',
    Cookie: 's',
    'X-Beta': 'b',
  };
  await post(vendor, body, { headers });
  const [exchange] = vendor.exchanges;
  expect(exchange).toMatchObject({
    method: 'POST',
    path: '/v1/models/m/answer',
    body,
    request: body,
    status: 200,
    violations: [],
  });
  expect(exchange?.headers).toEqual({ 'content-type': 'text/plain;charset=UTF-8', 'x-beta': 'b' });
  expect(JSON.stringify(exchange)).not.toContain('hidden');
  expect(Object.isFrozen(exchange?.request?.messages)).toBe(true);
  expect(exchange?.end).toBeGreaterThanOrEqual(exchange?.start ?? Number.NaN);
});

test('the newest exchanges are kept', async () => {
  const vendor = vendorOf(['a', 'b', 'c'], { keep: 2 });
  for (const _ of 'abc') await post(vendor);
  expect(vendor.exchanges.map(({ response }) => readPlain(response).id)).toEqual(['response_2', 'response_3']);
});

test.each([
  ['/v1/models/m/answer', 'm'],
  ['/v1/projects/p/models/m/models/arn%3Aaws%3Ax%2Fy/answer', 'arn:aws:x/y'],
  ['/v1/models/100%/answer', '100%'],
])('the model’s id in the path %s is given to the codec', async (path, model) => {
  const vendor = vendorOf([(request) => `for ${request.model}`]);
  const response = await vendor.fetch(`http://vendor.test${path}`, { method: 'POST', body: JSON.stringify(body) });
  expect(readPlain(await response.json()).message.content).toEqual([{ type: 'text', text: `for ${model}` }]);
});

test('a path option takes the place of the path of the codec', async () => {
  const vendor = vendorOf(['a'], { path: '/chat' });
  expect((await post(vendor)).status).toBe(404);
  expect((await vendor.fetch('http://vendor.test/x/chat', { method: 'POST', body: JSON.stringify(body) })).status).toBe(200);
});

test('an aborted fetch rejects with the reason, as fetch does', async () => {
  const vendor = vendorOf([() => new Promise<string>(() => {}), 'next']);
  await expect(post(vendor, body, { signal: AbortSignal.abort('early') })).rejects.toBe('early');
  const control = new AbortController();
  const waiting = post(vendor, body, { signal: control.signal });
  setTimeout(() => control.abort('enough'), 5);
  await expect(waiting).rejects.toBe('enough');
  expect((await post(vendor)).status).toBe(200);
});

test('a server on loopback gives the same answers, also to many requests at once, and closes with nothing left', async () => {
  const vendor = vendorOf(
    Array.from({ length: 20 }, () => async ({ model }) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return `for ${model}`;
    }),
  );
  const server = await vendor.listen();
  expect(server.baseURL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const texts = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const init = { method: 'POST', body: JSON.stringify({ ...body, model: `m${index}` }) };
      return (await fetch(`${server.baseURL}/v1/models/m/answer`, init)).json();
    }),
  );
  expect(texts.map((answer) => readPlain(answer).message.content)).toEqual(
    Array.from({ length: 20 }, (_, index) => [{ type: 'text', text: `for m${index}` }]),
  );
  expect((await fetch(`${server.baseURL}/elsewhere`)).status).toBe(404);
  await server.close();
  await server.close();
  await expect(fetch(server.baseURL)).rejects.toThrow();
  vendor.done();
});

test('a server closes at the end of its block, whatever hangs', async () => {
  const vendor = vendorOf([() => new Promise<string>(() => {})]);
  let hanging: Promise<unknown> = Promise.resolve();
  {
    await using server = await vendor.listen();
    hanging = fetch(`${server.baseURL}/models/m/answer`, { method: 'POST', body: JSON.stringify(body) });
    hanging.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await expect(hanging).rejects.toThrow();
});
