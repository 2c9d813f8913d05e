import { getEventListeners } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  collect,
  eventsOf,
  type Model,
  printSse,
  type Response,
  type StreamEvent,
  TransportError,
  VendorError,
} from '@toolglot/core';
import { OpenAI } from 'openai';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openaiResponses } from './codec.ts';
import { openai } from './index.ts';

const request = { messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] } as const;
const answer: Response = {
  id: 'resp_1',
  model: 'gpt-5.4',
  message: { role: 'assistant', content: [{ type: 'text', text: 'a long answer in many pieces: 上海' }] },
  finish: { reason: 'stop' },
  usage: { input: 1, output: 2 },
};

function chunksOf(response: Response): readonly string[] {
  const encoder = openaiResponses.encodeStream?.();
  return eventsOf(response, { size: 4 })
    .flatMap((event) => encoder?.push(event) ?? [])
    .map(printSse);
}

/** A vendor on loopback, and a model that asks it. */
async function serve(
  respond: (out: ServerResponse) => unknown,
): Promise<{ readonly model: Model; readonly closed: () => number }> {
  let closed = 0;
  const server = createServer((incoming, out) => {
    out.on('close', () => closed++);
    incoming.resume().on('end', () => respond(out));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = new OpenAI({ baseURL: `http://127.0.0.1:${port}`, apiKey: 'test', logLevel: 'off' });
  return { model: openai('gpt-5.4', { client }), closed: () => closed };
}

const begin = (out: ServerResponse) => out.writeHead(200, { 'content-type': 'text/event-stream' });

/** writes piece by piece, and then waits. */
async function drip(out: ServerResponse, chunks: readonly string[]): Promise<void> {
  begin(out);
  for (const chunk of chunks) {
    out.write(chunk);
    await wait(1);
  }
}

const eventsFrom = (model: Model, signal?: AbortSignal) => model.stream?.(request, { ...(signal && { signal }) }) ?? [];

async function drain(
  events: AsyncIterable<StreamEvent> | Iterable<StreamEvent>,
  seen: StreamEvent[] = [],
): Promise<readonly StreamEvent[]> {
  for await (const event of events) seen.push(event);
  return seen;
}

const held = () => process.getActiveResourcesInfo().filter((name) => /Timeout|TCPSocketWrap/.test(name)).length;

/** how many timers and sockets are left when they had a second to go. */
async function heldAtLast(wanted: number): Promise<number> {
  for (let left = 100; left > 0 && held() > wanted; left--) await wait(10);
  return held();
}

test('an answer comes in pieces, and is the answer that a whole one would be', async () => {
  const { model } = await serve(async (out) => {
    await drip(out, chunksOf(answer));
    out.end();
  });
  const events = await drain(eventsFrom(model));
  expect(events.filter(({ type }) => type === 'text-delta').length).toBeGreaterThan(5);
  const whole = openaiResponses.decodeResponse(openaiResponses.encodeResponse(answer), { profile: model.profile });
  expect(await collect(events)).toEqual(whole);
});

test('an aborted signal ends the stream with its reason, and leaves no listener, no timer and no socket', async () => {
  const before = held();
  const { model, closed } = await serve((out) => drip(out, chunksOf(answer).slice(0, 5)));
  const controller = new AbortController();
  const reason = new Error('enough');
  const seen: StreamEvent[] = [];
  const reading = drain(eventsFrom(model, controller.signal), seen);
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(2));
  controller.abort(reason);
  await expect(reading).rejects.toBe(reason);
  await vi.waitFor(() => expect(closed()).toBe(1));
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  expect(await heldAtLast(before)).toBeLessThanOrEqual(before);
});

test('leaving the loop closes the connection, and leaves nothing at the signal', async () => {
  const before = held();
  const { model, closed } = await serve((out) => drip(out, chunksOf(answer).slice(0, 5)));
  const { signal } = new AbortController();
  for await (const event of eventsFrom(model, signal)) if (event.type === 'text-delta') break;
  await vi.waitFor(() => expect(closed()).toBe(1));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(await heldAtLast(before)).toBeLessThanOrEqual(before);
});

test('a signal that is aborted already ends it before anything is sent', async () => {
  const asked = vi.fn();
  const { model } = await serve(asked);
  await expect(drain(eventsFrom(model, AbortSignal.abort(new Error('never'))))).rejects.toThrow('never');
  expect(asked).not.toHaveBeenCalled();
});

test('what the vendor refuses is thrown as it is for whole answers, once', async () => {
  const asked = vi.fn();
  const { model } = await serve((out) => {
    asked();
    out.writeHead(429, { 'content-type': 'application/json', 'retry-after-ms': '1500' });
    out.end(JSON.stringify({ error: { message: 'slow down', type: 'requests', code: 'rate_limit_exceeded' } }));
  });
  const error = await drain(eventsFrom(model)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(VendorError);
  expect(error).toMatchObject({ kind: 'rate-limit', status: 429, retryAfter: 1500, cause: expect.any(Error) });
  expect(asked).toHaveBeenCalledTimes(1);
});

const said = { code: 'insufficient_quota', message: 'you have none left', param: null };

test.each([
  ['nested', { type: 'error', sequence_number: 2, error: { type: 'insufficient_quota', ...said } }],
  ['flat', { type: 'error', sequence_number: 2, ...said }],
  ['of an answer that failed', { type: 'response.failed', response: { status: 'failed', error: said } }],
])('an error in mid-stream, %s, is thrown behind the pieces that came', async (_what, frame) => {
  const { model } = await serve((out) => {
    begin(out);
    out.write(chunksOf(answer).slice(0, 5).join(''));
    out.end(printSse({ event: frame.type, data: JSON.stringify(frame) }));
  });
  const seen: StreamEvent[] = [];
  const error = await drain(eventsFrom(model), seen).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'vendor', kind: 'quota', message: said.message, vendorCode: said.code, status: 200 });
  expect(seen.map(({ type }) => type)).toEqual(['response-start', 'text-start', 'text-delta']);
});

test.each([
  ['is cut', (out: ServerResponse) => out.destroy()],
  ['ends early', (out: ServerResponse) => out.end()],
  ['says what is no JSON', (out: ServerResponse) => out.end('data: {"type":\n\n')],
])('a stream that %s is no answer', async (_what, end) => {
  const { model } = await serve(async (out) => {
    begin(out);
    out.write(chunksOf(answer).slice(0, 5).join(''));
    await wait(20);
    end(out);
  });
  const seen: StreamEvent[] = [];
  const error = await drain(eventsFrom(model), seen).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TransportError);
  expect(seen.some(({ type }) => type === 'finish' || type === 'text-end')).toBe(false);
});
