import { parseSse, type SseEvent, TransportError } from '@toolglot/core';
import { expect, test, vi } from 'vitest';
import { noColours, overloaded, plainCodec, streamedCodec } from './fixtures/plain-codec.ts';
import { fakeVendor, scriptedModel, type Turn } from './index.ts';

const body = { messages: [{ role: 'user', content: [{ type: 'text', text: '北京?' }] }] };
const post = (sent: object): RequestInit => ({ method: 'POST', body: JSON.stringify(sent) });
const vendorOf = (turns: readonly Turn[], options = {}) => fakeVendor(streamedCodec, [noColours], turns, options);
const url = 'http://vendor.test/models/m/answer';

async function read(response: Response): Promise<readonly SseEvent[]> {
  const events: SseEvent[] = [];
  for await (const event of parseSse(response.body ?? new ReadableStream())) events.push(event);
  return events;
}

const kindsIn = (events: readonly SseEvent[]) => [...new Set(events.map(({ event, data }) => event ?? data))];

test('who asks for a stream gets one: by a word in the body, or by its own path', async () => {
  const vendor = vendorOf(['one', 'two']);
  const byWord = await vendor.fetch(url, post({ ...body, stream: true }));
  expect(byWord.headers.get('content-type')).toBe('text/event-stream');
  expect(kindsIn(await read(byWord))).toEqual(['response-start', 'text-start', 'text-delta', 'text-end', 'finish', '[DONE]']);
  await using server = await vendor.listen();
  const byPath = await fetch(`${server.baseURL}/models/m/stream`, post(body));
  expect((await read(byPath)).at(-1)).toEqual({ data: '[DONE]' });
  expect(vendor.exchanges.map(({ request }) => [request?.model, request?.stream])).toEqual([
    ['m', true],
    ['m', true],
  ]);
  expect(vendor.exchanges[0]?.response).toContainEqual(expect.objectContaining({ event: 'text-delta' }));
  vendor.done();
});

test('a stream that breaks the rules is refused whole, and so is one of a codec that has none', async () => {
  const refused = await vendorOf([]).fetch(url, post({ ...body, stream: true, colour: 1 }));
  expect([refused.status, refused.headers.get('content-type')]).toEqual([422, 'application/json']);
  const whole = await fakeVendor(plainCodec, [], ['x']).fetch(url, post({ ...body, stream: true }));
  expect(await whole.json()).toMatchObject({ message: "the fake of 'plain' gives whole answers only", param: 'stream' });
});

test("an answer breaks off with the vendor's error, or with a connection that is cut; asked for whole, it is an error", async () => {
  const cut = new TransportError('cut');
  const vendor = vendorOf([
    { text: 'half', error: overloaded },
    { text: 'half', error: cut },
    { text: 'half', error: overloaded },
  ]);
  await using server = await vendor.listen();
  const ask = (stream: boolean) => fetch(`${server.baseURL}/models/m/${stream ? 'stream' : 'answer'}`, post(body));
  const kinds = kindsIn(await read(await ask(true)));
  expect([kinds.includes('finish'), kinds.slice(-2)]).toEqual([false, ['error', '[DONE]']]);
  await expect(read(await ask(true))).rejects.toThrow();
  expect((await ask(false)).status).toBe(529);
});

test('who hangs up in the middle leaves no timer and no connection', async () => {
  const held = (kind: RegExp) => process.getActiveResourcesInfo().filter((name) => kind.test(name));
  const timers = held(/Timeout/);
  const vendor = vendorOf(['a long answer in many pieces'], { pace: 100_000 });
  const server = await vendor.listen();
  const controller = new AbortController();
  const response = await fetch(`${server.baseURL}/models/m/stream`, { ...post(body), signal: controller.signal });
  const reading = read(response).catch(() => 'ended');
  controller.abort();
  expect(await reading).toBe('ended');
  await server.close();
  await vi.waitFor(() => expect(held(/TCP/)).toEqual([]));
  expect(held(/Timeout/).length).toBeLessThanOrEqual(timers.length);
});

test('a scripted model streams its turns in pieces, lowered and raised, and breaks off where its script says so', async () => {
  const model = scriptedModel([
    { text: 'hello, world, at length', calls: [{ name: 'f', args: { a: 1 } }] },
    { text: 'x', error: overloaded },
  ]);
  const tools = [{ type: 'function', name: 'f' }] as const;
  const kinds: string[] = [];
  for await (const event of model.stream({ messages: [], tools })) kinds.push(event.type);
  expect(kinds).toEqual([
    ...[
      'response-start',
      'text-start',
      'text-delta',
      'text-end',
      'tool-call-start',
      'tool-call-delta',
      'tool-call-end',
      'finish',
    ],
  ]);
  const broken = async () => {
    for await (const event of model.stream({ messages: [] })) kinds.push(event.type);
  };
  await expect(broken()).rejects.toBe(overloaded);
  model.done();
});
