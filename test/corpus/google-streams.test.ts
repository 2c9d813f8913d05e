import { type GenerateContentResponse, GoogleGenAI } from '@google/genai';
import { GoogleGenerativeAI } from '@google/generative-ai';
import { collect, eventsOf, printSse, type Response, type SseEvent, type StreamEvent, toolCallsOf } from '@toolglot/core';
import { type GoogleClient, google } from '@toolglot/google';
import { googleGenerateContent } from '@toolglot/google/codec';
import { afterEach, expect, test, vi } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';
import { readStream, streamOf } from './read-google-stream.ts';

const { decodeResponse, normalize } = googleGenerateContent;

afterEach(() => {
  vi.unstubAllGlobals();
});

for (const name of ['google', 'vertex'] as const) {
  describeShared(`recorded streams: ${name}`, `corpus/open/${name}-generateContent.jsonl`, (path) => {
    const streams = readJsonLines(path).flatMap(streamOf);

    test('there is traffic to test', () => {
      expect(streams.length).toBeGreaterThan(0);
    });

    test('say what an independent reading of their chunks says', async () => {
      for (const { id, chunks } of streams) {
        const answer = await collect(decode(chunks));
        expect({ id, ...readDecoded(answer) }).toEqual({ id, ...readStream(chunks) });
        expect(toolCallsOf(answer.message).flatMap(({ fault }) => fault ?? [])).toEqual([]);
      }
    });

    test('tell of each part in pieces that make it', () => {
      for (const { id, chunks } of streams) {
        const events = decode(chunks);
        expect({ id, said: said(events) }).toEqual({ id, said: whole(events) });
      }
    });

    test('that came in one chunk are the answer that it is as a whole', async () => {
      const short = streams.filter(({ chunks }) => chunks.length === 1 && !JSON.stringify(chunks).includes('partialArgs'));
      expect(short.length).toBeGreaterThan(0);
      for (const { chunks } of short) expect(await collect(decode(chunks))).toEqual(decodeResponse(chunks[0]));
    });

    test('are the same when they come in one list', () => {
      for (const { chunks } of streams) expect(decode([chunks])).toEqual(decode(chunks));
    });

    test('end with no answer where they are cut before their finish', () => {
      for (const { id, chunks } of streams) {
        const last = decode(chunks.filter((chunk) => !JSON.stringify(chunk).includes('"finishReason"'))).at(-1);
        expect({ id, last }).toMatchObject({ id, last: { type: 'error', error: { code: 'transport' } } });
      }
    });

    test.each(Object.entries(clients))('are the same through %s', async (_client, make) => {
      for (const { id, sent, chunks } of streams) {
        const model = google('gemini-3-pro', {
          client: make(
            name === 'vertex',
            sent.map((data) => ({ data })),
          ),
        });
        const events: StreamEvent[] = [];
        for await (const event of model.stream?.(question) ?? []) events.push(event);
        const decoder = googleGenerateContent.decodeStream?.({ profile: model.profile });
        const own = [...chunks.flatMap((chunk) => decoder?.push(chunk) ?? []), ...(decoder?.end() ?? [])];
        expect({ id, answer: await collect(events) }).toEqual({ id, answer: await collect(own) });
      }
    });

    test('are the same answer when they are written and read again', async () => {
      for (const { id, chunks } of streams) {
        const answer = await collect(decode(chunks));
        for (const events of [decode(chunks), eventsOf(answer)]) {
          const back = await collect(decode(encode(events).map(({ data }) => JSON.parse(data))));
          expect({ id, answer: back }).toEqual({ id, answer: normalize(answer) });
        }
      }
    });

    test("are read by the vendor's own client when they are written again, as they were", async () => {
      for (const { id, chunks, sent } of streams) {
        const written = encode(decode(chunks));
        const [first, again] = [await readByClient(sent.map((data) => ({ data }))), await readByClient(written)];
        expect({ id, text: again.text, thoughts: again.thoughts, finish: again.finish }).toEqual({
          id,
          text: first.text,
          thoughts: first.thoughts,
          finish: first.finish,
        });
        expect(again.calls).toEqual(readStream(chunks).calls.map(({ name: called, args }) => ({ name: called, args })));
      }
    });
  });
}

const question = { messages: [{ role: 'user', content: [{ type: 'text', text: '?' }] }] } as const;

function decode(chunks: readonly unknown[]): readonly StreamEvent[] {
  const decoder = googleGenerateContent.decodeStream?.();
  return decoder ? [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()] : [];
}

function encode(events: readonly StreamEvent[]): readonly SseEvent[] {
  const encoder = googleGenerateContent.encodeStream?.();
  return encoder ? [...events.flatMap((event) => encoder.push(event)), ...encoder.end()] : [];
}

/** the texts of parts by their keys: of their pieces, and of their ends. */
function said(events: readonly StreamEvent[]) {
  const keys = events.flatMap((event) => ('key' in event ? [event.key] : []));
  const pieces = new Map(keys.map((key) => [key, '']));
  for (const event of events) if ('text' in event) pieces.set(event.key, (pieces.get(event.key) ?? '') + event.text);
  return Object.fromEntries(pieces);
}

function whole(events: readonly StreamEvent[]) {
  const ends = events.flatMap((event) => ('key' in event && 'part' in event ? [event] : []));
  return Object.fromEntries(
    ends.map(({ key, part }) => [key, part.type === 'tool-call' ? JSON.stringify(part.args) : part.text]),
  );
}

function readDecoded({ message, finish, usage }: Response) {
  const texts = (type: 'text' | 'reasoning') => message.content.flatMap((part) => (part.type === type ? [part.text] : []));
  return {
    calls: toolCallsOf(message).map(({ id, name, args, minted }) => ({ id: minted ? 'made' : id, name, args })),
    text: texts('text').join(''),
    reasoning: texts('reasoning').join(''),
    signatures: message.content.flatMap(({ vendor }) => vendor?.['google-generate-content']?.signature ?? []),
    finish: finish.reason,
    usage,
  };
}

const serve = (events: readonly SseEvent[]) => async () =>
  new globalThis.Response(events.map(printSse).join(''), { headers: { 'content-type': 'text/event-stream' } });

const clients: Readonly<Record<string, (vertexai: boolean, events: readonly SseEvent[]) => GoogleClient>> = {
  GoogleGenAI: (vertexai, events) => new GoogleGenAI({ apiKey: 'key', vertexai, httpOptions: { fetch: serve(events) } }),
  GoogleGenerativeAI: (_vertexai, events) => {
    vi.stubGlobal('fetch', serve(events));
    return new GoogleGenerativeAI('key');
  },
};

/** what the newer client makes of a stream, by what it offers on its chunks. */
async function readByClient(events: readonly SseEvent[]) {
  const client = new GoogleGenAI({ apiKey: 'key', vertexai: true, httpOptions: { fetch: serve(events) } });
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of await client.models.generateContentStream({ model: 'gemini-3-pro', contents: '?' }))
    chunks.push(chunk);
  const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const texts = (isThought: boolean) =>
    parts.flatMap(({ text, thought = false }) => (text && thought === isThought ? [text] : []));
  const calls = chunks.flatMap(({ functionCalls }) => functionCalls ?? []);
  return {
    text: texts(false).join(''),
    thoughts: texts(true).join(''),
    calls: calls.flatMap(({ name, args = {} }) => (name ? [{ name, args }] : [])),
    finish: chunks.flatMap(({ candidates }) => candidates?.[0]?.finishReason ?? []).at(-1),
  };
}
