import { collect, type Json, type JsonObject, type StreamEvent, TransportError, toolCallsOf, VendorError } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { decodeResponse } from './response.ts';
import { decodeStream, encodeStream } from './stream.ts';

function read(...payloads: readonly unknown[]): readonly StreamEvent[] {
  const decoder = decodeStream();
  const events = payloads.flatMap((payload) => decoder.push(payload));
  return [...events, ...decoder.end()];
}

const say = (parts: Json, more: JsonObject = {}): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
  responseId: 'r',
  modelVersion: 'm',
});
const stop = (...parts: readonly JsonObject[]) => say(parts, { finishReason: 'STOP' });
const kinds = (events: readonly StreamEvent[]) => events.map(({ type }) => type);
const partsOf = async (...payloads: readonly unknown[]) => (await collect(read(...payloads))).message.content;
const written = (events: readonly StreamEvent[]) => {
  const encoder = encodeStream();
  return events.flatMap((event) => encoder.push(event)).map(({ data }): Json => JSON.parse(data));
};

test('texts and calls are told of as they come', () => {
  const call = { functionCall: { id: 'c', name: 'f', args: { a: 1 } }, thoughtSignature: 'S' };
  const vendor = { 'google-generate-content': { signature: 'S' } };
  expect(read(say([{ text: 'hm', thought: true }]), say([{ text: 'one ' }]), say([{ text: 'two' }]), stop(call))).toMatchObject([
    { type: 'response-start', id: 'r', model: 'm' },
    { type: 'reasoning-start', key: '0' },
    { type: 'reasoning-delta', key: '0', text: 'hm' },
    { type: 'reasoning-end', key: '0', part: { text: 'hm' } },
    { type: 'text-start', key: '1' },
    { type: 'text-delta', key: '1', text: 'one ' },
    { type: 'text-delta', key: '1', text: 'two' },
    { type: 'text-end', key: '1', part: { text: 'one two' } },
    { type: 'tool-call-start', key: '2', id: 'c', name: 'f', vendor },
    { type: 'tool-call-delta', key: '2', text: '{"a":1}' },
    { type: 'tool-call-end', key: '2', part: { args: { a: 1 }, vendor } },
    { type: 'finish', finish: { reason: 'tool-calls', raw: 'STOP' } },
  ]);
});

test('signed parts stand by themselves, where they came', async () => {
  const signed = { text: 'b', thoughtSignature: 'S' };
  const last = { text: '', thoughtSignature: 'T' };
  const whole = stop({ text: 'a' }, signed, { text: 'cd' }, last);
  expect(
    await collect(read(say([{ text: 'a' }]), say([signed]), say([{ text: 'c' }]), say([{ text: 'd' }]), stop(last))),
  ).toEqual(decodeResponse(whole));
});

test('code that the vendor ran is one part with its result, though that came later', async () => {
  const code = { executableCode: { language: 'PYTHON', code: 'print(1)' } };
  const result = { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } };
  expect(await collect(read(say([code]), say([result]), stop({ text: 'a' })))).toEqual(
    decodeResponse(stop(code, result, { text: 'a' })),
  );
  expect(await collect(read(say([code]), stop({ text: 'a' })))).toEqual(decodeResponse(stop(code, { text: 'a' })));
});

test('sources, other candidates and members that are not known are kept, those of the last chunk that has them', async () => {
  const first = { ...say([{ text: 'a' }]), createTime: 't', newField: 1 };
  const second = { candidates: [{ index: 1, content: { parts: [{ text: 'x' }] } }] };
  const third = say([{ text: 'b' }], { finishReason: 'STOP', groundingMetadata: { webSearchQueries: ['q'] } });
  const other = { candidates: [{ index: 1, content: { parts: [{ text: 'y' }] }, finishReason: 'STOP' }] };
  const { message, vendor } = await collect(read(first, second, third, other));
  expect(message.content).toEqual([{ type: 'text', text: 'ab' }]);
  expect(vendor?.['google-generate-content']).toMatchObject({
    fields: { createTime: 't', newField: 1 },
    candidate: { fields: { groundingMetadata: { webSearchQueries: ['q'] } } },
    others: [{ index: 1, content: { parts: [{ text: 'xy' }] }, finishReason: 'STOP' }],
  });
});

test('a blocked prompt is a whole answer without a candidate', async () => {
  const blocked = { promptFeedback: { blockReason: 'SAFETY' }, responseId: 'r', modelVersion: 'm' };
  expect(await collect(read(blocked))).toEqual(decodeResponse(blocked));
});

describe('an answer that goes wrong', () => {
  test.each<[string, readonly unknown[]]>([
    ['ends without a finish reason', [say([{ functionCall: { name: 'pay', args: {} } }])]],
    ['says that its reason is not said', [say([], { finishReason: 'FINISH_REASON_UNSPECIFIED' })]],
    ['says that in a number', [say([], { finishReason: 0 })]],
    ['holds nothing', []],
    ['holds junk only', [null, 'x', 1, [], {}, { foo: 1 }, [[[]]]]],
  ])('is a transport error where it %s', (_title, payloads) => {
    const last = read(...payloads).at(-1);
    expect(last?.type === 'error' && last.error).toBeInstanceOf(TransportError);
  });

  test.each<[string, Json]>([
    ['alone', { error: { code: 503, message: 'away', status: 'UNAVAILABLE' } }],
    ['in a list', [{ error: { code: 503, message: 'away', status: 'UNAVAILABLE' } }]],
  ])('is the vendor’s error %s, and nothing comes behind it', (_title, payload) => {
    const decoder = decodeStream();
    const events = [say([{ text: 'a' }]), payload, stop({ text: 'b' })].flatMap((of) => decoder.push(of));
    const last = events.at(-1);
    expect(last?.type === 'error' && last.error).toBeInstanceOf(VendorError);
    expect(last).toMatchObject({ error: { kind: 'overloaded', status: 503, message: 'away' } });
    expect([...decoder.end(), ...decoder.push(stop())]).toEqual([]);
  });
});

const begin = { functionCall: { id: 'c', name: 'f', willContinue: true }, thoughtSignature: 'S' };
const place = (jsonPath: string, value: JsonObject, more: JsonObject = { willContinue: true }) => ({
  functionCall: { partialArgs: [{ jsonPath, ...value }], ...more },
});
const end = { functionCall: {} };

describe('calls whose arguments come by their places', () => {
  test.each<[string, readonly JsonObject[], JsonObject]>([
    ['texts in pieces', [place('$.a', { stringValue: 'x' }), place('$.a', { stringValue: 'y' }), end], { a: 'xy' }],
    [
      'values of each kind',
      [place('$.n', { numberValue: 1 }), place('$.b', { boolValue: false }), place('$.z', { nullValue: 'NULL_VALUE' }), end],
      { n: 1, b: false, z: null },
    ],
    [
      'lists and objects',
      [
        place('$.l[0].a[0]', { numberValue: 1 }),
        place('$.l[0].a[1]', { numberValue: 2 }),
        place('$.l[1].b', { stringValue: '' }),
        end,
      ],
      { l: [{ a: [1, 2] }, { b: '' }] },
    ],
    [
      'names in quotes',
      [place(`$['a b']["c.d"]['e\\'f'][0]`, { stringValue: 'x' }), end],
      { 'a b': { 'c.d': { "e'f": ['x'] } } },
    ],
    ['names that objects have', [place('$.constructor.toString', { numberValue: 1 }), end], { constructor: { toString: 1 } }],
    ['a last piece with arguments', [place('$.a', { stringValue: 'x' }, {})], { a: 'x' }],
    ['no arguments', [end], {}],
  ])('%s', async (_title, pieces, args) => {
    const parts = [begin, ...pieces];
    const whole = { functionCall: { id: 'c', name: 'f', ...(Object.keys(args).length > 0 && { args }) }, thoughtSignature: 'S' };
    const expected = decodeResponse(stop(whole)).message.content;
    expect(await partsOf(...parts.map((part) => say([part])), stop())).toEqual(expected);
    expect(await partsOf(stop(...parts))).toEqual(expected);
  });

  test.each<[string, readonly JsonObject[]]>([
    ['a path to what all objects share', [place('$.__proto__.admin', { boolValue: true }), end]],
    ['a path that is none', [place('a b', { stringValue: 'x' }), end]],
    ['a path to all arguments', [place('$', { stringValue: 'x' }), end]],
    ['a path deeper than any', [place(`$${'.a'.repeat(5000)}`, { stringValue: 'x' }), end]],
    ['a list with a gap', [place('$.a[4000000000]', { stringValue: 'x' }), end]],
    ['a value below a text', [place('$.a', { stringValue: 'x' }), place('$.a.b', { stringValue: 'x' }), end]],
    ['a name in a list', [place('$.a[0]', { stringValue: 'x' }), place('$.a.b', { stringValue: 'x' }), end]],
    ['a value of a new kind', [place('$.a', { structValue: {} }), end]],
  ])('%s makes the call unreadable, not the answer', async (_title, pieces) => {
    const parts = await partsOf(...[begin, ...pieces].map((part) => say([part])), stop({ text: 'on' }));
    expect(parts).toMatchObject([{ type: 'tool-call', id: 'c', args: {}, fault: { code: 'invalid-json' } }, { text: 'on' }]);
    expect(Object.prototype).not.toHaveProperty('admin');
  });

  test('the call is told of at its name; its text comes at its end, as a whole', () => {
    const events = read(say([begin]), say([place('$.a', { stringValue: 'x' })]), say([end]), stop());
    expect(kinds(events)).toEqual(['response-start', 'tool-call-start', 'tool-call-delta', 'tool-call-end', 'finish']);
    expect(events[2]).toMatchObject({ text: '{"a":"x"}' });
  });

  test('a call that the answer ended in is not to be executed', async () => {
    const parts = await partsOf(say([begin]), say([place('$.a', { stringValue: 'x' })]), stop());
    expect(parts).toMatchObject([{ name: 'f', args: {}, fault: { code: 'cut-off' } }]);
  });

  test('another call, whole or in pieces, does not end or change one that is open', async () => {
    const other = { functionCall: { id: 'd', name: 'g', args: { b: 1 } } };
    const more = { functionCall: { id: 'c', partialArgs: [{ jsonPath: '$.a', stringValue: 'y' }] } };
    const parts = await partsOf(say([begin]), say([place('$.a', { stringValue: 'x' })]), say([other]), say([more]), stop());
    expect(parts).toMatchObject([
      { id: 'c', name: 'f', args: { a: 'xy' } },
      { id: 'd', name: 'g', args: { b: 1 } },
    ]);
  });

  test('an id that comes late, or a name that does, is that of the call as long as nothing was told of it', async () => {
    const nameless = { functionCall: { willContinue: true } };
    const named = { functionCall: { name: 'f', id: 'c', willContinue: true } };
    expect(await partsOf(say([nameless]), say([named]), say([end]), stop())).toMatchObject([{ id: 'c', name: 'f', args: {} }]);
    expect(await partsOf(say([nameless]), stop())).toMatchObject([{ name: '', fault: { code: 'cut-off' } }]);
  });

  test('one of many pieces takes time in proportion to them', () => {
    const time = (count: number) => {
      const pieces = Array.from({ length: count }, () => say([place('$.a', { stringValue: 'x' })]));
      const from = performance.now();
      expect(read(say([begin]), ...pieces, say([end]), stop()).at(-1)?.type).toBe('finish');
      return performance.now() - from;
    };
    time(2000);
    expect(time(20_000)).toBeLessThan(Math.max(time(4000), 5) * 20);
  });
});

test('calls without ids get the ids that they have in a whole answer, and repeated ids are told apart', async () => {
  const parts = [undefined, undefined, 'a', 'a'].map((id) => ({ functionCall: { ...(id && { id }), name: 'f', args: {} } }));
  const events = read(...parts.map((part) => say([part])), stop());
  const whole = toolCallsOf(decodeResponse(stop(...parts)).message).map(({ id }) => id);
  expect(events.flatMap((event) => (event.type === 'tool-call-start' ? [event.id] : []))).toEqual(whole);
  expect(events.flatMap((event) => (event.type === 'tool-call-end' ? [event.part.id] : []))).toEqual(whole);
  expect(new Set(whole).size).toBe(4);
});

test('a count that a later chunk lacks stays as it was', async () => {
  const early = { ...say([{ text: 'a' }]), usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1 } };
  const late = { ...stop(), usageMetadata: { candidatesTokenCount: 7, trafficType: 'ON_DEMAND' } };
  expect((await collect(read(early, late))).usage).toEqual({ input: 5, output: 7 });
  const none = await collect(read({ ...stop(), usageMetadata: { trafficType: 'ON_DEMAND' } }));
  expect(none.usage).toBeUndefined();
});

describe('an answer is written', () => {
  test('as chunks with what is new, finish and counts in the last one', () => {
    const chunks = written([
      { type: 'response-start', id: 'r', model: 'm' },
      { type: 'text-start', key: 't' },
      { type: 'tool-call-start', key: 'c', id: 'c', name: 'f' },
      { type: 'text-delta', key: 't', text: 'a' },
      { type: 'tool-call-delta', key: 'c', text: '{"a":1}' },
      { type: 'tool-call-end', key: 'c', part: { type: 'tool-call', id: 'c', name: 'f', args: { a: 1 } } },
      { type: 'text-delta', key: 't', text: 'b' },
      { type: 'text-end', key: 't', part: { type: 'text', text: 'ab' } },
      { type: 'usage', usage: { input: 1, output: 2 } },
      { type: 'finish', finish: { reason: 'tool-calls' } },
    ]);
    const about = { responseId: 'r', modelVersion: 'm' };
    const content = (...parts: readonly JsonObject[]) => ({ content: { role: 'model', parts } });
    expect(chunks).toEqual([
      { candidates: [content({ text: 'a' })], ...about },
      { candidates: [content({ text: 'b' })], ...about },
      { candidates: [content({ functionCall: { id: 'c', name: 'f', args: { a: 1 } } })], ...about },
      {
        candidates: [{ ...content(), finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
        ...about,
      },
    ]);
  });

  test('with a signature that was not known before its text behind it, in an empty part', () => {
    const [signed] = decodeResponse(stop({ text: 'ab', thoughtSignature: 'S' })).message.content;
    if (signed?.type !== 'text') throw new Error('no text');
    const chunks = written([
      { type: 'text-start', key: 't' },
      { type: 'text-delta', key: 't', text: 'ab' },
      { type: 'text-end', key: 't', part: signed },
    ]);
    expect(chunks).toMatchObject([
      { candidates: [{ content: { parts: [{ text: 'ab' }] } }] },
      { candidates: [{ content: { parts: [{ text: '', thoughtSignature: 'S' }] } }] },
    ]);
  });

  test('with an error in the vendor’s shape, and nothing behind it', () => {
    const error = new VendorError('slow down', { status: 429, kind: 'rate-limit' });
    const end: StreamEvent = { type: 'finish', finish: { reason: 'stop' } };
    const [frame, ...others] = written([{ type: 'error', error }, end]);
    expect(others).toEqual([]);
    expect(read(frame)).toMatchObject([{ type: 'error', error: { kind: 'rate-limit', message: 'slow down' } }]);
    const [broken] = written([{ type: 'error', error: new TransportError('gone') }]);
    expect(read(broken)).toMatchObject([{ type: 'error', error: { kind: 'server', message: 'gone' } }]);
  });
});
