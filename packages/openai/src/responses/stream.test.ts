import { collect, type JsonObject, type StreamEvent, toolCallsOf, VendorError } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { openaiResponses } from './codec.ts';
import { decodeStream, encodeStream } from './stream.ts';

const created = { type: 'response.created', response: { id: 'resp_1', model: 'gpt-5.4', status: 'in_progress', output: [] } };
const completed = (...output: readonly JsonObject[]) => ({
  type: 'response.completed',
  response: { id: 'resp_1', model: 'gpt-5.4', status: 'completed', output },
});
const added = (output_index: number, item: JsonObject) => ({ type: 'response.output_item.added', output_index, item });
const done = (output_index: number, item: JsonObject) => ({ type: 'response.output_item.done', output_index, item });
const at = (type: string, output_index: number, fields: JsonObject) => ({ type: `response.${type}`, output_index, ...fields });
const args = (output_index: number, delta: string | null, more: JsonObject = {}) =>
  at('function_call_arguments.delta', output_index, { delta, ...more });
const text = (output_index: number, delta: string | null, more: JsonObject = {}) =>
  at('output_text.delta', output_index, { content_index: 0, delta, ...more });

const call = (n: number, more: JsonObject = {}) => ({
  ...{ type: 'function_call', id: `fc_${n}`, call_id: `call_${n}`, name: 'f', arguments: '', status: 'in_progress' },
  ...more,
});
const called = (n: number, said: string, more: JsonObject = {}) => call(n, { arguments: said, status: 'completed', ...more });
const message = (said?: string, more: JsonObject = {}) => ({
  ...{ type: 'message', id: 'msg_1', role: 'assistant', status: said === undefined ? 'in_progress' : 'completed' },
  content: said === undefined ? [] : [{ type: 'output_text', text: said, annotations: [] }],
  ...more,
});

function read(...chunks: readonly unknown[]): readonly StreamEvent[] {
  const decoder = decodeStream();
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()];
}

const answerOf = (...chunks: readonly unknown[]) => collect(read(...chunks));
const callsIn = async (...chunks: readonly unknown[]) => toolCallsOf((await answerOf(...chunks)).message);
const typesOf = (events: readonly StreamEvent[]) => events.map(({ type }) => type);

describe('calls', () => {
  const whole = [{ id: 'call_1', name: 'f', args: { a: 42 }, argsText: '{"a":42}' }];

  test.each([
    ['in pieces, without an end of their own', [args(0, '{"a":'), args(0, '42}'), done(0, called(1, '{"a":42}'))]],
    ['by their end alone', [at('function_call_arguments.done', 0, { arguments: '{"a":42}' })]],
    [
      'by their end, whatever the pieces were',
      [args(0, '{"a":'), at('function_call_arguments.done', 0, { arguments: '{"a":42}' })],
    ],
    ['by their item, whatever was said before', [args(0, '{"b":'), args(0, '1}'), done(0, called(1, '{"a":42}'))]],
    ['by their item alone', [done(0, called(1, '{"a":42}'))]],
    ['with pieces that say nothing', [args(0, null), args(0, '{"a":42}'), { type: 'response.function_call_arguments.delta' }]],
    ['by the id of their item', [args(7, '{"a":42}', { item_id: 'fc_1' })]],
    ['with an end that comes twice', [done(0, called(1, '{"a":42}')), done(0, called(1, '{"a":0}'))]],
    ['with a start that comes twice', [added(0, call(1)), args(0, '{"a":42}')]],
  ])('have their arguments %s', async (_how, chunks) => {
    expect(await callsIn(created, added(0, call(1)), ...chunks, completed())).toMatchObject(whole);
  });

  test('have their arguments from the whole answer where nothing else has them', async () => {
    expect(await callsIn(created, added(0, call(1)), args(0, '{"a'), completed(called(1, '{"a":42}')))).toMatchObject(whole);
    expect(await callsIn(created, completed(called(1, '{"a":42}')))).toMatchObject(whole);
  });

  test('that nobody names are kept, with a fault', async () => {
    const [, other] = await callsIn(created, added(0, call(1)), args(5, '{}', { item_id: 'fc_9' }), completed());
    expect(other).toMatchObject({ argsText: '{}', fault: { code: 'missing-name' } });
  });

  test('that repeat an id and have none of their own are two', async () => {
    const { id: _id, ...bare } = called(1, '{}');
    expect(await callsIn(created, done(0, bare), done(1, { ...bare, arguments: '{"a":1}' }), completed())).toHaveLength(2);
  });

  test('that interleave, from whatever index, and that are done out of their order, stay apart and in order', async () => {
    const chunks = [
      ...[created, added(1, call(1)), added(3, call(2)), args(1, '{"a"'), args(3, '{"b"'), args(1, ':1}'), args(3, ':2}')],
      ...[done(3, called(2, '{"b":2}')), done(1, called(1, '{"a":1}')), completed()],
    ];
    expect((await callsIn(...chunks)).map(({ id, args: given }) => [id, given])).toEqual([
      ['call_1', { a: 1 }],
      ['call_2', { b: 2 }],
    ]);
  });

  test('that all say the same index are known by the ids of their items', async () => {
    const of = (n: number) => ({ item_id: `fc_${n}` });
    const chunks = [created, added(0, call(1)), added(0, call(2)), args(0, '{"a":1}', of(1)), args(0, '{"b":2}', of(2))];
    const ends = [done(0, called(1, '{"a":1}')), done(0, called(2, '{"b":2}')), completed()];
    expect((await callsIn(...chunks, ...ends)).map(({ argsText }) => argsText)).toEqual(['{"a":1}', '{"b":2}']);
  });

  test('are told of when their id and name are known, and end when it is known that they were not cut off', () => {
    const nameless = read(created, added(0, call(1, { name: '' })), args(0, '{}'), done(0, called(1, '{}')), completed());
    expect(typesOf(nameless)).toEqual(['response-start', 'tool-call-start', 'tool-call-delta', 'tool-call-end', 'finish']);
    const decoder = decodeStream();
    const told = [created, added(0, call(1)), args(0, '{"a":1}'), args(0, ' '), done(0, called(1, '{"a":1} '))].map((chunk) =>
      typesOf(decoder.push(chunk)),
    );
    expect(told).toEqual([['response-start'], ['tool-call-start'], ['tool-call-delta'], ['tool-call-delta'], []]);
    expect(typesOf(decoder.push(added(1, call(2))))).toEqual(['tool-call-start', 'tool-call-end']);
  });

  test('have the id that their item has when it is done, and one made where it has none', async () => {
    const search = { type: 'tool_search_call', id: 'tsc_1', execution: 'client', arguments: { query: 'x' } };
    const chunks = [added(0, { ...search, call_id: 'early' }), done(0, { ...search, call_id: 'late' })];
    expect(await callsIn(created, ...chunks, completed())).toMatchObject([{ id: 'late', args: { query: 'x' } }]);
    const { call_id: _id, ...anonymous } = called(1, '{}');
    const events = read(created, added(0, { ...anonymous, arguments: '' }), args(0, '{}'), done(0, anonymous), completed());
    const [start] = events.flatMap((event) => (event.type === 'tool-call-start' ? [event.id] : []));
    expect(toolCallsOf((await collect(events)).message)).toMatchObject([{ id: start, minted: true }]);
  });

  test('that repeat an id are two, from their start', async () => {
    const twin = (n: number) => call(n, { call_id: 'call_1' });
    const events = read(created, added(0, twin(1)), added(1, twin(2)), done(0, twin(1)), done(1, twin(2)), completed());
    const starts = events.flatMap((event) => (event.type === 'tool-call-start' ? [event.id] : []));
    expect(new Set(starts).size).toBe(2);
    expect(toolCallsOf((await collect(events)).message).map(({ id }) => id)).toEqual(starts);
  });

  test('that were being written when the answer ended are never run', async () => {
    const cut = { type: 'response.incomplete', response: { incomplete_details: { reason: 'max_output_tokens' } } };
    const { finish, message: said } = await answerOf(created, added(0, call(1)), args(0, '{"a":1}'), cut);
    expect(finish).toEqual({ reason: 'length', raw: 'max_output_tokens' });
    expect(toolCallsOf(said)).toMatchObject([{ args: {}, argsText: '{"a":1}', fault: { code: 'cut-off' } }]);
    const events = read(created, added(0, call(1)), args(0, '{"a":1}'));
    expect(typesOf(events)).toEqual(['response-start', 'tool-call-start', 'tool-call-delta', 'error']);
    expect(events.at(-1)).toMatchObject({ error: { code: 'transport' } });
  });

  test('of tools that take text are told of as the JSON of their arguments', async () => {
    const item = (input: string) => ({ type: 'custom_tool_call', id: 'ctc_1', call_id: 'c', name: 'write', input });
    const piece = (delta: string) => at('custom_tool_call_input.delta', 0, { delta });
    const events = read(created, added(0, item('')), piece('a "b'), piece('"\n上'), done(0, item('a "b"\n上')), completed());
    const said = events.flatMap((event) => (event.type === 'tool-call-delta' ? [event.text] : [])).join('');
    expect(JSON.parse(said)).toEqual({ input: 'a "b"\n上' });
    expect(toolCallsOf((await collect(events)).message)).toMatchObject([{ name: 'write', args: { input: 'a "b"\n上' } }]);
  });
});

describe('texts', () => {
  test('come before their entry begins, without ids and numbers, and with pieces that say nothing', async () => {
    const { content: _content, id: _id, ...bare } = message('');
    const chunks = [created, added(0, bare), text(0, 'Hel'), text(0, null), { type: 'response.output_text.delta', delta: 'lo' }];
    const events = read(...chunks, at('output_text.done', 0, { content_index: 0, text: null }), completed());
    expect(events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []))).toEqual(['Hel', 'lo']);
    expect((await collect(events)).message.content).toMatchObject([{ type: 'text', text: 'Hello' }]);
  });

  test('come before their item begins', async () => {
    const { message: said } = await answerOf(
      created,
      text(0, 'a', { item_id: 'msg_1' }),
      added(0, message()),
      done(0, message('ab')),
      completed(),
    );
    expect(said.content).toMatchObject([{ type: 'text', text: 'ab', vendor: { 'openai-responses': { id: 'msg_1' } } }]);
  });

  test('and refusals of one message stand in their order', async () => {
    const content = [
      { type: 'refusal', refusal: 'no' },
      { type: 'output_text', text: 'but', annotations: [] },
    ];
    const refusal = at('refusal.delta', 0, { content_index: 0, delta: 'no' });
    const chunks = [
      created,
      added(0, message()),
      refusal,
      text(0, 'but', { content_index: 1 }),
      done(0, { ...message(''), content }),
    ];
    const { message: said, finish } = await answerOf(...chunks, completed());
    expect(said.content).toMatchObject([
      { type: 'refusal', text: 'no' },
      { type: 'text', text: 'but' },
    ]);
    expect(finish.reason).toBe('refusal');
  });

  test('that were told, and turn out to be something else, end', () => {
    const content = [{ type: 'refusal', refusal: 'no' }];
    const events = read(created, added(0, message()), text(0, 'I'), done(0, { ...message(''), content }), completed());
    expect(typesOf(events)).toEqual(['response-start', 'text-start', 'text-delta', 'text-end', 'part', 'finish']);
  });
});

describe('reasoning', () => {
  const item = (more: JsonObject = {}) => ({ type: 'reasoning', id: 'rs_1', summary: [], ...more });
  const summary = ['one', 'two'].map((said) => ({ type: 'summary_text', text: said }));
  const piece = (summary_index: number, delta: string) => at('reasoning_summary_text.delta', 0, { summary_index, delta });

  test('is sealed as its item says when it is done, not as it or the whole answer does', async () => {
    const sealed = (encrypted_content: string) => item({ encrypted_content });
    const chunks = [created, added(0, sealed('early')), done(0, sealed('right')), completed(sealed('late'))];
    const [part] = (await answerOf(...chunks)).message.content;
    expect(part?.vendor?.['openai-responses']?.fields).toMatchObject({ encrypted_content: 'right' });
  });

  test('is told summary by summary, and ends when what it led to is known', async () => {
    const decoder = decodeStream();
    const chunks = [created, added(0, item()), piece(0, 'o'), piece(0, 'ne'), piece(1, 'two'), done(0, item({ summary }))];
    const told = chunks.flatMap((chunk) => decoder.push(chunk));
    expect(told.flatMap((event) => (event.type === 'reasoning-delta' ? [event.text] : [])).join('')).toBe('one\n\ntwo');
    expect(typesOf(told)).not.toContain('reasoning-end');
    expect(decoder.push(added(1, message()))).toMatchObject([
      { type: 'reasoning-end', part: { text: 'one\n\ntwo', vendor: { 'openai-responses': { id: 'rs_1', before: 'msg_1' } } } },
    ]);
  });

  test('is what was thought where that is shown', async () => {
    const thought = (delta: string) => at('reasoning_text.delta', 0, { content_index: 0, delta });
    const { message: said } = await answerOf(created, added(0, item()), thought('h'), thought('m'), completed());
    expect(said.content).toMatchObject([{ type: 'reasoning', text: 'hm' }]);
  });
});

describe('what the vendor runs', () => {
  test('comes in one piece, whatever is told of it on its way', async () => {
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } };
    const image = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'AA==' };
    const mcp = { type: 'mcp_call', id: 'mcp_1', server_label: 's', name: 'f', arguments: '{}', output: 'ok' };
    const chunks = [
      ...[created, added(0, { ...search, status: 'in_progress' }), at('web_search_call.searching', 0, { item_id: 'ws_1' })],
      ...[done(0, search), added(1, image), at('image_generation_call.partial_image', 1, { partial_image_b64: 'A' })],
      ...[done(1, image), added(2, { ...mcp, arguments: '' }), at('mcp_call_arguments.delta', 2, { delta: '{}' }), done(2, mcp)],
    ];
    const events = read(...chunks, completed(search, image, mcp));
    expect(typesOf(events)).toEqual(['response-start', 'part', 'part', 'part', 'finish']);
    const { message: said } = openaiResponses.decodeResponse(completed(search, image, mcp).response);
    expect((await collect(events)).message).toEqual(said);
  });

  test('holds back what begins behind it until it is there', () => {
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' };
    const events = read(
      created,
      added(0, search),
      added(1, message()),
      text(1, 'a'),
      done(0, search),
      done(1, message('a')),
      completed(),
    );
    expect(typesOf(events)).toEqual(['response-start', 'part', 'text-start', 'text-delta', 'text-end', 'finish']);
  });
});

describe('the end', () => {
  const said = { code: 'rate_limit_exceeded', message: 'slow down', param: null };

  test.each([
    ['flat', { type: 'error', sequence_number: 3, ...said }],
    ['nested', { type: 'error', error: { type: 'requests', ...said } }],
    ['of an answer that failed', { type: 'response.failed', response: { status: 'failed', error: said } }],
    ['of a gateway', { error: said }],
  ])('is an error of the vendor, %s', (_what, frame) => {
    const events = read(created, added(0, call(1)), args(0, '{}'), frame, done(0, called(1, '{}')), completed());
    const last = events.at(-1);
    expect(last?.type === 'error' && last.error).toBeInstanceOf(VendorError);
    expect(last).toMatchObject({ error: { kind: 'rate-limit', message: 'slow down', vendorCode: said.code } });
    expect(typesOf(events).filter((type) => type === 'error' || type === 'finish' || type === 'tool-call-end')).toEqual([
      'error',
    ]);
  });

  test('has the usage and what else the whole answer says', async () => {
    const usage = { input_tokens: 3, output_tokens: 5, input_tokens_details: { cached_tokens: 1 } };
    const body = { ...completed(message('a')).response, usage, service_tier: 'flex' };
    const answer = await answerOf(created, added(0, message()), done(0, message('a')), {
      type: 'response.completed',
      response: body,
    });
    expect(answer).toEqual(openaiResponses.decodeResponse(body));
    expect(answer.usage).toEqual({ input: 3, output: 5, cachedInput: 1 });
  });

  test('of a server that gives items other ids each time leaves them known by none', async () => {
    const thought = { type: 'reasoning', id: 'a', summary: [], encrypted_content: 'blob' };
    const chunks = [
      created,
      added(0, thought),
      done(0, { ...thought, id: 'b' }),
      added(1, message()),
      done(1, message('x', { id: 'msg_2' })),
    ];
    const { message: turn } = await answerOf(...chunks, completed(thought, message('x', { id: 'msg_3' })));
    expect(turn.content).toHaveLength(2);
    const { input } = openaiResponses.encodeRequest({ messages: [turn] }).body;
    expect(input).toMatchObject([{ encrypted_content: 'blob' }, { role: 'assistant' }]);
    expect(JSON.stringify(input)).not.toContain('"id"');
  });
});

describe('a stream that is written', () => {
  const write = (...events: readonly StreamEvent[]) => {
    const encoder = encodeStream();
    return [...events.flatMap((event) => encoder.push(event)), ...encoder.end()];
  };
  const payloadsOf = (...events: readonly StreamEvent[]) => write(...events).map(({ data }): JsonObject => JSON.parse(data));
  const start = { type: 'response-start', id: 'resp_1', model: 'm' } as const;
  const finish = { type: 'finish', finish: { reason: 'stop' } } as const;

  test('has events of the name of their type, numbered, with the address of their item', () => {
    const part = { type: 'tool-call', id: 'c', name: 'f', args: { a: 1 } } as const;
    const events = write(
      start,
      { type: 'tool-call-start', key: '0', id: 'c', name: 'f' },
      { type: 'tool-call-delta', key: '0', text: '{"a":1}' },
      { type: 'tool-call-end', key: '0', part },
      finish,
    );
    const payloads = events.map(({ data }): JsonObject => JSON.parse(data));
    expect(payloads.map(({ type, sequence_number }) => [type, sequence_number])).toEqual([
      ['response.created', 0],
      ['response.in_progress', 1],
      ['response.output_item.added', 2],
      ['response.function_call_arguments.delta', 3],
      ['response.function_call_arguments.done', 4],
      ['response.output_item.done', 5],
      ['response.completed', 6],
    ]);
    expect(events.map(({ event }) => event)).toEqual(payloads.map(({ type }) => type));
    const [, , begun, delta, , ended, last] = payloads;
    expect(begun).toMatchObject({ output_index: 0, item: { type: 'function_call', call_id: 'c', name: 'f', arguments: '' } });
    expect(begun?.item).toMatchObject({ id: delta?.item_id });
    expect(last?.response).toMatchObject({ id: 'resp_1', status: 'completed', output: [ended?.item] });
  });

  test('that was read begins as it did', () => {
    const begun = { ...created, response: { ...created.response, created_at: 17, tools: [], service_tier: 'flex', usage: null } };
    const [first] = payloadsOf(...read(begun, completed()));
    expect(first?.response).toMatchObject(begun.response);
  });

  test('ends with the error where the answer does, of the same kind, and nothing behind it', () => {
    for (const kind of ['rate-limit', 'overloaded', 'server', 'context-length', 'content-filter', 'quota', 'auth'] as const) {
      const payloads = payloadsOf(start, { type: 'error', error: new VendorError('x', { status: 500, kind }) }, finish);
      expect(payloads.at(-1)?.type).toBe('error');
      expect(read(...payloads).at(-1)).toMatchObject({ type: 'error', error: { kind, message: 'x' } });
    }
  });

  test('of an answer without an id is written when all of it is known', () => {
    const encoder = encodeStream();
    const part = { type: 'text', text: 'a' } as const;
    const early = [{ type: 'response-start' }, { type: 'text-start', key: '0' }, { type: 'text-end', key: '0', part }] as const;
    expect(early.flatMap((event) => encoder.push(event))).toEqual([]);
    const types = encoder.push(finish).map(({ event }) => event);
    expect([types[0], types.at(-1)]).toEqual(['response.created', 'response.completed']);
  });

  test('of an answer that breaks off breaks off', () => {
    const payloads = payloadsOf(start, { type: 'text-start', key: '0' }, { type: 'text-delta', key: '0', text: 'a' });
    expect(payloads.at(-1)).toMatchObject({ type: 'response.output_text.delta', delta: 'a' });
  });
});
