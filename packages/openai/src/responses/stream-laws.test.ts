import {
  type AssistantPart,
  collect,
  eventsOf,
  type Finish,
  type Json,
  type JsonObject,
  type Response,
  readArgs,
  type StreamEvent,
  sealPart,
} from '@toolglot/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openaiResponses } from './codec.ts';
import { decodeStream, encodeStream } from './stream.ts';

const runs = { numRuns: Number(process.env.TOOLGLOT_RUNS ?? 150) };

const words = fc.string({ unit: 'grapheme', maxLength: 60 });
const json = fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value)));
const names = fc.constantFrom('get_weather', 'search', 'shell');
const ids = fc.constantFrom('call_a', 'call_b', 'call_c', 'toolu_1');
const args = fc.dictionary(fc.constantFrom('city', 'n', 'input'), json);
const argsTexts = fc.oneof(args.map(JSON.stringify), fc.constantFrom('', '{"a":', '{} ', '[1]'));

const part: fc.Arbitrary<AssistantPart> = fc.oneof(
  words.map((text): AssistantPart => ({ type: 'text', text })),
  words.map((text): AssistantPart => ({ type: 'reasoning', text })),
  words.map((text): AssistantPart => ({ type: 'refusal', text })),
  fc.tuple(ids, names, args).map(([id, name, values]): AssistantPart => ({ type: 'tool-call', id, name, args: values })),
  fc
    .tuple(ids, names, argsTexts)
    .map(([id, name, text]): AssistantPart => sealPart({ type: 'tool-call', id, name, ...readArgs(text) })),
  fc.constantFrom<AssistantPart>(
    { type: 'hosted-tool', id: 'ws_1', tool: 'openai.web_search', args: { action: { query: 'x' } }, status: 'done' },
    { type: 'hosted-tool', id: 'mcp_1', tool: 'openai.mcp', args: { name: 'f' }, result: 'no', status: 'error' },
    { type: 'hosted-tool', id: 'x', tool: 'anthropic.web_search', args: {}, status: 'done' },
    { type: 'media', mediaType: 'image/png', data: { base64: 'AA==' } },
    { type: 'opaque', codec: 'openai-responses', value: { type: 'compaction', id: 'cmp_1', encrypted_content: 'x' } },
    { type: 'opaque', codec: 'other', value: 1 },
  ),
);
const finishes = fc.constantFrom<Finish>(
  { reason: 'stop' },
  { reason: 'tool-calls' },
  { reason: 'length', raw: 'max_output_tokens' },
  { reason: 'content-filter' },
  { reason: 'aborted' },
  { reason: 'other' },
);
const response: fc.Arbitrary<Response> = fc
  .record({
    content: fc.array(part, { maxLength: 5 }),
    finish: finishes,
    id: fc.option(fc.constantFrom('resp_1', 'msg_9'), { nil: undefined }),
    usage: fc.option(fc.record({ input: fc.nat(), output: fc.nat() }), { nil: undefined }),
  })
  .map(({ content, finish, id, usage }) => ({
    message: { role: 'assistant', content, finish: finish.reason },
    finish,
    model: 'm',
    ...(id !== undefined && { id }),
    ...(usage && { usage }),
  }));

const type = fc.constantFrom(
  ...['response.created', 'response.in_progress', 'response.completed', 'response.incomplete', 'response.failed', 'error'],
  ...['output_item.added', 'output_item.done', 'content_part.added', 'content_part.done'].map((name) => `response.${name}`),
  ...[
    'output_text',
    'refusal',
    'reasoning_text',
    'reasoning_summary_text',
    'function_call_arguments',
    'mcp_call_arguments',
  ].flatMap((name) => [`response.${name}.delta`, `response.${name}.done`]),
  ...['response.custom_tool_call_input.delta', 'response.reasoning_summary_part.added', 'response.new', 'keepalive'],
);
const itemTypes = fc.constantFrom(
  ...['message', 'reasoning', 'function_call', 'custom_tool_call', 'web_search_call', 'shell_call', 'tool_search_call', 'new'],
);
const item = fc
  .record(
    {
      type: itemTypes,
      id: fc.constantFrom('i1', 'i2', 'i3', ''),
      call_id: fc.constantFrom('c1', 'c2', ''),
      name: fc.constantFrom('f', ''),
      role: fc.constant('assistant'),
      arguments: fc.constantFrom('', '{}', '{"a":1}'),
      status: fc.constantFrom('in_progress', 'completed', 'incomplete'),
      content: fc.array(fc.constantFrom<Json>({ type: 'output_text', text: 'ab' }, { type: 'refusal', refusal: 'no' }, 1)),
      summary: fc.array(fc.constantFrom<Json>({ type: 'summary_text', text: 'ab' }, null)),
    },
    { requiredKeys: ['type'] },
  )
  .map((members): JsonObject => ({ ...members }));
const payload = fc
  .record(
    {
      type,
      item: fc.oneof({ weight: 5, arbitrary: item }, json),
      part: fc.oneof(fc.constantFrom<Json>({ type: 'output_text', text: '' }, { type: 'refusal', refusal: '' }), json),
      item_id: fc.constantFrom('i1', 'i2', 'i3', ''),
      output_index: fc.constantFrom<Json>(0, 1, 2, 1e9, null),
      content_index: fc.constantFrom<Json>(0, 1, 1e9, 'x'),
      summary_index: fc.constantFrom<Json>(0, 1),
      delta: fc.constantFrom<Json>('a', '{"a":', '', null, 1),
      text: fc.constantFrom<Json>('ab', null),
      arguments: fc.constantFrom<Json>('{"a":1}', null),
      response: fc.oneof(fc.record({ id: fc.constant('r'), output: fc.array(item, { maxLength: 3 }) }), json),
    },
    { requiredKeys: ['type', 'output_index', 'item'] },
  )
  .map((members): Json => JSON.parse(JSON.stringify(members)));
const payloads = fc.array(fc.oneof({ weight: 9, arbitrary: payload }, json), { maxLength: 25 });

function decodeAll(chunks: readonly unknown[]): readonly StreamEvent[] {
  const decoder = decodeStream();
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end(), ...decoder.push({ type: 'response.created' })];
}

function encodeAll(events: readonly StreamEvent[]): readonly JsonObject[] {
  const encoder = encodeStream();
  return [...events.flatMap((event) => encoder.push(event)), ...encoder.end()].map(({ data }) => JSON.parse(data));
}

const isEnd = ({ type: name }: StreamEvent) => name === 'finish' || name === 'error';

/** what is wrong with the order of some events. */
function disorder(events: readonly StreamEvent[]): readonly string[] {
  const open = new Map<string, boolean>();
  const faults = events.flatMap((event): readonly string[] => {
    if (!('key' in event)) return [];
    const { key, type: name } = event;
    const isStart = name.endsWith('-start');
    const isWrong = isStart ? open.has(key) : open.get(key) !== true;
    open.set(key, !name.endsWith('-end'));
    return isWrong ? [`${name} ${key}`] : [];
  });
  const ends = events.filter(isEnd).length === 1 && events.findIndex(isEnd) === events.length - 1;
  const left =
    events.at(-1)?.type === 'finish' ? [...open].flatMap(([key, isOpen]) => (isOpen ? [`${key} is left open`] : [])) : [];
  return [...faults, ...left, ...(ends ? [] : ['the end'])];
}

describe('streams', () => {
  test('of what was written are read as the answer that was written', async () => {
    await fc.assert(
      fc.asyncProperty(response, fc.integer({ min: 1, max: 30 }), async (answer, size) => {
        const back = decodeAll(encodeAll(eventsOf(answer, { size })));
        expect(disorder(back)).toEqual([]);
        expect(await collect(back)).toEqual(openaiResponses.normalize(answer));
      }),
      runs,
    );
  });

  test('that were read are written again as the same, but for ids that were made two', async () => {
    await fc.assert(
      fc.asyncProperty(response, async (answer) => {
        const calls = answer.message.content.flatMap((one) => (one.type === 'tool-call' ? [one.id] : []));
        fc.pre(new Set(calls).size === calls.length);
        const events = decodeAll(encodeAll(eventsOf(answer)));
        expect(await collect(decodeAll(encodeAll(events)))).toEqual(await collect(events));
      }),
      runs,
    );
  });

  test('of any payloads are read: in order, each part once, with one end and nothing behind it', () => {
    fc.assert(
      fc.property(payloads, (chunks) => {
        expect(disorder(decodeAll(chunks))).toEqual([]);
      }),
      runs,
    );
  });

  test('with junk between their payloads are read as without it', () => {
    const junk = fc.oneof(json, fc.constantFrom({ type: 'response.new.delta', delta: 'x' }, { type: 'keepalive' }, undefined));
    const kept = junk.filter((value) => !(typeof value === 'object' && value !== null && 'error' in value));
    fc.assert(
      fc.property(response, fc.array(kept, { minLength: 1 }), (answer, between) => {
        const chunks = encodeAll(eventsOf(answer));
        const mixed = chunks.flatMap((chunk, index) => [between[index % between.length], chunk]);
        expect(decodeAll(mixed)).toEqual(decodeAll(chunks));
      }),
      runs,
    );
  });

  test('that end before their answer does end with an error', () => {
    fc.assert(
      fc.property(response, fc.nat(), (answer, at) => {
        const chunks = encodeAll(eventsOf(answer));
        const events = decodeAll(chunks.slice(0, at % chunks.length));
        expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'transport' } });
      }),
      runs,
    );
  });
});
