import { anthropicMessages } from '@toolglot/anthropic/codec';
import { anthropicProfile } from '@toolglot/anthropic/profiles';
import { collect, eventsOf, isJsonObject, type JsonObject, lower, parseSse, printSse, type StreamEvent } from '@toolglot/core';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';

const { decodeStream, encodeStream, encodeRequest } = anthropicMessages;

function decode(payloads: readonly unknown[]): readonly StreamEvent[] {
  const decoder = decodeStream();
  return [...payloads.flatMap((payload) => decoder.push(payload)), ...decoder.end()];
}

const begin = (index: number, block: JsonObject) => ({ type: 'content_block_start', index, content_block: block });
const delta = (index: number, type: string, members: JsonObject) => ({
  type: 'content_block_delta',
  index,
  delta: { type, ...members },
});
const json = (index: number, text: string) => delta(index, 'input_json_delta', { partial_json: text });
const stop = (index: number) => ({ type: 'content_block_stop', index });
const end = (reason = 'tool_use') => [
  { type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
];
const call = (id: string, input: JsonObject = {}): JsonObject => ({ type: 'tool_use', id, name: 'f', input });
const answerOf = (...payloads: readonly unknown[]) => collect(decode([...payloads, ...end()]));
const partsOf = async (...payloads: readonly unknown[]) => (await answerOf(...payloads)).message.content;

/** Each fault by its id: what this project does where others went wrong. The inputs are our own, of the same kind. */
const checks: Readonly<Record<string, () => void | Promise<void>>> = {
  async B041() {
    expect(await partsOf(begin(1, call('t', { cmd: 'ls' })), stop(1))).toMatchObject([{ args: { cmd: 'ls' } }]);
    expect(await partsOf(begin(1, call('t', { cmd: 'ls' })), json(1, '{"cmd":"pwd"}'), stop(1))).toMatchObject([
      { args: { cmd: 'pwd' } },
    ]);
  },
  async B053() {
    for (const text of ['{"path":"a","body":"lor', '{"path":"a"}']) {
      const { finish, message } = await collect(decode([begin(0, call('c1')), json(0, text), stop(0), ...end('max_tokens')]));
      expect([finish.reason, message.content.length]).toEqual(['length', 1]);
    }
  },
  async B081() {
    const usage = { input: 100, cachedInput: 75, output: 4 };
    const encoder = encodeStream();
    const answer = { message: { role: 'assistant', content: [] }, finish: { reason: 'stop' }, usage } as const;
    const written = eventsOf(answer)
      .flatMap(encoder.push)
      .map(({ data }): JsonObject => JSON.parse(data));
    expect(written.find(({ type }) => type === 'message_delta')?.usage).toMatchObject({
      input_tokens: 25,
      cache_read_input_tokens: 75,
      output_tokens: 4,
    });
    expect((await collect(decode(written))).usage).toMatchObject(usage);
  },
  async B085() {
    const parts = await partsOf(begin(1, call('a')), stop(1), begin(4, call('b')), json(4, '{"x":1}'), stop(4));
    expect(parts).toMatchObject([{ id: 'a' }, { id: 'b', args: { x: 1 } }]);
  },
  async B097() {
    const { message } = await answerOf(begin(0, call('c1')), json(0, '{"cmd": "ls'), stop(0));
    expect(message.content).toMatchObject([{ args: {}, argsText: '{"cmd": "ls', fault: { code: 'invalid-json' } }]);
    const profile = anthropicProfile('claude-opus-5');
    const request = { messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }, message] } as const;
    const { body } = encodeRequest(lower(request, profile).request, profile);
    expect(JSON.stringify(body)).toContain('"input":{}');
  },
  async B109() {
    expect((await answerOf()).finish.reason).toBe('stop');
  },
  async B121() {
    const usage = { input_tokens: 9325, cache_read_input_tokens: 5, output_tokens: 2 };
    const last = { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 76 } };
    const answer = await collect(decode([{ type: 'message_start', message: { usage } }, last, { type: 'message_stop' }]));
    expect(answer.usage).toEqual({ input: 9330, cachedInput: 5, output: 76 });
  },
  async B135() {
    expect(await partsOf(begin(0, call('t')), json(0, ''), stop(0))).toEqual([
      { type: 'tool-call', id: 't', name: 'f', args: {} },
    ]);
  },
  async B137() {
    const [part] = await partsOf(begin(0, call('t')), json(0, '{"id":2512292042121000001}'), stop(0));
    expect(part).toMatchObject({ args: {}, fault: { code: 'unsafe-integer' } });
  },
  B159() {
    const typed = [
      { error: { message: 'invalid request', code: 400 } },
      { error: { message: 'quota', code: 429 } },
      { choices: null, error: { message: 'x' } },
    ].map((payload) => decode([payload]));
    expect(typed).toMatchObject([
      [{ type: 'error', error: { kind: 'invalid-request', retryable: false } }],
      [{ type: 'error', error: { kind: 'rate-limit', retryable: true } }],
      [{ type: 'error', error: { code: 'vendor' } }],
    ]);
  },
  async B179() {
    const sent = [begin(0, call('t')), json(0, '{"q":"日本"}'), stop(0), ...end()].map((payload) =>
      printSse({ event: payload.type, data: JSON.stringify(payload) }),
    );
    const bytes = new TextEncoder().encode(sent.join(''));
    for (let cut = 0; cut <= bytes.length; cut++) {
      const payloads: unknown[] = [];
      for await (const { data } of parseSse(ReadableStream.from([bytes.slice(0, cut), bytes.slice(cut)])))
        payloads.push(JSON.parse(data));
      expect((await collect(decode(payloads))).message.content).toMatchObject([{ args: { q: '日本' } }]);
    }
  },
  B187() {
    const events = decode([begin(0, call('c1')), json(0, '{"amt":1}'), stop(0)]);
    expect(events.at(-1)).toMatchObject({
      type: 'error',
      error: { code: 'transport', message: expect.stringContaining('broke off') },
    });
    expect(events.map(({ type }) => type)).not.toContain('finish');
  },
  async B193() {
    const text = delta(0, 'text_delta', { text: 'ok' });
    const parts = await partsOf(
      begin(0, { type: 'text', text: '' }),
      text,
      begin(1, call('c1')),
      json(1, '{"a"'),
      delta(0, 'text_delta', { text: '!' }),
      json(1, ':1}'),
    );
    expect(parts).toMatchObject([{ text: 'ok!' }, { id: 'c1', args: { a: 1 } }]);
  },
  async B203() {
    const payloads = [begin(0, call('c1')), json(0, '{"a"'), json(0, ':1}'), stop(0), ...end()];
    const events = decode(payloads);
    const told = events.filter(({ type }) => type.startsWith('tool-call'));
    expect(told.map(({ type }) => type)).toEqual(['tool-call-start', 'tool-call-delta', 'tool-call-delta', 'tool-call-end']);
    expect(told.at(-1)).toMatchObject({ part: (await collect(events)).message.content[0] });
  },
  async B207() {
    const { usage } = await collect(decode([begin(0, { type: 'text', text: '' }), { type: 'message_stop' }]));
    expect(usage).toBeUndefined();
  },
};

for (const [id, check] of Object.entries(checks)) test(`${id}, as a fixture of our own`, check);

describeShared('reported faults', 'faults/open.jsonl', (path) => {
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
