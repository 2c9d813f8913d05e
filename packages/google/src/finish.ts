import { type AssistantPart, defined, type Finish, type FinishReason, type Json } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';
import type { WireBlockReason, WireFinishReason } from './wire.ts';
import { trusted } from './wire.ts';

/** The `finishReason` of an answer: the vendor's own word while it still says the same. */
export function encodeFinish({ reason, raw }: Finish, parts: readonly AssistantPart[]): WireFinishReason | undefined {
  const isSame = raw !== undefined && raw in REASONS && decodeFinish(raw, parts).reason === reason;
  return isSame ? trusted<WireFinishReason>(raw) : WORDS[reason];
}

/** Why an answer ended: by its parts, since calls end with `STOP` too, unless it was cut off, then by its word. */
export function decodeFinish(word: Json | undefined, parts: readonly AssistantPart[]): Finish {
  const raw = typeof word === 'number' ? (NUMBERED[word] ?? String(word)) : readText(word);
  const said = raw === undefined ? 'other' : (REASONS[raw] ?? 'other');
  const calls = parts.some(({ type }) => type === 'tool-call');
  return defined({ reason: calls && !CUT_OFF.has(said) ? 'tool-calls' : said, raw });
}

/** The finish of a prompt that was blocked: there is no answer at all. */
export function decodeBlock(blockReason: Json | undefined): Finish {
  return defined({ reason: 'content-filter' as const, raw: readText(blockReason) });
}

/** words that only the newest client has: MISSING_THOUGHT_SIGNATURE to MODEL_ARMOR. */
type NewWord = 'MISSING_THOUGHT_SIGNATURE' | 'MALFORMED_RESPONSE' | 'ESCALATION' | 'PUP_LIMITED_DISABLED' | 'MODEL_ARMOR';

const REASONS: Readonly<Record<string, FinishReason>> = {
  FINISH_REASON_UNSPECIFIED: 'other',
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  LANGUAGE: 'other',
  OTHER: 'other',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  MALFORMED_FUNCTION_CALL: 'error',
  UNEXPECTED_TOOL_CALL: 'error',
  TOO_MANY_TOOL_CALLS: 'error',
  MISSING_THOUGHT_SIGNATURE: 'error',
  MALFORMED_RESPONSE: 'error',
  IMAGE_SAFETY: 'content-filter',
  IMAGE_PROHIBITED_CONTENT: 'content-filter',
  IMAGE_RECITATION: 'content-filter',
  IMAGE_OTHER: 'other',
  NO_IMAGE: 'error',
  ESCALATION: 'other',
  PUP_LIMITED_DISABLED: 'other',
  CONTINUATION: 'pause',
  MODEL_ARMOR: 'content-filter',
} satisfies Record<WireFinishReason | NewWord, FinishReason>;

/** protobuf's JSON may give an enum's number; these are the ones that all versions of the API share. */
const NUMBERED: readonly WireFinishReason[] = ['FINISH_REASON_UNSPECIFIED', 'STOP', 'MAX_TOKENS', 'SAFETY', 'RECITATION'];

const WORDS: Readonly<Record<FinishReason, WireFinishReason | undefined>> = {
  stop: 'STOP',
  'tool-calls': 'STOP',
  length: 'MAX_TOKENS',
  'content-filter': 'SAFETY',
  refusal: 'PROHIBITED_CONTENT',
  pause: 'CONTINUATION',
  aborted: undefined,
  error: 'OTHER',
  other: 'OTHER',
};

const CUT_OFF: ReadonlySet<FinishReason> = new Set(['length', 'content-filter', 'error']);

/** Whether a prompt was blocked for a reason that the client knows, or for a newer one. */
export const isBlocked = (blockReason: Json | undefined): boolean => typeof blockReason === 'string' && blockReason !== UNBLOCKED;

const UNBLOCKED = 'BLOCKED_REASON_UNSPECIFIED' satisfies WireBlockReason;
