import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AssistantPart } from '../ir/message.ts';
import type { Response } from '../ir/response.ts';
import type { StreamEvent } from '../ir/stream-event.ts';
import type { FunctionTool, ToolSpec } from '../ir/tool.ts';
import type { JsonObject } from '../json/json.ts';
import { calls, results, target, user } from '../lower/lower.fixtures.ts';
import { lower } from '../lower/lower.ts';
import { compileSchema } from '../schema/compile-schema.ts';
import { dialects } from '../schema/dialect.ts';
import { collect, collector } from './collect.ts';
import { eventsOf } from './events-of.ts';
import { raiseEvents } from './raise-events.ts';
import { parseSse, printSse, type SseEvent } from './sse.ts';

const runs = { numRuns: Number(process.env.TOOLGLOT_RUNS ?? 100) };
const answer = (...content: readonly AssistantPart[]): Response => ({
  message: { role: 'assistant', content, finish: 'tool-calls' },
  finish: { reason: 'tool-calls', raw: 'tool_calls' },
  usage: { input: 1, output: 2 },
  id: 'r',
  model: 'm',
});
const text = fc.string({ unit: 'grapheme' });
const name = fc.constantFrom('get_weather', 'weather_get', 'functions.get_weather', 'parallel', 'nobody');
const part: fc.Arbitrary<AssistantPart> = fc.oneof(
  text.map((of) => ({ type: 'text', text: of }) as const),
  text.map((of) => ({ type: 'reasoning', text: of }) as const),
  text.map((of) => ({ type: 'refusal', text: of }) as const),
  fc.record({
    type: fc.constant('tool-call' as const),
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    name,
    args: fc.record({ city: text }),
  }),
);
const parts = fc.uniqueArray(part, { selector: (of) => ('id' in of ? of.id : of), maxLength: 6 });
const tools: readonly ToolSpec[] = [
  { type: 'function', name: 'get_weather', input: { type: 'object', properties: { city: { type: 'string' } } } },
  { type: 'function', name: 'weather.get' },
];

test('the events of an answer fold into it again, however small its pieces are', async () => {
  await fc.assert(
    fc.asyncProperty(parts, fc.integer({ min: 1, max: 30 }), async (content, size) => {
      expect(await collect(eventsOf(answer(...content), { size }))).toEqual(answer(...content));
    }),
    runs,
  );
});

test('to raise the events and to raise what they fold into is the same', async () => {
  const lowered = lower({ messages: [user('?'), calls('a'), results('a'), user('?')], tools }, target());
  const wrapper: AssistantPart = {
    type: 'tool-call',
    id: 'w',
    name: 'parallel',
    args: { tool_uses: [0, 1].map(() => ({ recipient_name: 'functions.get_weather', parameters: { city: '上海' } })) },
  };
  await fc.assert(
    fc.asyncProperty(parts, fc.boolean(), async (content, isWrapped) => {
      const whole = answer(...content, ...(isWrapped ? [wrapper] : []));
      const raise = raiseEvents(lowered, tools);
      expect(await collect(eventsOf(whole).flatMap(raise))).toEqual(lowered.raise(whole));
    }),
    runs,
  );
});

test('a call that is not known to be one is told of when it has ended', () => {
  const raise = raiseEvents(lower({ messages: [user('?')], tools }, target()), tools);
  const call = (id: string, of: string) => ({ type: 'tool-call', id, name: of, args: { city: 'x' } }) as const;
  const events = eventsOf(answer(call('a', 'functions.get_weather'), call('b', 'nobody')));
  const kinds = events.map((event) => [event.type, raise(event).map(({ type }) => type)]);
  expect(kinds.slice(1, -2)).toEqual([
    ['tool-call-start', ['tool-call-start']],
    ['tool-call-delta', ['tool-call-delta']],
    ['tool-call-end', ['tool-call-end']],
    ['tool-call-start', []],
    ['tool-call-delta', []],
    ['tool-call-end', ['tool-call-start', 'tool-call-delta', 'tool-call-end']],
  ]);
});

const express = ({ input = {} }: FunctionTool, args: JsonObject) =>
  compileSchema(input, dialects['anthropic-loose']).express(args) ?? {};

test('the arguments of a call are there while it is written, under their own names', async () => {
  const odd: FunctionTool = {
    type: 'function',
    name: 'weigh',
    input: { type: 'object', properties: { 'weight (kg)': { type: 'number' }, note: { type: 'string' } } },
  };
  const lowered = lower({ messages: [user('?')], tools: [odd] }, target({ schema: { dialect: 'anthropic-loose' } }));
  const [renamed = ''] = Object.keys(express(odd, { 'weight (kg)': 1 }));
  const call = { type: 'tool-call', id: 'a', name: 'weigh', args: { [renamed]: 20, note: 'as far as it goes' } } as const;
  const seen: unknown[] = [];
  for (const event of eventsOf(answer(call)).flatMap(raiseEvents(lowered, [odd])))
    if (event.type === 'tool-call-delta') seen.push(structuredClone(await event.partialArgs?.()));
  expect(renamed).not.toBe('weight (kg)');
  expect(seen.at(-1)).toEqual({ 'weight (kg)': 20, note: 'as far as it goes' });
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.slice(0, -1)).toContainEqual(expect.objectContaining({ 'weight (kg)': 20 }));
});

test('of an answer that broke off, what was written is there, and no call that had not ended', async () => {
  const whole: readonly StreamEvent[] = eventsOf(
    answer({ type: 'text', text: 'one two' }, { type: 'tool-call', id: 'a', name: 'f', args: {} }),
  );
  const fold = collector();
  for (const event of whole.slice(0, 5)) fold.push(event);
  expect(fold.response()).toMatchObject({
    message: { content: [{ type: 'text', text: 'one two' }], finish: 'aborted' },
    finish: { reason: 'aborted' },
  });
  await expect(collect([...whole.slice(0, 4), { type: 'error', error: new TypeError('lost') as never }])).rejects.toThrow('lost');
});

async function* chunksOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  for (const [index, end] of [...ends, bytes.length].entries()) yield bytes.slice(ends[index - 1] ?? 0, end);
}

async function read(source: AsyncIterable<Uint8Array | string>): Promise<readonly SseEvent[]> {
  const found: SseEvent[] = [];
  for await (const event of parseSse(source)) found.push(event);
  return found;
}

test('events are read as they were printed, wherever their bytes are cut', async () => {
  const event = fc.record(
    { event: fc.constantFrom('ping', '消息'), data: fc.constantFrom('{"a":"北京"}', 'a\nb', '[DONE]', '') },
    { requiredKeys: ['data'] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 4 }), fc.array(fc.nat(), { maxLength: 8 }), async (events, cuts) => {
      const bytes = new TextEncoder().encode(events.map(printSse).join(''));
      expect(await read(chunksOf(bytes, cuts))).toEqual(events);
    }),
    runs,
  );
});

test('any line ends, comments, no blank behind the colon, and no blank line at the end', async () => {
  const sent = ': hello\r\n\r\ndata:{"a":\r\ndata: 1}\r\nid: 7\r\n\r\n: OPENROUTER PROCESSING\n\nevent: x\rdata: 2\r\rdata: 3';
  const bytes = new TextEncoder().encode(sent);
  const events = [{ data: '{"a":\n1}', id: '7' }, { event: 'x', data: '2' }, { data: '3' }];
  for (let cut = 0; cut <= bytes.length; cut++)
    expect((await read(chunksOf(bytes, [cut]))).map(({ id: _id, ...rest }) => rest)).toEqual(
      events.map(({ id: _id, ...rest }) => rest),
    );
});
