import {
  type AssistantPart,
  collect,
  eventsOf,
  type Finish,
  type Json,
  type JsonObject,
  type Response,
  type StreamEvent,
  sealPart,
} from '@toolglot/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anthropicMessages } from './codec.ts';

const { decodeStream, encodeStream, decodeResponse, encodeResponse, normalize } = anthropicMessages;
const runs = { numRuns: Number(process.env.TOOLGLOT_RUNS ?? 100) };

function decode(payloads: readonly unknown[]): readonly StreamEvent[] {
  const decoder = decodeStream();
  return [...payloads.flatMap((payload) => decoder.push(payload)), ...decoder.end()];
}

function encode(events: readonly StreamEvent[]): readonly Json[] {
  const encoder = encodeStream();
  return [...events.flatMap((event) => encoder.push(event)), ...encoder.end()].map(({ data }) => JSON.parse(data));
}

const text = fc.string({ unit: 'grapheme' });
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const value = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true, maxExcluded: true, max: 1, min: 0 }),
  fc.constant(null),
  fc.array(text),
);
const args = fc
  .dictionary(fc.constantFrom('city', '__proto__', 'n', '单位'), value)
  .map((of): JsonObject => JSON.parse(JSON.stringify(of)));
const fields = fc.constantFrom<JsonObject>({ signature: 'S' }, { signature: 'S', context: 'c' }, { data: 'D' });
const citation = { type: 'char_location', cited_text: '天气', document_index: 0, start_char_index: 0, end_char_index: 2 };
const slotOf = (kept: JsonObject) => ({ vendor: { 'anthropic-messages': { fields: kept } } });

const part: fc.Arbitrary<AssistantPart> = fc.oneof(
  text.map((of) => ({ type: 'text', text: of }) as const),
  text.map((of) => sealPart({ type: 'text', text: of, ...slotOf({ citations: [citation, citation] }) })),
  text.map((of) => ({ type: 'reasoning', text: of }) as const),
  fc.tuple(text, fields).map(([of, kept]) => sealPart({ type: 'reasoning', text: 'data' in kept ? '' : of, ...slotOf(kept) })),
  text.map((of) => ({ type: 'refusal', text: of }) as const),
  fc.record({ type: fc.constant('tool-call' as const), id, name: fc.constantFrom('f', 'g'), args }),
  fc.record({ id, args }).map((of) => ({ type: 'tool-call', name: 'f', caller: { type: 'direct' }, ...of }) as const),
  fc.record({ id, args }).map((of) => ({ type: 'hosted-tool', tool: 'anthropic.web_search', status: 'open', ...of }) as const),
  fc.record({ id, args, result: fc.constantFrom<Json>([], { type: 'x_error' }) }).map((of) => {
    const status = Array.isArray(of.result) ? ('done' as const) : ('error' as const);
    return { type: 'hosted-tool', tool: 'anthropic.web_fetch', status, ...of } as const;
  }),
  fc.constant({ type: 'hosted-tool', id: 'x', tool: 'other.search', args: {}, status: 'open' } as const),
  fc.constant({ type: 'opaque', codec: 'anthropic-messages', value: { type: 'compaction', content: '…' } } as const),
);
const finish = fc.constantFrom<Finish>(
  { reason: 'stop', raw: 'stop_sequence' },
  { reason: 'length' },
  { reason: 'tool-calls', raw: 'tool_calls' },
  { reason: 'pause', raw: 'pause_turn' },
  { reason: 'other' },
);
const usage = fc.record({ input: fc.nat(), output: fc.nat(), reasoning: fc.nat() }, { requiredKeys: ['input', 'output'] });
const response: fc.Arbitrary<Response> = fc
  .record(
    {
      content: fc.uniqueArray(part, { selector: (of) => ('id' in of ? of.id : of), maxLength: 6 }),
      finish,
      usage,
      id: fc.constant('msg_1'),
      model: fc.constant('claude-opus-5'),
    },
    { requiredKeys: ['content', 'finish'] },
  )
  .map(({ content, ...rest }) => ({ message: { role: 'assistant', content, finish: rest.finish.reason }, ...rest }));
const size = fc.integer({ min: 1, max: 30 });

test('what is read of a written stream is what this format can say of the answer', async () => {
  await fc.assert(
    fc.asyncProperty(response, size, fc.boolean(), async (of, pieces, isOwn) => {
      const answer = isOwn ? normalize(of) : of;
      expect(await collect(decode(encode(eventsOf(answer, { size: pieces }))))).toEqual(normalize(answer));
    }),
    runs,
  );
});

test('a streamed answer is the answer that its body is in one piece', async () => {
  await fc.assert(
    fc.asyncProperty(response, size, async (of, pieces) => {
      const whole = encodeResponse(of);
      expect(await collect(decode(encode(eventsOf(decodeResponse(whole), { size: pieces }))))).toEqual(decodeResponse(whole));
    }),
    runs,
  );
});

/** The same events with those of several blocks mixed; each block's own keep their order, and blocks start in theirs. */
const mixed = fc.tuple(response, size, fc.infiniteStream(fc.nat())).map(([of, pieces, picks]) => {
  const [start, ...rest] = encode(eventsOf(of, { size: pieces }));
  const lanes = new Map<unknown, Json[]>();
  for (const payload of rest.slice(0, -2)) {
    const { index } = payload as JsonObject;
    lanes.set(index, [...(lanes.get(index) ?? []), payload]);
  }
  const order: (Json | undefined)[] = [];
  const waiting = [...lanes.values()];
  const open: Json[][] = [];
  while (waiting.length > 0 || open.some((lane) => lane.length > 0)) {
    const live = open.filter((lane) => lane.length > 0);
    const pick = Number(picks.next().value) % (live.length + (waiting.length > 0 ? 1 : 0));
    const lane = live[pick] ?? waiting.shift() ?? [];
    if (!live.includes(lane)) open.push(lane);
    order.push(lane.shift());
  }
  return { of, payloads: [start, ...order, ...rest.slice(-2)] };
});

test('blocks that overlap are told apart by their index, and stand in the order of their starts', async () => {
  await fc.assert(
    fc.asyncProperty(mixed, async ({ of, payloads }) => {
      expect(await collect(decode(payloads))).toEqual(normalize(of));
    }),
    runs,
  );
});

test('events that overlap are written one block after another', async () => {
  await fc.assert(
    fc.asyncProperty(mixed, async ({ of, payloads }) => {
      const written = encode(decode(payloads)).map((payload) => payload as JsonObject);
      const indexes = written.flatMap(({ type, index }) =>
        type === 'content_block_start' || type === 'content_block_stop' ? [index] : [],
      );
      expect(indexes).toEqual([...indexes].sort((a, b) => Number(a) - Number(b)));
      expect(await collect(decode(written))).toEqual(normalize(of));
    }),
    runs,
  );
});

const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)));
const index = fc.constantFrom<Json | undefined>(0, 1, 2, -1, 'x', null, undefined);
const block = fc.oneof(
  json,
  fc.record(
    {
      type: fc.constantFrom(
        'text',
        'thinking',
        'redacted_thinking',
        'tool_use',
        'server_tool_use',
        'web_search_tool_result',
        'smell',
      ),
      id: fc.oneof(id, json),
      tool_use_id: id,
      name: fc.oneof(text, json),
      text: fc.oneof(text, json),
      thinking: fc.oneof(text, json),
      input: json,
      citations: json,
    },
    { requiredKeys: ['type'] },
  ),
);
const delta = fc.oneof(
  json,
  fc.record({
    type: fc.constantFrom(
      'text_delta',
      'thinking_delta',
      'input_json_delta',
      'signature_delta',
      'citations_delta',
      'compaction_delta',
      'x',
    ),
    text: fc.oneof(text, json),
    thinking: fc.oneof(text, json),
    partial_json: fc.oneof(text, json),
    signature: fc.oneof(text, json),
    citation: json,
    content: json,
  }),
);
const junk = fc.oneof(
  json,
  fc.record(
    {
      type: fc.constantFrom(
        'message_start',
        'content_block_start',
        'content_block_delta',
        'content_block_stop',
        'message_delta',
        'ping',
        'x',
      ),
      index,
      content_block: block,
      delta,
      message: fc.oneof(json, fc.record({ id: json, usage: json, content: fc.array(block, { maxLength: 2 }), type: json })),
      usage: json,
    },
    { requiredKeys: ['type'] },
  ),
);

test('whatever comes is read, in order: a start, pieces, an end, and one last event', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(junk, { maxLength: 20 }), fc.boolean(), async (payloads, isWhole) => {
      const events = decode([...payloads, ...(isWhole ? [{ type: 'message_stop' }, ...payloads] : [])]);
      expectOrder(events);
      if (events.at(-1)?.type === 'finish') await collect(events);
      expect(() => encode(events)).not.toThrow();
    }),
    runs,
  );
});

test('junk among the events of an answer leaves what it is', async () => {
  const noise = fc.constantFrom<unknown>({ type: 'ping' }, { type: 'smell', index: 0 }, null, 'x', [], {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'smell' },
  });
  await fc.assert(
    fc.asyncProperty(response, fc.array(fc.tuple(fc.nat(), noise)), async (of, noises) => {
      const payloads: unknown[] = [...encode(eventsOf(of))];
      for (const [at, payload] of noises) payloads.splice(at % (payloads.length + 1), 0, payload);
      expect(await collect(decode(payloads))).toEqual(normalize(of));
    }),
    runs,
  );
});

test('an answer that ends before its last event is an error, wherever that is', () => {
  fc.assert(
    fc.property(response, fc.nat(), (of, at) => {
      const payloads = encode(eventsOf(of));
      const events = decode(payloads.slice(0, at % payloads.length));
      expectOrder(events);
      expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'transport' } });
    }),
    runs,
  );
});

function expectOrder(events: readonly StreamEvent[]): void {
  const seen = new Map<string, 'open' | 'ended'>();
  for (const [at, event] of events.entries()) {
    const isLast = event.type === 'finish' || event.type === 'error';
    expect(isLast).toBe(at === events.length - 1);
    if (!('key' in event)) continue;
    expect(seen.get(event.key)).toBe(event.type.endsWith('-start') ? undefined : 'open');
    seen.set(event.key, event.type.endsWith('-end') ? 'ended' : 'open');
  }
  if (events.at(-1)?.type === 'finish') expect([...seen.values()]).not.toContain('open');
}
