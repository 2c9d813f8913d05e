import { readdirSync } from 'node:fs';
import {
  type AssistantMessage,
  collect,
  eventsOf,
  isJsonObject,
  type JsonObject,
  printSse,
  type Response,
  type SseEvent,
  type StreamEvent,
  VendorError,
} from '@toolglot/core';
import { openaiResponses } from '@toolglot/openai/codec';
import { OpenAI } from 'openai';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';
import { at, list } from './read-responses.ts';
import { isContradictory, itemsDone, readStream } from './read-responses-stream.ts';

const { decodeResponse, normalize } = openaiResponses;

describeShared('recorded Responses streams', 'corpus/open', (folder) => {
  const files = readdirSync(folder).filter((name) => name.endsWith('-responses.jsonl'));
  const streams = files.flatMap((name) => readJsonLines(`${folder}/${name}`)).flatMap(streamOf);
  const failed = streams.filter(({ chunks }) => chunks.some((chunk) => at(chunk, 'type') === 'error'));
  const answers = streams.filter((stream) => !failed.includes(stream));

  test('there is traffic to test', () => {
    expect(Math.min(answers.length, failed.length)).toBeGreaterThan(0);
  });

  test('say what an independent reading of their chunks says', async () => {
    for (const { id, chunks } of answers) {
      const events = decode(chunks);
      const { message, finish, usage } = await collect(events);
      const calls = message.content.flatMap((part) => (part.type === 'tool-call' ? [[part.id, part.name, part.argsText]] : []));
      const said = {
        id,
        calls,
        text: texts(message, 'text'),
        reasoning: texts(message, 'reasoning'),
        usage,
        finish: finish.reason,
      };
      expect(said).toEqual({ id, ...readStream(chunks) });
      if (!isContradictory(chunks)) expect(told(events)).toEqual(whole(events));
    }
  });

  test('are the answer that the whole one at their end would be, with the items as they were when they were done', async () => {
    for (const { id, chunks } of answers) {
      const last = chunks.findLast((chunk) => isJsonObject(at(chunk, 'response')));
      const body = { ...members(at(last, 'response')), id: at(chunks[0], 'response', 'id'), output: itemsDone(chunks) };
      const comparable = isRenamed(chunks) ? withoutLinks : (answer: Response) => answer;
      expect({ id, answer: comparable(await collect(decode(chunks))) }).toEqual({ id, answer: comparable(decodeResponse(body)) });
    }
  });

  test("are the answer that the vendor's own client makes of them, but for what it is sealed with", async ({ annotate }) => {
    const read = await Promise.all(answers.map(async (stream) => ({ ...stream, final: await accumulate(stream.events) })));
    const readable = read.filter(({ final }) => isJsonObject(final));
    annotate(`read by the vendor's own client: ${readable.length}/${answers.length}`);
    expect(readable.length).toBeGreaterThan(0);
    for (const { id, chunks, final } of readable) {
      const mine = await collect(decode(chunks));
      expect({ id, said: spoken(mine) }).toEqual({ id, said: spoken(decodeResponse(final)) });
    }
  });

  test("are read by the vendor's own client when they are written again, as the same answer", async () => {
    for (const { id, chunks } of answers) {
      const answer = await collect(decode(chunks));
      for (const events of [decode(chunks), eventsOf(answer)]) {
        const final = await accumulate(encode(events));
        expect({ id, said: spoken(decodeResponse(final)) }).toEqual({ id, said: spoken(normalize(answer)) });
      }
    }
  });

  test('are the same answer when they are written and read again', async () => {
    for (const { id, chunks } of answers) {
      const answer = await collect(decode(chunks));
      const comparable = isRenamed(chunks) ? withoutLinks : (one: Response) => one;
      for (const events of [decode(chunks), eventsOf(answer)]) {
        const back = await collect(decode(encode(events).map(({ data }) => JSON.parse(data))));
        expect({ id, answer: comparable(back) }).toEqual({ id, answer: comparable(normalize(answer)) });
      }
    }
  });

  test('that speak of an error end with it, of the kind that it is', () => {
    for (const { chunks } of failed) {
      const last = decode(chunks).at(-1);
      const error = last?.type === 'error' ? last.error : undefined;
      const said = chunks.find((chunk) => at(chunk, 'type') === 'error');
      expect(error).toBeInstanceOf(VendorError);
      expect(error).toMatchObject({ message: at(said, 'error', 'message'), vendorCode: at(said, 'error', 'code') });
      expect(error).not.toMatchObject({ kind: 'unknown' });
    }
  });
});

interface Stream {
  readonly id: string;
  readonly events: readonly SseEvent[];
  readonly chunks: readonly JsonObject[];
}

function streamOf(line: unknown): readonly Stream[] {
  const events = list(at(line, 'response', 'events')).flatMap((event) => {
    const [data, name] = [at(event, 'data'), at(event, 'event')];
    return typeof data === 'string' ? [{ data, ...(typeof name === 'string' && { event: name }) }] : [];
  });
  const chunks = events.filter(({ data }) => data !== '[DONE]').map(({ data }): JsonObject => members(JSON.parse(data)));
  return at(line, 'stream') === true && events.length > 0 ? [{ id: String(at(line, 'id')), events, chunks }] : [];
}

const members = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

function decode(chunks: readonly unknown[]): readonly StreamEvent[] {
  const decoder = openaiResponses.decodeStream?.();
  return decoder ? [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()] : [];
}

function encode(events: readonly StreamEvent[]): readonly SseEvent[] {
  const encoder = openaiResponses.encodeStream?.();
  return encoder ? [...events.flatMap((event) => encoder.push(event)), ...encoder.end()] : [];
}

/** what the vendor's client makes of a stream; its complaint where it makes nothing of it. */
async function accumulate(events: readonly SseEvent[]): Promise<unknown> {
  const headers = { 'content-type': 'text/event-stream' };
  const fetch = async () => new globalThis.Response(events.map(printSse).join(''), { headers });
  const client = new OpenAI({ apiKey: 'test', fetch, logLevel: 'off' });
  try {
    return withoutParsed(JSON.parse(JSON.stringify(await client.responses.stream({ model: 'm', input: '' }).finalResponse())));
  } catch (error) {
    return error;
  }
}

/** the client adds what it parsed, and all of the text. */
function withoutParsed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutParsed);
  if (!isJsonObject(value)) return value;
  const own = Object.entries(value).filter(
    ([key]) => !['parsed', 'parsed_arguments', 'output_parsed', 'output_text'].includes(key),
  );
  return Object.fromEntries(own.map(([key, member]) => [key, withoutParsed(member)]));
}

const texts = ({ content }: AssistantMessage, type: 'text' | 'reasoning') =>
  content.flatMap((part) => (part.type === type ? [part.text] : []));

/** the texts of parts as their pieces say, and as their ends do. */
function told(events: readonly StreamEvent[]) {
  const pieces = new Map<string, string>();
  for (const event of events) if ('text' in event) pieces.set(event.key, (pieces.get(event.key) ?? '') + event.text);
  return Object.fromEntries(pieces);
}

function whole(events: readonly StreamEvent[]) {
  const ends = events.flatMap((event) => ('key' in event && 'part' in event ? [[event.key, textOf(event.part)] as const] : []));
  return Object.fromEntries(ends.filter(([, text]) => text !== ''));
}

const textOf = (part: Extract<StreamEvent, { key: string; part: unknown }>['part']) =>
  part.type === 'tool-call' ? (part.argsText ?? '') : part.text;

/** an answer without slots and seals: what is sealed differs between an item that is done and the whole answer. */
function spoken({ message, finish, usage, model }: Response): unknown {
  const content = message.content.map(({ vendor: _vendor, seal: _seal, ...part }) => part);
  return JSON.parse(JSON.stringify({ content, finish, usage, model }), (key, value: unknown) =>
    key === 'encrypted_content' ? undefined : value,
  );
}

/** whether a gateway gives an item another id each time that it speaks of it: then nothing is known by it. */
const isRenamed = (chunks: readonly unknown[]) => {
  const ids = (end: string) =>
    chunks.filter((chunk) => at(chunk, 'type') === `response.output_item.${end}`).map((chunk) => String(at(chunk, 'item', 'id')));
  return ids('added').sort().join() !== ids('done').sort().join();
};

const withoutLinks = (answer: Response): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    ['id', 'before', 'after', 'form', 'seal'].includes(key) ? undefined : value,
  );
