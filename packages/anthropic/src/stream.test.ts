import { collect, type Json, type JsonObject, type StreamEvent, TransportError, VendorError } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { anthropicMessages } from './codec.ts';

const { decodeStream, encodeStream, decodeResponse, decodeError } = anthropicMessages;

function decode(payloads: readonly unknown[]): readonly StreamEvent[] {
  const decoder = decodeStream();
  return [...payloads.flatMap((payload) => decoder.push(payload)), ...decoder.end()];
}

function encode(events: readonly StreamEvent[]): readonly JsonObject[] {
  const encoder = encodeStream();
  return events.flatMap((event) => encoder.push(event)).map(({ data }) => JSON.parse(data));
}

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5',
  stop_reason: null,
  stop_sequence: null,
};
const start = (usage: JsonObject = { input_tokens: 9, output_tokens: 1 }) => ({
  type: 'message_start',
  message: { ...message, content: [], usage },
});
const begin = (index: number, block: Json) => ({ type: 'content_block_start', index, content_block: block });
const delta = (index: number, type: string, members: JsonObject) => ({
  type: 'content_block_delta',
  index,
  delta: { type, ...members },
});
const json = (index: number, text: string) => delta(index, 'input_json_delta', { partial_json: text });
const stop = (index: number) => ({ type: 'content_block_stop', index });
const end = (reason = 'tool_use', usage: JsonObject = { output_tokens: 12 }) => [
  { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
  { type: 'message_stop' },
];
const call = (id = 'toolu_1', input: Json = {}) => ({ type: 'tool_use', id, name: 'get_weather', input });
const whole = (content: readonly Json[], reason = 'tool_use') =>
  decodeResponse({ ...message, content, stop_reason: reason, usage: { input_tokens: 9, output_tokens: 12 } });
const partsOf = async (...payloads: readonly unknown[]) =>
  (await collect(decode([start(), ...payloads, ...end()]))).message.content;

describe('a call', () => {
  test('is told of in the pieces that come, and is that of the whole answer', async () => {
    const events = decode([start(), begin(0, call()), json(0, ''), json(0, '{"city":'), json(0, ' "北京"}'), stop(0), ...end()]);
    const key = '0';
    expect(events.slice(2, -2)).toEqual([
      { type: 'tool-call-start', key, id: 'toolu_1', name: 'get_weather' },
      { type: 'tool-call-delta', key, text: '{"city":' },
      { type: 'tool-call-delta', key, text: ' "北京"}' },
      { type: 'tool-call-end', key, part: { type: 'tool-call', id: 'toolu_1', name: 'get_weather', args: { city: '北京' } } },
    ]);
    expect(await collect(events)).toEqual(whole([call('toolu_1', { city: '北京' })]));
  });

  test.each<readonly [string, readonly string[]]>([
    ['no piece', []],
    ['an empty piece', ['']],
    ['blanks', [' ', '\n']],
  ])('of %s has no arguments', async (_what, pieces) => {
    expect(await partsOf(begin(0, call()), ...pieces.map((piece) => json(0, piece)), stop(0))).toMatchObject([{ args: {} }]);
  });

  test('that comes with its input at once has that, unless pieces follow', async () => {
    const sudden = decode([start(), begin(1, call('t', { cmd: 'ls' })), stop(1), ...end()]);
    expect(sudden.filter(({ type }) => type.startsWith('tool-call'))).toMatchObject([
      { type: 'tool-call-start' },
      { type: 'tool-call-delta', text: '{"cmd":"ls"}' },
      { type: 'tool-call-end', part: { args: { cmd: 'ls' } } },
    ]);
    expect(await partsOf(begin(1, call('t', { cmd: 'ls' })), json(1, '{"cmd":"pwd"}'), stop(1))).toMatchObject([
      { args: { cmd: 'pwd' } },
    ]);
  });

  test('ends when the stream says so, not when its text could be read', () => {
    const events = decode([start(), begin(0, call()), json(0, '{}'), json(0, ' ')]);
    expect(events.map(({ type }) => type)).not.toContain('tool-call-end');
  });

  test.each<readonly [string, string, string]>([
    ['is cut off', '{"city": "北', 'invalid-json'],
    ['is a list', '[1]', 'not-an-object'],
    ['is nested too deep', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'invalid-json'],
    ['has an integer beyond 2^53', '{"id":2512292042121000001}', 'unsafe-integer'],
  ])('whose text %s is a fault', async (_what, text, code) => {
    expect(await partsOf(begin(0, call()), json(0, text), stop(0))).toMatchObject([{ args: {}, fault: { code } }]);
  });

  test('that is cut off at the limit is kept with its text, and the answer calls nothing', async () => {
    const events = decode([start(), begin(0, call()), json(0, '{"body":"lor'), stop(0), ...end('max_tokens')]);
    const answer = await collect(events);
    expect(answer.finish).toEqual({ reason: 'length', raw: 'max_tokens' });
    expect(answer.message.content).toMatchObject([{ argsText: '{"body":"lor', fault: { code: 'invalid-json' } }]);
  });

  test('without an id, or with that of a call before it, has the id of the whole answer from its start', async () => {
    const calls = [call('a'), call('a'), { type: 'tool_use', name: 'f', input: {} }];
    const events = decode([start(), ...calls.flatMap((block, index) => [begin(index, block), stop(index)]), ...end()]);
    const ids = events.flatMap((event) => (event.type === 'tool-call-start' ? [event.id] : []));
    expect(new Set(ids).size).toBe(3);
    expect((await collect(events)).message.content).toEqual(whole(calls).message.content);
    expect((await collect(events)).message.content.map((part) => 'id' in part && part.id)).toEqual(ids);
  });

  test('that begins twice is one call', async () => {
    expect(await partsOf(begin(0, call()), json(0, '{"a":'), begin(0, call()), json(0, '1}'), stop(0))).toMatchObject([
      { args: { a: 1 } },
    ]);
  });

  test('that begins at the index of another, which did not end, is another', async () => {
    const parts = await partsOf(begin(0, call('a')), json(0, '{"a":1}'), begin(0, call('b')), json(0, '{"b":1}'), stop(0));
    expect(parts).toMatchObject([
      { id: 'a', args: { a: 1 } },
      { id: 'b', args: { b: 1 } },
    ]);
  });

  test('that the stream does not close is closed with the answer', async () => {
    expect(await partsOf(begin(0, call()), json(0, '{"a":1}'))).toMatchObject([{ args: { a: 1 } }]);
  });
});

describe('blocks', () => {
  test('of all kinds are those of the whole answer', async () => {
    const citation = { type: 'char_location', cited_text: 'x', document_index: 0 };
    const search = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} };
    const found = { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [{ type: 'web_search_result', url: 'u' }] };
    const redacted = { type: 'redacted_thinking', data: 'blob' };
    const events = decode([
      start(),
      begin(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, 'thinking_delta', { thinking: 'I ' }),
      delta(0, 'thinking_delta', { thinking: 'see' }),
      delta(0, 'signature_delta', { signature: 'S1' }),
      delta(0, 'signature_delta', { signature: 'S2' }),
      stop(0),
      begin(1, redacted),
      stop(1),
      begin(2, search),
      json(2, '{"query":"x"}'),
      stop(2),
      begin(3, found),
      stop(3),
      begin(4, { type: 'text', text: '', citations: [] }),
      delta(4, 'citations_delta', { citation }),
      delta(4, 'text_delta', { text: 'so' }),
      stop(4),
      begin(5, { type: 'compaction', content: null }),
      delta(5, 'compaction_delta', { content: 'all of it', encrypted_content: 'e' }),
      stop(5),
      ...end('end_turn'),
    ]);
    const content = [
      { type: 'thinking', thinking: 'I see', signature: 'S2' },
      redacted,
      { ...search, input: { query: 'x' } },
      found,
      { type: 'text', text: 'so', citations: [citation] },
      { type: 'compaction', content: 'all of it', encrypted_content: 'e' },
    ];
    expect(await collect(events)).toEqual(whole(content, 'end_turn'));
    expect(await collect(decode(encode(events)))).toEqual(whole(content, 'end_turn'));
  });

  test('that come while a hosted call waits for its result stand behind it', async () => {
    const events = decode([
      start(),
      begin(0, { type: 'server_tool_use', id: 's', name: 'web_fetch', input: {} }),
      begin(1, { type: 'text', text: '' }),
      delta(1, 'text_delta', { text: 'meanwhile' }),
      stop(1),
      stop(0),
      ...end('end_turn'),
    ]);
    expect((await collect(events)).message.content).toMatchObject([
      { type: 'hosted-tool', status: 'open' },
      { text: 'meanwhile' },
    ]);
  });

  test('without an index belong to the block that began last; pieces without a block make one', async () => {
    const { index: _at, ...piece } = delta(0, 'text_delta', { text: 'b' });
    expect(
      await partsOf(begin(0, { type: 'text', text: 'a' }), piece, stop(0), delta(7, 'thinking_delta', { thinking: 'c' })),
    ).toMatchObject([
      { type: 'text', text: 'ab' },
      { type: 'reasoning', text: 'c' },
    ]);
  });

  test('of a model that took over say whose the answer is', async () => {
    const { message: answer } = await collect(
      decode([start(), begin(0, { type: 'fallback', to: { model: 'claude-sonnet-5' } }), stop(0), ...end()]),
    );
    expect(answer).toMatchObject({ origin: { model: 'claude-sonnet-5' }, content: [{ type: 'opaque' }] });
  });

  test('of unknown kinds are kept, unknown events and deltas change nothing', async () => {
    const odd = { type: 'smell', smell: 'tar' };
    expect(
      await partsOf({ type: 'ping' }, begin(0, odd), delta(0, 'smell_delta', { more: 1 }), { type: 'x' }, stop(0), null, 'x'),
    ).toMatchObject([{ type: 'opaque', value: odd }]);
  });
});

describe('usage', () => {
  const usageOf = async (...payloads: readonly unknown[]) => (await collect(decode(payloads))).usage;

  test('is cumulative: a later counter replaces an earlier one, null says nothing', async () => {
    const first = start({ input_tokens: 9325, cache_read_input_tokens: 5, output_tokens: 2 });
    const early = { type: 'message_delta', delta: {}, usage: { output_tokens: 5 } };
    expect(await usageOf(first, early, ...end('end_turn', { output_tokens: 76, input_tokens: null }))).toEqual({
      input: 9330,
      cachedInput: 5,
      output: 76,
    });
  });

  test('is told as it comes', () => {
    const told = decode([start(), ...end()]).flatMap((event) => (event.type === 'usage' ? [event.usage.output] : []));
    expect(told).toEqual([1, 12]);
  });

  test('that nobody gave is unknown', async () => {
    expect(await usageOf({ type: 'message_start', message }, { type: 'message_stop' })).toBeUndefined();
  });
});

describe('an answer that fails', () => {
  const failure = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' };

  test('says the same error as a whole answer, and nothing behind it', () => {
    const events = decode([start(), begin(0, call()), json(0, '{"a":1}'), failure, stop(0), ...end()]);
    expect(events.at(-1)).toEqual({ type: 'error', error: decodeError(200, failure) });
    expect(events.at(-1)).toMatchObject({ error: { kind: 'overloaded', retryable: true, requestId: 'req_1' } });
    expect(events.map(({ type }) => type)).not.toContain('tool-call-end');
  });

  test.each<readonly [Json, string]>([
    [{ error: { message: 'invalid request', code: 400 } }, 'invalid-request'],
    [{ error: { message: 'quota', code: 429 } }, 'rate-limit'],
    [{ error: 'no' }, 'unknown'],
  ])('as a gateway says it: %j', (payload, kind) => {
    expect(decode([payload])).toMatchObject([{ type: 'error', error: { kind } }]);
  });

  test.each<readonly [string, readonly unknown[]]>([
    ['before anything came', []],
    ['behind a call that is whole', [start(), begin(0, call()), json(0, '{"amt":1}'), stop(0), end()[0]]],
  ])('by its end %s is broken off', (_when, payloads) => {
    const last = decode(payloads).at(-1);
    expect(last).toMatchObject({ type: 'error' });
    expect(last?.type === 'error' && last.error).toBeInstanceOf(TransportError);
  });
});

describe('what is written', () => {
  const shape = (payloads: readonly JsonObject[]) =>
    payloads.map(({ type, index }) => (index === undefined ? type : `${type} ${index}`));

  test('has the order, the indexes and the names of the vendor', () => {
    const encoder = encodeStream();
    const events = decode([start(), begin(0, call()), json(0, '{"a":1}'), stop(0), ...end()]);
    const written = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()];
    expect(written.map(({ event }) => event)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(written.map(({ data }) => JSON.parse(data))).toEqual([
      start(),
      begin(0, call()),
      json(0, '{"a":1}'),
      stop(0),
      ...end('tool_use', { input_tokens: 9, output_tokens: 12 }),
    ]);
  });

  test('of parts that overlap is one block after another', () => {
    const text = { type: 'text', text: 'ab' } as const;
    const written = encode([
      { type: 'response-start' },
      { type: 'text-start', key: 'a' },
      { type: 'text-delta', key: 'a', text: 'a' },
      { type: 'tool-call-start', key: 'b', id: 't', name: 'f' },
      { type: 'tool-call-delta', key: 'b', text: '{}' },
      { type: 'text-delta', key: 'a', text: 'b' },
      { type: 'text-end', key: 'a', part: text },
      { type: 'tool-call-end', key: 'b', part: { type: 'tool-call', id: 't', name: 'f', args: {} } },
      { type: 'finish', finish: { reason: 'tool-calls' } },
    ]);
    expect(shape(written)).toEqual([
      'message_start',
      'content_block_start 0',
      'content_block_delta 0',
      'content_block_delta 0',
      'content_block_stop 0',
      'content_block_start 1',
      'content_block_delta 1',
      'content_block_stop 1',
      'message_delta',
      'message_stop',
    ]);
  });

  test('of a call whose text is in a form of the model’s own is its arguments, when they are known', () => {
    const written = encode([
      { type: 'tool-call-start', key: 'b', id: 't', name: 'f' },
      { type: 'tool-call-delta', key: 'b', text: '{"city_x":1}', partialArgs: async () => ({ 城市: 1 }) },
      { type: 'tool-call-end', key: 'b', part: { type: 'tool-call', id: 't', name: 'f', args: { 城市: 1 } } },
    ]);
    expect(written.slice(2)).toEqual([json(0, '{"城市":1}'), stop(0)]);
  });

  test('of an answer without a first event begins all the same, and has nothing behind its end', () => {
    const finish = { type: 'finish', finish: { reason: 'stop' } } as const;
    expect(shape(encode([finish, finish, { type: 'text-start', key: 'a' }]))).toEqual([
      'message_start',
      'message_delta',
      'message_stop',
    ]);
  });

  test.each([
    [new VendorError('Overloaded', { status: 529, kind: 'overloaded' }), 'overloaded_error'],
    [new TransportError('broke off'), 'api_error'],
  ])('of an error is the frame of the vendor, and nothing behind it: %s', (error, type) => {
    const written = encode([
      { type: 'response-start' },
      { type: 'error', error },
      { type: 'finish', finish: { reason: 'stop' } },
    ]);
    expect(written.slice(1)).toMatchObject([{ type: 'error', error: { type, message: error.message } }]);
    expect(decode(written).at(-1)).toMatchObject({ type: 'error', error: { code: 'vendor', message: error.message } });
  });
});
