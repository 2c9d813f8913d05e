import { isJsonObject, type JsonObject, type StreamEvent } from '@toolglot/core';
import { camelKeys, readItems, readMembers } from './fields.ts';
import { type Merged, mergeInto, objectOf } from './stream-merge.ts';
import { OpenParts } from './stream-parts.ts';
import type { WireFinishReason } from './wire.ts';

/** A candidate whose chunks are gathered. */
export class OpenCandidate {
  readonly #members: Merged = new Map();
  readonly #content: Merged = new Map();
  readonly #parts: OpenParts;

  /** `seed` tells the answer from all others. */
  constructor(seed: string) {
    this.#parts = new OpenParts(seed);
  }

  /** Takes what a chunk says of it; gives the events of its parts. */
  take(chunk: JsonObject): readonly StreamEvent[] {
    const { content } = readMembers(chunk);
    mergeInto(this.#members, chunk, isJsonObject(content) ? ['content'] : []);
    if (!isJsonObject(content)) return [];
    mergeInto(this.#content, content);
    return this.#parts.take(readItems(content.parts));
  }

  /** Ends what is still open; gives its events. */
  end(): readonly StreamEvent[] {
    return this.#parts.end();
  }

  /** whether it was said why it ended; protobuf's JSON may give a number, of which 0 says nothing. */
  get isFinished(): boolean {
    const { finishReason } = camelKeys(objectOf(this.#members));
    return typeof finishReason === 'number' ? finishReason !== 0 : typeof finishReason === 'string' && !UNSAID.has(finishReason);
  }

  get hasParts(): boolean {
    return this.#parts.whole().length > 0;
  }

  /** The candidate of the whole answer. */
  whole(): JsonObject {
    const parts = this.#parts.whole();
    if (parts.length > 0) this.#content.set('parts', parts);
    return { ...objectOf(this.#members), ...(this.#content.size > 0 && { content: objectOf(this.#content) }) };
  }
}

const UNSAID: ReadonlySet<string> = new Set(['', 'FINISH_REASON_UNSPECIFIED' satisfies WireFinishReason]);
