import { collect, isJsonObject, type JsonObject, type StreamEvent, toolCallsOf } from '@toolglot/core';
import { openaiResponses } from '@toolglot/openai/codec';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';

const item = (more: JsonObject = {}) => ({ type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: '', ...more });
const created = { type: 'response.created', response: { id: 'resp_1', model: 'm' } };
const added = (of: JsonObject) => ({ type: 'response.output_item.added', output_index: 0, item: of });
const done = (of: JsonObject) => ({ type: 'response.output_item.done', output_index: 0, item: of });
const delta = (text: string) => ({
  type: 'response.function_call_arguments.delta',
  item_id: 'fc_1',
  output_index: 0,
  delta: text,
});
const completed = (...output: readonly JsonObject[]) => ({ type: 'response.completed', response: { output } });

function decode(...chunks: readonly unknown[]): readonly StreamEvent[] {
  const decoder = openaiResponses.decodeStream?.();
  return decoder ? [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()] : [];
}

const callsIn = async (...chunks: readonly unknown[]) => toolCallsOf((await collect(decode(...chunks))).message);
const startsIn = (...chunks: readonly unknown[]) => decode(...chunks).filter(({ type }) => type === 'tool-call-start').length;

/** Each fault by its id: what this project does where others went wrong. The inputs are our own, of the same kind. */
const checks: Readonly<Record<string, () => Promise<void>>> = {
  B009: async () => {
    const text = '"{\\"pattern\\":\\"*.ts\\"}"';
    const calls = await callsIn(created, added(item()), delta(text), done(item({ arguments: text })), completed());
    expect(calls).toMatchObject([{ args: { pattern: '*.ts' } }]);
  },

  B163: async () => {
    const { id: _id, ...bare } = item({ arguments: '{"q":"w"}' });
    const events = decode(done(bare), completed(bare));
    const { message } = await collect(events);
    expect(toolCallsOf(message)).toMatchObject([{ id: 'c1', name: 'f', args: { q: 'w' } }]);
    expect(openaiResponses.encodeRequest({ messages: [message] }).body.input).toEqual([bare]);
  },

  B197: async () => {
    const whole = '{"a":42}';
    const ends = { type: 'response.function_call_arguments.done', item_id: 'fc_1', output_index: 0, arguments: whole };
    for (const last of [[ends], [done(item({ arguments: whole }))], []]) {
      const chunks = [created, added(item()), delta('{"a":'), ...last, completed(item({ arguments: whole }))];
      expect(await callsIn(...chunks)).toMatchObject([{ id: 'c1', name: 'f', args: { a: 42 }, argsText: whole }]);
      expect(startsIn(...chunks)).toBe(1);
    }
  },
};

test.each(Object.entries(checks))('%s holds for an input of our own', async (_id, check) => check());

describeShared('reported faults of streams in Responses', 'faults/open.jsonl', (path) => {
  const faults = readJsonLines(path).filter(isJsonObject);
  for (const { id, summary } of faults) {
    const check = checks[String(id)];
    if (check) test(`${id}: ${summary}`, check);
  }

  test('each fault that is checked here is among those reported', () => {
    const reported = faults.map(({ id }) => id);
    expect(Object.keys(checks).filter((id) => !reported.includes(id))).toEqual([]);
  });

  test('each reported stream of Responses is read as one call, told of once', async () => {
    const streams = faults.filter(({ vendor }) => vendor === 'openai-responses').flatMap(({ input }) => eventsIn(input));
    expect(streams.length).toBeGreaterThan(0);
    for (const chunks of streams) {
      expect(await callsIn(...chunks)).toHaveLength(1);
      expect(startsIn(...chunks)).toBe(1);
    }
  });
});

const eventsIn = (input: unknown): readonly (readonly unknown[])[] =>
  isJsonObject(input) && Array.isArray(input.events) ? [input.events] : [];
