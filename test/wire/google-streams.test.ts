import { GoogleGenAI } from '@google/genai';
import { GoogleGenerativeAI } from '@google/generative-ai';
import {
  collect,
  type Json,
  type JsonObject,
  type Response,
  type StreamEvent,
  TransportError,
  toolCallsOf,
} from '@toolglot/core';
import { type GoogleClient, google } from '@toolglot/google';
import { googleGenerateContent } from '@toolglot/google/codec';
import { afterEach, describe, expect, test, vi } from 'vitest';

/** The assertions about streams of Gemini, each under its number. */
function read(...chunks: readonly unknown[]): readonly StreamEvent[] {
  const decoder = googleGenerateContent.decodeStream?.();
  return decoder ? [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()] : [];
}

const say = (parts: Json, more: JsonObject = {}): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
});
const stop = (...parts: readonly JsonObject[]) => say(parts, { finishReason: 'STOP' });
const call = (n: number) => ({ functionCall: { name: 'f', args: { n } } });
const argsIn = ({ message }: Response) => toolCallsOf(message).map(({ args }) => args);

const clients: Readonly<Record<string, () => GoogleClient>> = {
  'GoogleGenAI for AI Studio': () => new GoogleGenAI({ apiKey: 'key' }),
  'GoogleGenAI for Vertex': () => new GoogleGenAI({ vertexai: true, apiKey: 'key' }),
  GoogleGenerativeAI: () => new GoogleGenerativeAI('key'),
};

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What a model over a client makes of bytes that come in two pieces. */
async function answerOf(client: () => GoogleClient, text: string, cut = 0): Promise<Response> {
  const bytes = new TextEncoder().encode(text);
  const body = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of [bytes.slice(0, cut), bytes.slice(cut)]) controller.enqueue(piece);
        controller.close();
      },
    });
  vi.stubGlobal('fetch', async () => new globalThis.Response(body(), { headers: { 'content-type': 'text/event-stream' } }));
  const model = google('gemini-3-pro-preview', { client: client() });
  return collect(model.stream?.({ messages: [{ role: 'user', content: [{ type: 'text', text: '?' }] }] }) ?? []);
}

test('G31: calls in two chunks and a text are one message, in their order; those in one chunk stay distinct', async () => {
  const answer = await collect(read(say([{ text: 'I look.' }]), say([call(1), call(2)]), stop(call(3))));
  expect(answer.message.content.map(({ type }) => type)).toEqual(['text', 'tool-call', 'tool-call', 'tool-call']);
  expect(argsIn(answer)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('G32: a signature on an empty last text stays on its own part, and reading goes on behind the finish', async () => {
  const last = { text: '', thoughtSignature: 'S' };
  const { message, finish } = await collect(read(say([{ text: 'a' }], { finishReason: 'STOP' }), say([last]), say([call(1)])));
  expect(message.content).toMatchObject([
    { type: 'text', text: 'a' },
    { type: 'text', text: '', vendor: { 'google-generate-content': { signature: 'S' } } },
    { type: 'tool-call', args: { n: 1 } },
  ]);
  expect(message.content[0]).not.toHaveProperty('vendor');
  expect(finish.reason).toBe('tool-calls');
});

test('G33: arguments by their places are one call; paths may have quotes and brackets, and none leads to what objects share', async () => {
  const piece = (...partialArgs: readonly JsonObject[]) => say([{ functionCall: { partialArgs, willContinue: true } }]);
  const open = say([{ functionCall: { name: 'f', willContinue: true } }]);
  const end = stop({ functionCall: {} });
  const pieces = [
    piece({ jsonPath: '$.a', stringValue: 'x', willContinue: true }),
    piece({ jsonPath: '$.a', stringValue: 'y' }, { jsonPath: '$.b[0]', numberValue: 1 }),
  ];
  expect(argsIn(await collect(read(open, ...pieces, end)))).toEqual([{ a: 'xy', b: [1] }]);
  const quoted = piece({ jsonPath: `$['a b']["c"]`, boolValue: true });
  expect(argsIn(await collect(read(open, quoted, end)))).toEqual([{ 'a b': { c: true } }]);
  const shared = await collect(read(open, piece({ jsonPath: '$.__proto__.x', numberValue: 1 }), end));
  expect(toolCallsOf(shared.message)).toMatchObject([{ args: {}, fault: { code: 'invalid-json' } }]);
  expect({}).not.toHaveProperty('x');
});

test('G34: the counts of the last chunk count', async () => {
  const usage = (candidatesTokenCount: number) => ({
    usageMetadata: { promptTokenCount: 100, cachedContentTokenCount: 40, candidatesTokenCount, thoughtsTokenCount: 5 },
  });
  const answer = await collect(read({ ...say([{ text: 'a' }]), ...usage(1) }, { ...stop({ text: 'b' }), ...usage(10) }));
  expect(answer.usage).toEqual({ input: 100, cachedInput: 40, output: 15, reasoning: 5 });
});

test('G35: thoughts and answer are joined apart from each other', async () => {
  const thought = (text: string) => ({ text, thought: true });
  const { message } = await collect(read(say([thought('a')]), say([thought('b')]), say([{ text: 'c' }]), stop({ text: 'd' })));
  expect(message.content).toEqual([
    { type: 'reasoning', text: 'ab' },
    { type: 'text', text: 'cd' },
  ]);
});

test('G37: an error in mid-stream is the error of the answer', () => {
  const events = read(say([call(1)]), { error: { code: 503, message: 'away', status: 'UNAVAILABLE' } });
  expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'vendor', kind: 'overloaded', message: 'away' } });
});

test('G38: an end without any finish reason is no answer', async () => {
  await expect(collect(read(say([call(1)])))).rejects.toThrow(TransportError);
});

describe.each(Object.entries(clients))('over %s', (_name, client) => {
  const chunks = [say([{ text: '晴' }]), say([call(1), call(2)]), stop({ text: '', thoughtSignature: 'S' })];
  const sse = (lineEnd: string) => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}${lineEnd}${lineEnd}`).join('');

  test('G31: parallel calls stay distinct, since the joined answer of the client is never used', async () => {
    expect(argsIn(await answerOf(client, sse('\n')))).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('G37: line ends of either kind, and bytes cut anywhere, make no difference', async () => {
    const expected = await answerOf(client, sse('\n'));
    const at = new TextEncoder().encode(sse('\r\n').slice(0, sse('\r\n').indexOf('晴'))).length;
    for (const cut of [1, at, at + 1, at + 2, at + 40, sse('\r\n').length - 2])
      expect(await answerOf(client, sse('\r\n'), cut)).toEqual(expected);
  });

  test('G38: an end without any finish reason is no answer', async () => {
    await expect(answerOf(client, `data: ${JSON.stringify(chunks[0])}\n\n`)).rejects.toThrow(TransportError);
  });
});
