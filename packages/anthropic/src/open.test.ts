import { getEventListeners } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Anthropic } from '@anthropic-ai/sdk';
import {
  collect,
  eventsOf,
  type Model,
  printSse,
  type Request,
  type Response,
  type StreamEvent,
  TransportError,
  VendorError,
} from '@toolglot/core';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { anthropicMessages } from './codec.ts';
import { anthropic } from './index.ts';

const request: Request = {
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
  tools: [{ type: 'function', name: 'f' }],
};
const answer: Response = {
  id: 'msg_1',
  model: 'claude-opus-5',
  message: {
    role: 'assistant',
    content: [
      { type: 'text', text: 'a long answer in many pieces: 上海' },
      { type: 'tool-call', id: 'toolu_1', name: 'f', args: { city: '上海' } },
    ],
  },
  finish: { reason: 'tool-calls' },
  usage: { input: 1, output: 2 },
};

const encoder = anthropicMessages.encodeStream();
const chunks = eventsOf(answer, { size: 4 }).flatMap(encoder.push).map(printSse);

/** A vendor on loopback, and a model that asks it. */
async function serve(
  respond: (out: ServerResponse, body: string) => unknown,
): Promise<{ readonly model: Model; readonly closed: () => number }> {
  let closed = 0;
  const server = createServer((incoming, out) => {
    const sent: Buffer[] = [];
    out.on('close', () => closed++);
    incoming.on('data', (bytes: Buffer) => sent.push(bytes)).on('end', () => respond(out, Buffer.concat(sent).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = new Anthropic({ baseURL: `http://127.0.0.1:${port}`, apiKey: 'test', logLevel: 'off' });
  return { model: anthropic('claude-opus-5', { client }), closed: () => closed };
}

const begin = (out: ServerResponse) => out.writeHead(200, { 'content-type': 'text/event-stream' });

/** writes piece by piece, and then waits. */
async function drip(out: ServerResponse, pieces: readonly string[]): Promise<void> {
  begin(out);
  for (const piece of pieces) {
    out.write(piece);
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

afterEach(() => {
  vi.unstubAllEnvs();
});

test('an answer comes in pieces, and is the answer that a whole one would be', async () => {
  let sent = '';
  const { model } = await serve(async (out, body) => {
    sent = body;
    await drip(out, chunks);
    out.end();
  });
  const events = await drain(eventsFrom(model));
  expect(JSON.parse(sent)).toMatchObject({ stream: true });
  expect(events.filter(({ type }) => type === 'text-delta').length).toBeGreaterThan(5);
  const delta = events.findLast((event) => event.type === 'tool-call-delta');
  expect(delta?.type === 'tool-call-delta' && (await delta.partialArgs?.())).toEqual({ city: '上海' });
  const whole = anthropicMessages.decodeResponse(anthropicMessages.encodeResponse(answer), { profile: model.profile });
  expect(await collect(events)).toEqual(whole);
});

test('an aborted signal ends the stream with its reason, and leaves no listener, no timer and no socket', async () => {
  const before = held();
  const { model, closed } = await serve((out) => drip(out, chunks.slice(0, 5)));
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
  const { model, closed } = await serve((out) => drip(out, chunks.slice(0, 5)));
  const { signal } = new AbortController();
  for await (const event of eventsFrom(model, signal)) if (event.type === 'text-delta') break;
  await vi.waitFor(() => expect(closed()).toBe(1));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(await heldAtLast(before)).toBeLessThanOrEqual(before);
});

test('an answer read to its end leaves nothing at the signal either', async () => {
  const { model } = await serve((out) => void begin(out).end(chunks.join('')));
  const { signal } = new AbortController();
  await drain(eventsFrom(model, signal));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
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
    out.writeHead(529, { 'content-type': 'application/json', 'retry-after-ms': '1500' });
    out.end(JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }));
  });
  const error = await drain(eventsFrom(model)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(VendorError);
  expect(error).toMatchObject({ kind: 'overloaded', status: 529, retryAfter: 1500, cause: expect.any(Error) });
  expect(asked).toHaveBeenCalledTimes(1);
});

const frame = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' };

test('an error in mid-stream is thrown behind the pieces that came', async () => {
  const { model } = await serve((out) => {
    begin(out).end([...chunks.slice(0, 5), printSse({ event: 'error', data: JSON.stringify(frame) })].join(''));
  });
  const seen: StreamEvent[] = [];
  const error = await drain(eventsFrom(model), seen).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(VendorError);
  expect(error).toMatchObject({ kind: 'overloaded', message: 'Overloaded', requestId: 'req_1', retryable: true });
  expect(seen.map(({ type }) => type)).toContain('text-delta');
});

test.each<readonly [string, (out: ServerResponse) => void]>([
  ['ends before its last event', (out) => void begin(out).end(chunks.slice(0, -1).join(''))],
  [
    'breaks',
    (out) => {
      begin(out).write(chunks.slice(0, 5).join(''));
      setTimeout(() => out.destroy(), 20);
    },
  ],
  [
    'is no stream',
    (out) => void out.writeHead(200, { 'content-type': 'application/json' }).end('{"type":"message","content":[]}'),
  ],
])('a stream that %s is a transport error', async (_what, respond) => {
  const { model } = await serve(respond);
  await expect(drain(eventsFrom(model))).rejects.toBeInstanceOf(TransportError);
});

test('a long answer, which the client streams only, is joined as it is read in pieces, and fails as that does', async () => {
  const long: Request = { ...request, settings: { maxTokens: 60_000 } };
  const good = await serve((out) => void begin(out).end(chunks.join('')));
  expect(await good.model.generate(long)).toEqual(await collect(await drain(eventsFrom(good.model))));
  const cut = await serve((out) => void begin(out).end(chunks.slice(0, -1).join('')));
  await expect(cut.model.generate(long)).rejects.toBeInstanceOf(TransportError);
  const failed = await serve((out) => void begin(out).end(printSse({ event: 'error', data: JSON.stringify(frame) })));
  await expect(failed.model.generate(long)).rejects.toMatchObject({ kind: 'overloaded' });
});

test('without a client and a key the error names the variable', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', undefined);
  vi.stubEnv('ANTHROPIC_AUTH_TOKEN', undefined);
  vi.stubEnv('HOME', '/nowhere');
  await expect(drain(eventsFrom(anthropic('claude-opus-5')))).rejects.toThrow('ANTHROPIC_API_KEY');
});
