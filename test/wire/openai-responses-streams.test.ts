import { collect, type JsonObject, parseSse, type StreamEvent, toolCallsOf } from '@toolglot/core';
import { openai } from '@toolglot/openai';
import { openaiResponses } from '@toolglot/openai/codec';
import { OpenAI } from 'openai';
import { expect, test } from 'vitest';

const created = { type: 'response.created', response: { id: 'resp_1', model: 'gpt-5.4', status: 'in_progress', output: [] } };
const completed = (more: JsonObject = {}) => ({
  type: 'response.completed',
  response: { id: 'resp_1', model: 'gpt-5.4', status: 'completed', output: [], ...more },
});
const event = (name: string, output_index: number, fields: JsonObject) => ({ type: `response.${name}`, output_index, ...fields });
const call = (n: number, more: JsonObject = {}) => ({
  ...{ type: 'function_call', id: `fc_${n}`, call_id: `call_${n}`, name: 'get_weather', arguments: '' },
  ...more,
});
const added = (output_index: number, item: JsonObject) => event('output_item.added', output_index, { item });
const done = (output_index: number, item: JsonObject) => event('output_item.done', output_index, { item });
const delta = (n: number, output_index: number, text: string, more: JsonObject = {}) =>
  event('function_call_arguments.delta', output_index, { item_id: `fc_${n}`, delta: text, ...more });

function decode(...chunks: readonly unknown[]): readonly StreamEvent[] {
  const decoder = openaiResponses.decodeStream?.();
  return decoder ? [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()] : [];
}

const callsIn = async (...chunks: readonly unknown[]) => toolCallsOf((await collect(decode(...chunks))).message);

test('39: arguments in pieces of one character, also inside an escape, are one call with that very text', async () => {
  const text = '{"city":"\\u4e0a\\"海"}';
  const pieces = Array.from(text, (piece) => delta(1, 0, piece));
  const [only, ...others] = await callsIn(created, added(0, call(1)), ...pieces, completed());
  expect(others).toEqual([]);
  expect(only).toMatchObject({ id: 'call_1', name: 'get_weather', args: { city: '上"海' }, argsText: text });
});

test('40: two calls that interleave have the right arguments, also from index 1 and with a gap', async () => {
  for (const [one, two] of [
    [0, 1],
    [1, 4],
  ] as const) {
    const pieces = [delta(1, one, '{"a"'), delta(2, two, '{"b"'), delta(2, two, ':2}'), delta(1, one, ':1}')];
    const calls = await callsIn(created, added(one, call(1)), added(two, call(2)), ...pieces, completed());
    expect(calls.map(({ args }) => args)).toEqual([{ a: 1 }, { b: 2 }]);
  }
});

test('43: the start of a call is told when its name is there', () => {
  const decoder = openaiResponses.decodeStream?.();
  const told = [created, added(0, call(1, { name: '' })), delta(1, 0, '{'), added(0, call(1))].map((chunk) =>
    decoder?.push(chunk).map(({ type }) => type),
  );
  expect(told).toEqual([['response-start'], [], [], ['tool-call-start', 'tool-call-delta']]);
});

test('44: arguments that parse are not at their end', async () => {
  const events = decode(
    created,
    added(0, call(1)),
    delta(1, 0, '{"a":1}'),
    delta(1, 0, '  '),
    delta(1, 0, ',"b":2}'),
    completed(),
  );
  expect(events.filter(({ type }) => type === 'tool-call-end')).toHaveLength(1);
  expect(toolCallsOf((await collect(events)).message)).toMatchObject([
    { argsText: '{"a":1}  ,"b":2}', fault: expect.anything() },
  ]);
});

test('45: usage is that of the whole answer, and a stream that says null in its place is read', async () => {
  const usage = { input_tokens: 7, output_tokens: 2, output_tokens_details: { reasoning_tokens: 1 } };
  const begun = { ...created, response: { ...created.response, usage: null } };
  expect((await collect(decode(begun, completed({ usage })))).usage).toEqual({ input: 7, output: 2, reasoning: 1 });
  expect(await collect(decode(begun, completed({ usage: null })))).not.toHaveProperty('usage');
});

test('46: padding, and fields and events that are not known, are no matter', async () => {
  const padded = delta(1, 0, '{}', { obfuscation: 'xyz', colour: 1 });
  const news = [{ type: 'response.colour.delta', delta: 'x' }, { type: 'keepalive' }, {}, null, 'x', 7, []];
  expect(await callsIn(created, ...news, added(0, call(1)), padded, ...news, completed())).toMatchObject([{ args: {} }]);
});

const quota = { code: 'insufficient_quota', message: 'none left' };

test('47: errors, flat and nested, and an answer that failed, are thrown behind what came before them', async () => {
  for (const frame of [
    { type: 'error', param: null, ...quota },
    { type: 'error', error: { type: 'insufficient_quota', param: null, ...quota } },
    { type: 'response.failed', response: { status: 'failed', error: quota, output: [] } },
  ]) {
    const events = decode(created, added(0, call(1)), delta(1, 0, '{}'), frame, completed());
    expect(events.map(({ type }) => type)).toEqual(['response-start', 'tool-call-start', 'tool-call-delta', 'error']);
    await expect(collect(events)).rejects.toMatchObject({ code: 'vendor', kind: 'quota', message: 'none left' });
  }
});

test('48: the end without an end of the answer is an error, and its calls are not run', async () => {
  const events = decode(created, added(0, call(1)), delta(1, 0, '{}'), done(0, call(1, { arguments: '{}' })));
  await expect(collect(events)).rejects.toMatchObject({ code: 'transport' });
  expect(events.some(({ type }) => type === 'tool-call-end')).toBe(false);
});

test('48: comments, line ends of any kind, bytes cut anywhere, and what stands behind [DONE] are no matter', async () => {
  const chunks = [created, added(0, call(1)), delta(1, 0, '{"city":"上海"}'), completed()];
  const lines = chunks.map((chunk) => `: OPENROUTER PROCESSING\r\n\r\ndata:${JSON.stringify(chunk)}\r\n\r\n`);
  const bytes = new TextEncoder().encode(`${lines.join('')}data: [DONE]\n\ndata: {"type":"error"}\n\n`);
  const cut = Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1));
  const fetch = async () => new Response(ReadableStream.from(cut), { headers: { 'content-type': 'text/event-stream' } });
  const model = openai('gpt-5.4', { client: new OpenAI({ apiKey: 'test', fetch }) });
  const { message } = await collect(model.stream?.({ messages: [], tools: [{ type: 'function', name: 'get_weather' }] }) ?? []);
  expect(toolCallsOf(message)).toMatchObject([{ args: { city: '上海' } }]);
  const read: unknown[] = [];
  for await (const { data } of parseSse(ReadableStream.from(cut)))
    if (data.startsWith('{"type":"response')) read.push(JSON.parse(data));
  expect(read).toEqual(chunks);
});

test('49: pieces find their item by its index or id; ends may be missing, or be all there is; the item when it is done counts', async () => {
  const whole = call(1, { arguments: '{"a":1}' });
  const ended = event('function_call_arguments.done', 0, { item_id: 'fc_1', arguments: '{"a":1}' });
  for (const between of [
    [delta(9, 0, '{"a":1}')],
    [delta(1, 9, '{"a":1}')],
    [delta(1, 0, '{"a":1}'), done(0, whole)],
    [ended],
    [delta(1, 0, '{"b":'), ended],
    [ended, done(0, whole)],
    [delta(1, 0, '{"b":2}'), done(0, whole)],
  ])
    expect(await callsIn(created, added(0, call(1)), ...between, completed())).toMatchObject([{ id: 'call_1', args: { a: 1 } }]);
  const renamed = [added(0, call(1)), delta(1, 0, '{}'), done(0, call(1, { call_id: 'call_9', arguments: '{}' }))];
  expect(await callsIn(created, ...renamed, completed())).toMatchObject([{ id: 'call_9' }]);
});

test('50: what reasoning is sealed with is that of the item when it is done', async () => {
  const item = (encrypted_content: string) => ({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content });
  const chunks = [created, added(0, item('early')), done(0, item('right')), completed({ output: [item('late')] })];
  const { message } = await collect(decode(...chunks));
  expect(openaiResponses.encodeRequest({ messages: [message] }).body.input).toMatchObject([{ encrypted_content: 'right' }]);
});
