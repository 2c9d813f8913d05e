import {
  type AssistantPart,
  collect,
  eventsOf,
  type Json,
  type JsonObject,
  type Response,
  type StreamEvent,
} from '@toolglot/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeResponse, normalize } from './response.ts';
import { decodeStream, encodeStream } from './stream.ts';

const runs = { numRuns: Number(process.env.TOOLGLOT_RUNS ?? 150) };

/** The events of payloads, in the order of a stream. */
function read(payloads: readonly unknown[]): readonly StreamEvent[] {
  const decoder = decodeStream();
  const events = payloads.flatMap((payload) => decoder.push(payload));
  return [...events, ...decoder.end()];
}

/** The payloads that a server sends for events. */
function write(events: readonly StreamEvent[]): readonly Json[] {
  const encoder = encodeStream();
  const sent = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()];
  return sent.map(({ data }) => JSON.parse(data));
}

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const value = fc.jsonValue({ maxDepth: 2 }).map((of): Json => JSON.parse(JSON.stringify(of)));
const args = fc.dictionary(fc.string({ maxLength: 3 }), value, { maxKeys: 3 });
const signature = { thoughtSignature: fc.constantFrom('S', 'T') };
const optional = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }, requiredKeys: (keyof T)[]) =>
  fc.record<T, keyof T>(model, { requiredKeys });

const call = optional({ id: fc.constantFrom('a', 'b'), name: fc.constantFrom('f', 'g', ''), args }, ['name']);
const wirePart: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ text }),
  fc.record({ text, thought: fc.constant(true) }),
  fc.record({ text, ...signature }),
  fc.record({ text, thought: fc.constant(true), ...signature }),
  fc.record({ thought: fc.constant(true), ...signature }),
  optional({ functionCall: call, ...signature }, ['functionCall']),
  fc.record({ executableCode: fc.record({ language: fc.constant('PYTHON'), code: text }) }),
  fc.record({ codeExecutionResult: fc.record({ outcome: fc.constantFrom('OUTCOME_OK', 'OUTCOME_FAILED'), output: text }) }),
  fc.record({ inlineData: fc.record({ mimeType: fc.constant('image/png'), data: fc.constant('iVBO') }) }),
  fc.record({ newKind: value }),
);

const usage = fc.record({ promptTokenCount: fc.nat(), candidatesTokenCount: fc.nat(), thoughtsTokenCount: fc.nat() });
const ending = optional(
  { finishReason: fc.constantFrom<Json>('STOP', 'MAX_TOKENS', 'MALFORMED_FUNCTION_CALL', 'NEW_WORD', 1), finishMessage: text },
  ['finishReason'],
);
const about = optional({ responseId: text, modelVersion: text, createTime: text }, []);
const body = fc.record({ parts: fc.array(wirePart, { maxLength: 6 }), ending, usage, about, index: fc.boolean() });
type Body = typeof body extends fc.Arbitrary<infer T> ? T : never;

const wholeOf = ({ parts, ending: end, usage: usageMetadata, about: members, index }: Body): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, ...end, ...(index && { index: 0 }) }],
  usageMetadata,
  ...members,
});

const isBare = (part: JsonObject | undefined) =>
  part !== undefined && 'text' in part && Object.keys(part).every((name) => name === 'text' || name === 'thought');
const isOneText = (part: JsonObject, before: JsonObject | undefined) =>
  isBare(part) && isBare(before) && part.thought === before?.thought;

/** The chunks of a body: a part each, texts in pieces; texts that would be taken for one stand in one chunk. */
function chunksOf(of: Body, size: number): readonly JsonObject[] {
  const { parts, about: members, usage: counts, ending: end, index } = of;
  const chunk = (...list: readonly JsonObject[]): JsonObject => ({
    candidates: [{ content: { role: 'model', parts: list }, ...(index && { index: 0 }) }],
    ...members,
  });
  const said = parts.flatMap((part, at) => {
    const [first = '', ...more] = isBare(part) ? piecesOf(String(part.text), size) : [''];
    if (!isBare(part)) return [chunk(part)];
    const before = parts[at - 1];
    const begun = { ...part, text: first };
    const opened = before && isOneText(part, before) ? chunk({ ...before, text: '' }, begun) : chunk(begun);
    return [opened, ...more.map((piece) => chunk({ ...part, text: piece }))];
  });
  const early = { usageMetadata: { promptTokenCount: 0, candidatesTokenCount: 0 } };
  const last = { ...chunk(), usageMetadata: counts };
  return [
    ...said.map((of) => ({ ...of, ...early })),
    { ...last, candidates: [{ ...end, content: { role: 'model', parts: [] }, ...(index && { index: 0 }) }] },
  ];
}

const piecesOf = (of: string, size: number) =>
  Array.from({ length: Math.ceil(of.length / size) }, (_, at) => of.slice(at * size, (at + 1) * size));

test('an answer in chunks is the answer that it is as a whole, however its texts are cut', async () => {
  await fc.assert(
    fc.asyncProperty(body, fc.integer({ min: 1, max: 5 }), async (of, size) => {
      expect(await collect(read(chunksOf(of, size)))).toEqual(decodeResponse(wholeOf(of)));
    }),
    runs,
  );
});

test('chunks in lists, as a stream that is one array has them, tell the same', () => {
  fc.assert(
    fc.property(body, fc.integer({ min: 1, max: 4 }), (of, size) => {
      const chunks = chunksOf(of, 3);
      const lists = piecesOf('x'.repeat(chunks.length), size).map((_, at) => chunks.slice(at * size, (at + 1) * size));
      expect(read(lists)).toEqual(read(chunks));
      expect(read([chunks])).toEqual(read(chunks));
    }),
    runs,
  );
});

test('an answer of this format, written as a stream, is read as what is left of it when the format has said it', async () => {
  await fc.assert(
    fc.asyncProperty(body, fc.integer({ min: 1, max: 30 }), async (of, size) => {
      const answer = decodeResponse(wholeOf(of));
      const again = write(eventsOf(answer, { size }));
      expect(await collect(read(again))).toEqual(normalize(answer));
      expect(await collect(read(write(read(again))))).toEqual(normalize(answer));
    }),
    runs,
  );
});

const foreign: fc.Arbitrary<AssistantPart> = fc.oneof(
  text.map((of) => ({ type: 'text', text: of }) as const),
  text.map((of) => ({ type: 'reasoning', text: of, vendor: {} }) as const),
  text.map((of) => ({ type: 'refusal', text: of }) as const),
  fc.record({ type: fc.constant('tool-call' as const), id: fc.uuid(), name: fc.constantFrom('f', 'g'), args }),
  fc.constant({ type: 'hosted-tool', id: 'h', tool: 'others.search', args: {}, status: 'done' } as const),
);

test("anyone's answer, written as a stream, is read as what is left of it when the format has said it", async () => {
  const reason = fc.constantFrom('stop', 'length', 'content-filter', 'refusal', 'pause', 'error', 'other');
  await fc.assert(
    fc.asyncProperty(fc.array(foreign), reason, text, fc.integer({ min: 1, max: 9 }), async (content, word, id, size) => {
      const isCalling = word === 'stop' && content.some(({ type }) => type === 'tool-call');
      const finish = { reason: isCalling ? 'tool-calls' : word } as const;
      const answer: Response = {
        message: { role: 'assistant', content, finish: finish.reason },
        finish,
        id,
        usage: { input: 1 },
      };
      expect(await collect(read(write(eventsOf(answer, { size }))))).toEqual(normalize(answer));
    }),
    runs,
  );
});

const junkPart = fc.oneof(
  wirePart,
  value,
  fc.record({
    functionCall: fc.oneof(value, fc.dictionary(fc.constantFrom('id', 'name', 'args', 'partialArgs', 'willContinue'), value)),
  }),
  fc.record({
    functionCall: fc.record({
      id: fc.constantFrom('a', 'b', undefined),
      name: fc.constantFrom('f', '', undefined),
      willContinue: fc.boolean(),
      partialArgs: fc.array(
        fc.record({
          jsonPath: fc.constantFrom('$.a', '$.b[0]', '$.b[9]', '$.__proto__.x', '$', 'a', '$.a.c'),
          stringValue: value,
        }),
      ),
    }),
  }),
);
const junk = fc.oneof(
  value,
  fc.record({
    candidates: fc.oneof(
      value,
      fc.array(
        fc.record({
          content: fc.oneof(value, fc.record({ parts: fc.array(junkPart) })),
          index: fc.constantFrom<Json>(0, 1, 'x'),
        }),
      ),
    ),
  }),
  fc.record({ usageMetadata: value, promptFeedback: value, candidates: fc.array(fc.record({ finishReason: value })) }),
  fc.dictionary(fc.constantFrom('error', 'responseId', 'modelVersion'), value, { maxKeys: 1 }),
);

test('whatever is sent, nothing is thrown, parts have their events in order, and an answer ends once', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(junk, body.map(wholeOf)), { maxLength: 6 }), (payloads) => {
      const events = read(payloads);
      const last = events.at(-1)?.type ?? '';
      expect(['finish', 'error']).toContain(last);
      expect(events.filter(({ type }) => type === 'finish' || type === 'error')).toHaveLength(1);
      expect(events.filter(({ type }) => type === 'response-start').length).toBeLessThanOrEqual(1);
      checkOrder(events, last === 'finish');
    }),
    { numRuns: runs.numRuns * 2 },
  );
});

/** Each part begins once, says its pieces, and ends once. */
function checkOrder(events: readonly StreamEvent[], isWhole: boolean): void {
  const open = new Set<string>();
  const begun = new Set<string>();
  for (const event of events) {
    if (!('key' in event)) continue;
    if (event.type.endsWith('-start')) expect(begun.has(event.key)).toBe(false);
    else expect(open.has(event.key)).toBe(true);
    begun.add(event.key);
    if (event.type.endsWith('-end')) open.delete(event.key);
    else open.add(event.key);
  }
  if (isWhole) expect([...open]).toEqual([]);
}

test('what a writer is told in any order, it writes without an exception', () => {
  const events = body.map((of) => eventsOf(decodeResponse(wholeOf(of)), { size: 2 }));
  fc.assert(
    fc.property(
      events.chain((of) => fc.shuffledSubarray([...of])),
      (told) => {
        expect(write(told).every((payload) => typeof payload === 'object')).toBe(true);
      },
    ),
    runs,
  );
});
