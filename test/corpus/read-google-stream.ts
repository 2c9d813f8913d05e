import type { Json, JsonObject } from '@toolglot/core';
import { list, object, readAnswer } from './read-google.ts';

/** A recorded stream: the payloads of its chunks, each as it was sent. */
export interface Recorded {
  readonly id: string;
  readonly sent: readonly string[];
  readonly chunks: readonly JsonObject[];
}

export function streamOf(line: unknown): readonly Recorded[] {
  const { id, stream, response } = object(line);
  const sent = list(object(response).events).flatMap((event) => object(event).data ?? []);
  const texts = sent.filter((data) => typeof data === 'string');
  return stream === true && texts.length > 0
    ? [{ id: String(id), sent: texts, chunks: texts.map((data) => object(JSON.parse(data))) }]
    : [];
}

interface Call {
  readonly id: Json;
  readonly name: Json | undefined;
  readonly args: Record<string, unknown>;
}

/** What chunks say, read without the codec: texts by kind in one, calls with their pieces, the last count of each kind. */
export function readStream(chunks: readonly JsonObject[]) {
  const parts = chunks.flatMap((chunk) => list(object(object(list(chunk.candidates)[0]).content).parts).map(object));
  const texts = parts.filter(({ text }) => typeof text === 'string');
  const calls: Call[] = [];
  for (const { functionCall } of parts) if (functionCall) takeCall(calls, object(functionCall));
  const ends = chunks.flatMap((chunk) => object(list(chunk.candidates)[0]).finishReason ?? []);
  const usageMetadata = Object.assign({}, ...chunks.map((chunk) => object(chunk.usageMetadata)));
  const called = calls.length > 0 ? { content: { parts: [{ functionCall: {} }] } } : {};
  const { usage, finish } = readAnswer({ candidates: [{ ...called, finishReason: ends.at(-1) ?? null }], usageMetadata });
  return {
    calls,
    text: texts.flatMap(({ thought, text }) => (thought ? [] : [text])).join(''),
    reasoning: texts.flatMap(({ thought, text }) => (thought ? [text] : [])).join(''),
    signatures: parts.flatMap(({ thoughtSignature }) => thoughtSignature ?? []),
    finish,
    usage,
  };
}

function takeCall(calls: Call[], { id, name, args, partialArgs }: JsonObject): void {
  if (name) calls.push({ id: id ?? 'made', name, args: { ...object(args) } });
  for (const piece of list(partialArgs).map(object)) place(calls.at(-1)?.args ?? {}, piece);
}

/** plain paths only, as they were recorded: names behind points, and indexes. */
function place(root: Record<string, unknown>, { jsonPath, willContinue: _more, ...value }: JsonObject): void {
  const keys = String(jsonPath).match(/[A-Za-z_]\w*|\d+/g) ?? [];
  const [said] = Object.values(value);
  let at: Record<string, unknown> = root;
  for (const [depth, key] of keys.entries()) {
    const next = keys[depth + 1];
    if (next === undefined) at[key] = typeof said === 'string' ? `${at[key] ?? ''}${said}` : said;
    else {
      at[key] ??= /^\d/.test(next) ? [] : {};
      at = at[key] as Record<string, unknown>;
    }
  }
}
