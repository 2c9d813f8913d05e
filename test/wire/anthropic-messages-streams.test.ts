import { anthropicMessages } from '@toolglot/anthropic/codec';
import { collect, type Json, type JsonObject, type StreamEvent } from '@toolglot/core';
import { expect, test } from 'vitest';

const { decodeStream, encodeStream, decodeResponse } = anthropicMessages;

function decode(payloads: readonly unknown[]): readonly StreamEvent[] {
  const decoder = decodeStream();
  return [...payloads.flatMap((payload) => decoder.push(payload)), ...decoder.end()];
}

const start = (usage: JsonObject = { input_tokens: 3, output_tokens: 1 }) => ({
  type: 'message_start',
  message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-5', content: [], stop_reason: null, usage },
});
const begin = (index: number, block: JsonObject) => ({ type: 'content_block_start', index, content_block: block });
const delta = (index: number, type: string, members: JsonObject) => ({
  type: 'content_block_delta',
  index,
  delta: { type, ...members },
});
const json = (index: number, text: string) => delta(index, 'input_json_delta', { partial_json: text });
const stop = (index: number) => ({ type: 'content_block_stop', index });
const tell = (reason: string, usage: JsonObject = { output_tokens: 5 }) => ({
  type: 'message_delta',
  delta: { stop_reason: reason },
  usage,
});
const end = (reason = 'tool_use') => [tell(reason), { type: 'message_stop' }];
const tool = (id = 'toolu_1'): JsonObject => ({ type: 'tool_use', id, name: 'f', input: {} });
const partsOf = async (...payloads: readonly unknown[]) =>
  (await collect(decode([start(), ...payloads, ...end()]))).message.content;

test.each<readonly [readonly string[], JsonObject]>([
  [['', '{"a":', '1}'], { a: 1 }],
  [[''], {}],
  [[], {}],
])('A30: the pieces %j of a call are one call with %j', async (pieces, args) => {
  const parts = await partsOf(begin(0, tool()), ...pieces.map((piece) => json(0, piece)), stop(0));
  expect(parts).toEqual([{ type: 'tool-call', id: 'toolu_1', name: 'f', args }]);
});

test('A31: interleaved blocks are told apart by index, signatures are set, thoughts joined, and no call is whole before its block stops', async () => {
  const payloads = [
    begin(0, { type: 'thinking', thinking: '', signature: '' }),
    begin(1, { type: 'text', text: '' }),
    begin(2, tool()),
    json(2, '{"a":'),
    delta(1, 'text_delta', { text: 'Hel' }),
    delta(0, 'thinking_delta', { thinking: 'hm' }),
    json(2, '1}'),
    delta(0, 'thinking_delta', { thinking: 'm' }),
    delta(1, 'text_delta', { text: 'lo' }),
    delta(0, 'signature_delta', { signature: 'S' }),
  ];
  const kinds = decode([start(), ...payloads]).map(({ type }) => type);
  expect(kinds).not.toContain('tool-call-end');
  const content = [
    { type: 'thinking', thinking: 'hmm', signature: 'S' },
    { type: 'text', text: 'Hello' },
    { ...tool(), input: { a: 1 } },
  ];
  const parts = await partsOf(...payloads, stop(1), stop(2), stop(0));
  expect(parts).toEqual(decodeResponse({ content, stop_reason: 'tool_use' }).message.content);
});

test('A32: counters of message_delta are cumulative, and what it leaves out was said at the start', async () => {
  const first = start({ input_tokens: 10, cache_creation_input_tokens: 4, cache_read_input_tokens: null, output_tokens: 1 });
  const answer = await collect(
    decode([first, tell('end_turn', { output_tokens: 5 }), tell('end_turn', { output_tokens: 12 }), { type: 'message_stop' }]),
  );
  expect(answer.usage).toEqual({ input: 14, cacheWrite: 4, output: 12 });
});

test('A33: an error event behind a 200 is an overload, which may be tried again; the end before message_stop is one, too, and calls nothing', () => {
  const call = [start(), begin(0, tool()), json(0, '{}'), stop(0)];
  const failed = decode([...call, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }]);
  expect(failed.at(-1)).toMatchObject({ type: 'error', error: { code: 'vendor', kind: 'overloaded', retryable: true } });
  const cut = decode([...call, tell('tool_use')]);
  expect(cut.at(-1)).toMatchObject({ type: 'error', error: { code: 'transport' } });
  expect(cut.map(({ type }) => type)).not.toContain('finish');
});

test('A34: ping, unknown events and unknown deltas are passed over, unknown blocks are opaque', async () => {
  const odd = { type: 'smell', smell: 'tar' };
  expect(
    await partsOf({ type: 'ping' }, { type: 'x', index: 0 }, begin(0, odd), delta(0, 'smell_delta', { smell: 'more' }), stop(0)),
  ).toEqual([{ type: 'opaque', codec: 'anthropic-messages', value: odd }]);
});

test('what is written has the order of the vendor: a name for each event that is its type, no [DONE]', () => {
  const encoder = encodeStream();
  const events = decode([
    start(),
    begin(0, { type: 'text', text: '' }),
    delta(0, 'text_delta', { text: 'a' }),
    stop(0),
    ...end('end_turn'),
  ]);
  const written = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()];
  const payloads = written.map(({ data }): { type?: Json } => JSON.parse(data));
  expect(written.map(({ event }) => event)).toEqual(payloads.map(({ type }) => type));
  expect(payloads.map(({ type }) => type)).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
});
