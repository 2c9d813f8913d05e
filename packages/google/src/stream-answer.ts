import {
  defined,
  isJsonObject,
  type JsonObject,
  type Profile,
  type Response,
  type StreamEvent,
  type ToolglotError,
  TransportError,
} from '@toolglot/core';
import { readFilled, readNumber, withinDepth } from '@toolglot/core/kit';
import { camelKeys, readItems, readMembers, unlessEmpty } from './fields.ts';
import { isBlocked } from './finish.ts';
import { decodeResponse, errorIn, isAnswer } from './response.ts';
import { OpenCandidate } from './stream-candidate.ts';
import { type Merged, mergeInto, objectOf } from './stream-merge.ts';
import { decodeUsage } from './usage.ts';

type Start = Extract<StreamEvent, { readonly type: 'response-start' }>;

/** An answer while it is streamed: each chunk is an answer of its own, with what is new. */
export class OpenAnswer {
  readonly #profile: Profile | undefined;
  readonly #members: Merged = new Map();
  readonly #usage: Merged = new Map();
  readonly #candidates = new Map<number, OpenCandidate>();
  #start: Start | undefined;
  #over = false;

  constructor(profile: Profile | undefined) {
    this.#profile = profile;
  }

  /** The events in one payload: a chunk, or a list of them. */
  take(payload: unknown): readonly StreamEvent[] {
    if (this.#over) return [];
    const chunk = withinDepth(payload);
    const error = errorIn(chunk);
    if (error) return this.#fail(error);
    if (Array.isArray(chunk)) return chunk.flatMap((item) => this.take(item));
    return isAnswer(chunk) ? this.#takeChunk(chunk) : [];
  }

  /** What is still to be told when the stream has ended. */
  end(): readonly StreamEvent[] {
    if (this.#over) return [];
    if (!this.#isWhole()) return this.#fail(new TransportError('the answer broke off: its stream ended without a finish reason'));
    this.#over = true;
    const told = [...this.#candidates].flatMap(([index, candidate]) => {
      const events = candidate.end();
      return index === 0 ? events : [];
    });
    return [...told, ...endOf(decodeResponse(this.#whole(), defined({ profile: this.#profile })))];
  }

  #takeChunk(chunk: JsonObject): readonly StreamEvent[] {
    const known = FIRST.filter((name) => this.#members.has(name));
    mergeInto(this.#members, chunk, [...GATHERED, ...known]);
    const begun = this.#begin();
    const { candidates, usageMetadata } = readMembers(chunk);
    const told = readItems(candidates).flatMap((candidate) => (isJsonObject(candidate) ? this.#takeCandidate(candidate) : []));
    return [...begun, ...told, ...(isJsonObject(usageMetadata) ? this.#count(usageMetadata) : [])];
  }

  #takeCandidate(chunk: JsonObject): readonly StreamEvent[] {
    const index = readNumber(chunk.index) ?? 0;
    const candidate = this.#candidates.get(index) ?? new OpenCandidate(`answer:${this.#start?.id ?? ''}`);
    this.#candidates.set(index, candidate);
    const told = candidate.take(chunk);
    return index === 0 ? told : [];
  }

  /** a later chunk may lack a count that an earlier one had. */
  #count(counts: JsonObject): readonly StreamEvent[] {
    mergeInto(this.#usage, counts);
    const usage = unlessEmpty(decodeUsage(camelKeys(objectOf(this.#usage))));
    return usage ? [{ type: 'usage', usage }] : [];
  }

  #begin(): readonly StreamEvent[] {
    if (this.#start) return [];
    const { responseId, modelVersion } = camelKeys(objectOf(this.#members));
    this.#start = { type: 'response-start', ...defined({ id: readFilled(responseId), model: readFilled(modelVersion) }) };
    return [this.#start];
  }

  #fail(error: ToolglotError): readonly StreamEvent[] {
    this.#over = true;
    return [{ type: 'error', error }];
  }

  /** whether its end was said; a prompt that was blocked has no answer to end. */
  #isWhole(): boolean {
    const answer = this.#candidates.get(0);
    const { blockReason } = readMembers(this.#members.get('promptFeedback') ?? this.#members.get('prompt_feedback'));
    return answer?.isFinished || (!answer?.hasParts && isBlocked(blockReason));
  }

  /** The body of the whole answer. */
  #whole(): JsonObject {
    const candidates = [...this.#candidates].sort(([a], [b]) => a - b).map(([, candidate]) => candidate.whole());
    const usageMetadata = objectOf(this.#usage);
    return {
      ...objectOf(this.#members),
      ...(candidates.length > 0 && { candidates }),
      ...(this.#usage.size > 0 && { usageMetadata }),
    };
  }
}

/** what is gathered by itself, and what all chunks say alike. */
const GATHERED: readonly string[] = ['candidates', 'usageMetadata', 'usage_metadata'];
const FIRST: readonly string[] = ['responseId', 'response_id', 'modelVersion', 'model_version'];

function endOf({ finish, usage, message, vendor }: Response): readonly StreamEvent[] {
  const { origin, plain, vendor: kept } = message;
  return [
    ...(usage ? [{ type: 'usage', usage } as const] : []),
    { type: 'finish', finish, message: defined({ origin, plain, vendor: kept }), ...defined({ vendor }) },
  ];
}
