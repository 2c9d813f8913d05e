import { Anthropic } from '@anthropic-ai/sdk';
import { anthropicMessages } from '@toolglot/anthropic/codec';
import {
  collect,
  eventsOf,
  isJsonObject,
  type Json,
  type JsonObject,
  printSse,
  type Response,
  type StreamEvent,
} from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import { describe, expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';

const { decodeStream, encodeStream, decodeResponse, normalize } = anthropicMessages;

interface Recorded {
  readonly id: string;
  readonly payloads: readonly JsonObject[];
}

/** The events of a recorded stream; Bedrock wraps each of them in bytes. Streams of other formats have none of ours. */
function recordedIn(line: unknown): readonly Recorded[] {
  const { id, response } = readObject(line);
  const payloads = readList(readObject(response).events).flatMap((event) => {
    const { data } = readObject(event);
    return typeof data === 'string' ? [unwrapped(readObject(JSON.parse(data)))] : [];
  });
  return payloads.some(({ type }) => type === 'message_start') ? [{ id: String(id), payloads }] : [];
}

const unwrapped = (payload: JsonObject): JsonObject =>
  typeof payload.bytes === 'string' ? readObject(JSON.parse(Buffer.from(payload.bytes, 'base64').toString())) : payload;

const decode = (payloads: readonly unknown[]): readonly StreamEvent[] => {
  const decoder = decodeStream();
  return [...payloads.flatMap((payload) => decoder.push(payload)), ...decoder.end()];
};

const print = (events: readonly StreamEvent[]): string => {
  const encoder = encodeStream();
  return [...events.flatMap((event) => encoder.push(event)), ...encoder.end()].map(printSse).join('');
};

/** What the vendor's own client makes of a stream. */
async function accumulated(text: string): Promise<JsonObject> {
  const fetch = async () => new globalThis.Response(text, { headers: { 'content-type': 'text/event-stream' } });
  const client = new Anthropic({ apiKey: 'test', fetch, maxRetries: 0 });
  const message = await client.messages.stream({ model: 'm', max_tokens: 1, messages: [] }).finalMessage();
  const { parsed_output: _parsed, ...plain } = readObject(JSON.parse(JSON.stringify(message)));
  const content = readList(plain.content).map((block) => {
    const { parsed_output: _own, ...rest } = readObject(block);
    return rest;
  });
  return { ...plain, content };
}

const printed = (payloads: readonly JsonObject[]) =>
  payloads.map((payload) => printSse({ event: String(payload.type), data: JSON.stringify(payload) })).join('');

/** An independent reading: texts, calls, thoughts, counters and the end, straight from the events. */
function readingOf(payloads: readonly JsonObject[]) {
  const starts = payloads.filter(({ type }) => type === 'content_block_start');
  const joined = (index: Json | undefined, kind: string, name: string) =>
    payloads
      .filter(({ type, index: at, delta }) => type === 'content_block_delta' && at === index && readObject(delta).type === kind)
      .map(({ delta }) => String(readObject(delta)[name]))
      .join('');
  const ofType = (wanted: string) => starts.filter(({ content_block: block }) => readObject(block).type === wanted);
  const delta = payloads.findLast(({ type }) => type === 'message_delta');
  const start = readObject(readObject(payloads.find(({ type }) => type === 'message_start')).message);
  const counters = [start.usage, ...payloads.flatMap(({ type, usage }) => (type === 'message_delta' ? [usage ?? null] : []))];
  const counter = (name: string) =>
    counters.map((usage) => readObject(usage)[name]).findLast((count) => typeof count === 'number');
  const inputs = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map(counter);
  return {
    id: start.id,
    model: start.model,
    texts: ofType('text').map(
      ({ index, content_block: block }) => String(readObject(block).text) + joined(index, 'text_delta', 'text'),
    ),
    thoughts: ofType('thinking').map(({ index }) => joined(index, 'thinking_delta', 'thinking')),
    signatures: ofType('thinking').map(({ index }) => joined(index, 'signature_delta', 'signature')),
    calls: ofType('tool_use').map(({ index, content_block: block }) => {
      const { id, name } = readObject(block);
      return { id, name, args: JSON.parse(joined(index, 'input_json_delta', 'partial_json') || '{}') };
    }),
    input: inputs.reduce<number>((sum, count) => sum + Number(count ?? 0), 0),
    output: counter('output_tokens'),
    raw: readObject(delta?.delta).stop_reason,
  };
}

/** The same of the answer that we read. */
function readingIn({ message, usage, finish, id, model }: Response) {
  const { content } = message;
  const thoughts = content.flatMap((part) => (part.type === 'reasoning' ? [part] : []));
  const shown = thoughts.filter(({ vendor }) => vendor?.['anthropic-messages']?.fields?.data === undefined);
  return {
    id,
    model,
    texts: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    thoughts: shown.map(({ text }) => text),
    signatures: shown.map(({ vendor }) => readText(vendor?.['anthropic-messages']?.fields?.signature)),
    calls: content.flatMap((part) => (part.type === 'tool-call' ? [{ id: part.id, name: part.name, args: part.args }] : [])),
    input: usage?.input,
    output: usage?.output,
    raw: finish.raw,
  };
}

describeShared('recorded streams', 'corpus/open', (folder) => {
  const files = ['anthropic-messages.jsonl', 'bedrock-invoke.jsonl'];
  const streams = files.flatMap((name) => readJsonLines(`${folder}/${name}`)).flatMap(recordedIn);

  test('there are some', () => {
    expect(streams).not.toEqual([]);
  });

  describe.each(streams)('$id', ({ payloads }) => {
    const events = decode(payloads);

    test('says what an independent reading of its events finds', async () => {
      expect(readingIn(await collect(events))).toEqual(readingOf(payloads));
    });

    test('tells of each text and each call in the pieces that came', () => {
      const pieces = (kind: string, name: string) =>
        payloads
          .filter(({ delta }) => readObject(delta).type === kind)
          .map(({ delta }) => readObject(delta)[name])
          .filter(Boolean);
      const told = (kind: StreamEvent['type']) =>
        events.flatMap((event) => (event.type === kind && 'text' in event ? [event.text] : []));
      expect(told('text-delta')).toEqual(pieces('text_delta', 'text'));
      expect(told('tool-call-delta')).toEqual(pieces('input_json_delta', 'partial_json'));
      expect(told('reasoning-delta')).toEqual(pieces('thinking_delta', 'thinking'));
    });

    test("is the answer that the vendor's client makes of it", async () => {
      expect(await collect(events)).toEqual(decodeResponse(await accumulated(printed(payloads))));
    });

    test("written again, makes the same of the vendor's client", async () => {
      const original = await accumulated(printed(payloads));
      expect(await accumulated(print(events))).toEqual(original);
      expect(await accumulated(print(eventsOf(await collect(events))))).toEqual(original);
    });

    test('written again, is read as the same answer', async () => {
      const answer = await collect(events);
      const again = print(events)
        .split('\n')
        .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []));
      expect(await collect(decode(again))).toEqual(normalize(answer));
      expect(normalize(answer)).toEqual(answer);
    });
  });
});

describeShared('recorded whole answers', 'corpus/open', (folder) => {
  const bodies = readJsonLines(`${folder}/anthropic-messages.jsonl`).flatMap((line) => {
    const { body } = readObject(readObject(readObject(line).response));
    return isJsonObject(body) && Array.isArray(body.content) ? [{ id: String(readObject(line).id), body }] : [];
  });

  test.each(bodies)('$id, streamed, is the same answer, to us and to the client', async ({ body }) => {
    const answer = decodeResponse(body);
    const text = print(eventsOf(answer));
    const payloads = text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []));
    expect(await collect(decode(payloads))).toEqual(normalize(answer));
    expect(decodeResponse(await accumulated(text)).message.content).toEqual(normalize(answer).message.content);
  });
});
