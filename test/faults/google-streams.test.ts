import {
  collect,
  collector,
  isJsonObject,
  type Json,
  type JsonObject,
  parseSse,
  printSse,
  type StreamEvent,
  toolCallsOf,
} from '@toolglot/core';
import { googleGenerateContent } from '@toolglot/google/codec';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';

function read(...chunks: readonly unknown[]): readonly StreamEvent[] {
  const decoder = googleGenerateContent.decodeStream?.();
  return decoder ? [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()] : [];
}

const say = (parts: Json, more: JsonObject = {}): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, ...more }],
});
const end = (finishReason: string, ...parts: readonly JsonObject[]) => say(parts, { finishReason });
const call = (args: JsonObject, id?: string) => ({ functionCall: { ...(id && { id }), name: 'f', args } });
const open = { functionCall: { name: 'f', willContinue: true } };
const piece = (stringValue: string) => ({
  functionCall: { partialArgs: [{ jsonPath: '$.q', stringValue }], willContinue: true },
});

/** Each fault by its id, where a stream of this format can have it. The inputs are our own, of the same kind. */
const checks: Readonly<Record<string, () => void | Promise<void>>> = {
  async B013() {
    const parts = [
      { text: 'plan', thought: true },
      { ...call({}), thoughtSignature: 'SIG1' },
      call({}),
      { text: '', thoughtSignature: 'SIG2' },
    ];
    const { message } = await collect(read(...parts.map((part) => say([part])), end('STOP')));
    const { body } = googleGenerateContent.encodeRequest({ messages: [message] });
    expect(body.contents).toEqual([{ role: 'model', parts }]);
  },
  async B053() {
    const cut = await collect(read(say([open]), say([piece('lor')]), end('MAX_TOKENS')));
    expect(cut.finish.reason).toBe('length');
    expect(toolCallsOf(cut.message)).toMatchObject([{ args: {}, fault: { code: 'cut-off' } }]);
    expect((await collect(read(say([call({ a: 1 })]), end('MAX_TOKENS')))).finish.reason).toBe('length');
  },
  async B091() {
    const { message } = await collect(read(say([call({}, 'fc-1')]), say([call({}, 'fc-2'), call({})]), end('STOP')));
    expect(toolCallsOf(message).map(({ id, minted = false }) => (minted ? 'made' : id))).toEqual(['fc-1', 'fc-2', 'made']);
  },
  async B131() {
    const { message } = await collect(read(say([call({ n: 1 }, 'a')]), say([call({ n: 2 }, 'a')]), end('STOP')));
    const ids = toolCallsOf(message).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(toolCallsOf(message).map(({ args }) => args)).toEqual([{ n: 1 }, { n: 2 }]);
  },
  async B137() {
    const { message } = await collect(read(say([call({ id: 2 ** 60 })]), end('STOP')));
    expect(toolCallsOf(message)).toMatchObject([{ args: {}, fault: { code: 'unsafe-integer' } }]);
  },
  async B147() {
    const reasons = await Promise.all(
      [
        end('STOP'),
        { candidates: [{ content: { role: 'model' }, finishReason: 'STOP' }] },
        { promptFeedback: { blockReason: 'SAFETY' } },
      ].map(async (chunk) => (await collect(read(chunk))).finish.reason),
    );
    expect(reasons).toEqual(['stop', 'stop', 'content-filter']);
    await expect(collect(read({ candidates: [] }))).rejects.toMatchObject({ code: 'transport' });
  },
  async B179() {
    const sent = [say([call({ q: '日本' })]), end('STOP')].map((chunk) => printSse({ data: JSON.stringify(chunk) })).join('');
    const bytes = new TextEncoder().encode(sent);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const chunks: unknown[] = [];
      for await (const { data } of parseSse(piecesOf(bytes, cut))) chunks.push(JSON.parse(data));
      expect(toolCallsOf((await collect(read(...chunks))).message)).toMatchObject([{ args: { q: '日本' } }]);
    }
  },
  async B187() {
    const events = read(say([call({ amt: 1 })]));
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'transport' } });
    await expect(collect(events)).rejects.toThrow('broke off');
  },
  async B193() {
    const { message } = await collect(
      read(say([{ text: 'ok' }, open]), say([{ text: '!' }, piece('a')]), say([piece('b')]), end('STOP', { functionCall: {} })),
    );
    expect(message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')).toBe('ok!');
    expect(toolCallsOf(message)).toMatchObject([{ name: 'f', args: { q: 'ab' } }]);
  },
  async B203() {
    const events = read(say([open]), say([piece('a')]), say([{ functionCall: {} }]), end('STOP'));
    const calls = events.flatMap((event) => (event.type === 'tool-call-end' ? [event.part] : []));
    expect(calls).toEqual(toolCallsOf((await collect(events)).message));
    expect(calls).toMatchObject([{ args: { q: 'a' } }]);
    const early = googleGenerateContent.decodeStream?.();
    expect([say([open]), say([piece('a')])].flatMap((chunk) => early?.push(chunk) ?? []).map(({ type }) => type)).toEqual([
      'response-start',
      'tool-call-start',
    ]);
  },
  B207() {
    const fold = collector();
    for (const event of read(say([{ text: 'a' }]), say([{ text: 'b' }])).slice(0, -1)) fold.push(event);
    expect(fold.response().usage).toBeUndefined();
  },
};

async function* piecesOf(bytes: Uint8Array, cut: number): AsyncGenerator<Uint8Array> {
  yield bytes.slice(0, cut);
  yield bytes.slice(cut);
}

for (const [id, check] of Object.entries(checks)) test(`${id}, as a fixture of our own`, check);

describeShared('reported faults of streams', 'faults/open.jsonl', (path) => {
  const faults = readJsonLines(path).filter(isJsonObject);
  for (const { id, summary } of faults) {
    const check = checks[String(id)];
    if (check) test(`${id}: ${summary}`, check);
  }

  test('each fault that is checked here is among the reported ones', () => {
    const reported = faults.map(({ id }) => String(id));
    expect(Object.keys(checks).filter((id) => !reported.includes(id))).toEqual([]);
  });
});
