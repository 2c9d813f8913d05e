import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { GoogleGenAI } from '@google/genai';
import { GoogleGenerativeAI } from '@google/generative-ai';
import { type JsonObject, type Model, type StreamEvent, TransportError, VendorError } from '@toolglot/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type GoogleClient, google } from './index.ts';

const asked: { readonly url: string; readonly body: unknown }[] = [];
let play: (response: ServerResponse) => unknown = () => {};
/** how many connections were closed before their answer had ended. */
let cut = 0;
let baseUrl = '';
let idle: readonly string[] = [];

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  asked.push({ url: request.url ?? '', body: JSON.parse(text) });
  response.on('close', () => {
    if (!response.writableFinished) cut += 1;
  });
  await play(response);
});

// the server's own ends of the connections are not counted
server.on('connection', (socket) => socket.unref());

beforeAll(async () => {
  await once(server.listen(0), 'listening');
  const address = server.address();
  baseUrl = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  idle = resources();
  const { fetch } = globalThis;
  // the older client asks where it always does
  const redirected = (url: string, init?: RequestInit) =>
    fetch(url.replace('https://generativelanguage.googleapis.com', baseUrl), init);
  vi.stubGlobal('fetch', (url: string | URL | Request, init?: RequestInit) => redirected(String(url), init));
});

afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  asked.length = 0;
  cut = 0;
});

const studio = (vertexai: boolean) => new GoogleGenAI({ apiKey: 'key', vertexai, httpOptions: { baseUrl } });

/** a client of which only the methods can be used, as of those that are wrapped for traces. */
function wrapped(): GoogleClient {
  const { models, vertexai } = studio(false);
  type Params = Parameters<typeof models.generateContentStream>[0];
  return {
    vertexai,
    models: {
      generateContent: (params: Params) => models.generateContent(params),
      generateContentStream: (params: Params) => models.generateContentStream(params),
    },
  };
}

const clients: Readonly<Record<string, () => GoogleClient>> = {
  'GoogleGenAI for AI Studio': () => studio(false),
  'GoogleGenAI for Vertex': () => studio(true),
  'GoogleGenAI that is wrapped': wrapped,
  GoogleGenerativeAI: () => new GoogleGenerativeAI('key'),
};

const chunk = (parts: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
  responseId: 'r',
  modelVersion: 'm',
});
const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
const say = (response: ServerResponse, ...chunks: readonly JsonObject[]) => {
  for (const of of chunks) response.write(`data: ${JSON.stringify(of)}\r\n\r\n`);
};
/** an answer that goes on until somebody leaves. */
async function endless(response: ServerResponse): Promise<void> {
  begin(response);
  while (!response.closed) {
    say(response, chunk([{ text: 'on ' }]));
    await wait(2);
  }
}

const request = { messages: [{ role: 'user', content: [{ type: 'text', text: '北京?' }] }] } as const;

function modelOver(client: () => GoogleClient): Required<Model> {
  const { stream, ...model } = google('gemini-3-flash-preview', { client: client() });
  if (!stream) throw new Error('the model does not stream');
  return { ...model, stream };
}

async function failureOf(
  events: AsyncIterable<StreamEvent>,
): Promise<{ readonly seen: readonly string[]; readonly error: unknown }> {
  const seen: string[] = [];
  try {
    for await (const { type } of events) seen.push(type);
    return { seen, error: undefined };
  } catch (error) {
    return { seen, error };
  }
}

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

/** Sockets that keep this process alive. */
const resources = () =>
  process
    .getActiveResourcesInfo()
    .filter((name) => /Socket|TCP/.test(name))
    .sort();

async function settled<T>(value: () => T, expected: T): Promise<T> {
  for (let tries = 0; tries < 100 && JSON.stringify(value()) !== JSON.stringify(expected); tries++) await wait(10);
  return value();
}

describe.each(Object.entries(clients))('%s', (name, client) => {
  const stream = (signal?: AbortSignal) => modelOver(client).stream(request, signal ? { signal } : {});

  test('streams what the vendor sends, chunk by chunk, from its own address', async () => {
    play = async (response) => {
      begin(response);
      say(response, chunk([{ text: '晴' }]));
      await wait(20);
      const bytes = Buffer.from(
        `data: ${JSON.stringify(chunk([{ text: '天' }, { functionCall: { name: 'f', args: { a: 1 } }, thoughtSignature: 'S' }], { finishReason: 'STOP' }))}\n\n`,
      );
      const at = bytes.indexOf(0xe5) + 1;
      response.write(bytes.subarray(0, at));
      await wait(20);
      response.end(bytes.subarray(at));
    };
    const events: StreamEvent[] = [];
    for await (const event of stream()) events.push(event);
    expect(events.map((event) => [event.type, 'text' in event ? event.text : ''])).toEqual([
      ['response-start', ''],
      ['text-start', ''],
      ['text-delta', '晴'],
      ['text-delta', '天'],
      ['text-end', ''],
      ['tool-call-start', ''],
      ['tool-call-delta', '{"a":1}'],
      ['tool-call-end', ''],
      ['finish', ''],
    ]);
    const version = name.includes('Vertex') ? '/v1beta1/publishers/google' : '/v1beta';
    expect(asked).toEqual([
      {
        url: `${version}/models/gemini-3-flash-preview:streamGenerateContent?alt=sse`,
        body: { contents: [{ role: 'user', parts: [{ text: '北京?' }] }] },
      },
    ]);
  });

  test('an error before the answer is the vendor’s, and is not asked for again', async () => {
    play = (response) => {
      response.writeHead(503, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify({ error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }));
    };
    const { error } = await failureOf(stream());
    expect(error).toBeInstanceOf(VendorError);
    expect(error).toMatchObject({ kind: 'overloaded', status: 503, message: 'overloaded' });
    expect(asked).toHaveLength(1);
  });

  test('an error in the middle of an answer is the vendor’s too', async () => {
    play = async (response) => {
      begin(response);
      say(response, chunk([{ text: 'a' }]));
      await wait(30);
      say(response, { error: { code: 429, message: 'slow down', status: 'RESOURCE_EXHAUSTED' } });
      response.end();
    };
    const { error, seen } = await failureOf(stream());
    expect(error).toMatchObject({ code: 'vendor', kind: 'rate-limit', message: 'slow down' });
    expect(seen).toContain('text-delta');
    expect(seen).not.toContain('finish');
  });

  test.each([
    ['ends without a finish', (response: ServerResponse) => response.end()],
    ['breaks', (response: ServerResponse) => response.destroy()],
    ['ends in mid-chunk', (response: ServerResponse) => response.end('data: {"candidates"')],
    ['holds what is no JSON', (response: ServerResponse) => response.end('data: {"candidates": nonsense}\n\n')],
  ])('an answer that %s is a transport error', async (_title, end) => {
    play = async (response) => {
      begin(response);
      say(response, chunk([{ functionCall: { name: 'f', args: {} } }]));
      await wait(30);
      end(response);
    };
    const { error, seen } = await failureOf(stream());
    expect(error).toBeInstanceOf(TransportError);
    expect(seen).not.toContain('finish');
  });

  test('an abort in mid-answer ends it with the signal’s reason and closes the connection', async () => {
    play = endless;
    const stop = new AbortController();
    const reason = new Error('enough');
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { type } of stream(stop.signal)) {
        seen.push(type);
        if (seen.length === 5) stop.abort(reason);
      }
    })();
    await expect(reading).rejects.toBe(reason);
    expect(await settled(() => cut, 1)).toBe(1);
  });

  test('an abort while the vendor says nothing does so too, and before it nothing is asked', async () => {
    play = begin;
    const stop = new AbortController();
    setTimeout(() => stop.abort('late'), 30);
    expect((await failureOf(stream(stop.signal))).error).toBe('late');
    expect(await settled(() => cut, 1)).toBe(1);
    expect((await failureOf(stream(stop.signal))).error).toBe('late');
    expect(asked).toHaveLength(1);
  });

  test('a loop that is left closes the connection, and leaves no listener, timer or socket', async () => {
    play = endless;
    const before = timers();
    const stop = new AbortController();
    const added = vi.spyOn(stop.signal, 'addEventListener');
    const removed = vi.spyOn(stop.signal, 'removeEventListener');
    for await (const { type } of stream(stop.signal)) if (type === 'text-delta') break;
    expect(await settled(() => cut, 1)).toBe(1);
    expect(await settled(resources, idle)).toEqual(idle);
    expect(await settled(() => timers() <= before, true)).toBe(true);
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
  });

  test('an answer that was read to its end leaves nothing either', async () => {
    play = (response) => {
      begin(response);
      say(response, chunk([{ text: 'a' }], { finishReason: 'STOP' }));
      response.end();
    };
    expect(await failureOf(stream())).toMatchObject({ error: undefined });
    expect(await settled(resources, idle)).toEqual(idle);
    expect(cut).toBe(0);
  });
});

test('a client that cannot stream is told so', async () => {
  const client: GoogleClient = { models: { generateContent: async () => ({}) } };
  const { error } = await failureOf(modelOver(() => client).stream(request));
  expect(error).toMatchObject({ message: expect.stringContaining('generateContentStream') });
});
