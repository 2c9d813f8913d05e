import { type AssistantPart, defined, type Finish, type FinishReason, type JsonObject } from '@toolglot/core';
import { readFilled, readObject, readText } from '@toolglot/core/kit';
import type { WireAnswer, WireStatus } from './wire.ts';

/** Why the turn ended: by its status, the reason why it is incomplete, and what the parts say. */
export function decodeFinish(answer: JsonObject, parts: readonly AssistantPart[]): Finish {
  const raw = rawOf(answer);
  return { reason: reasonOf(raw, parts), ...defined({ raw }) };
}

type End = Pick<WireAnswer, 'incomplete_details' | 'error'> & { readonly status: WireStatus };

/** The inverse: the vendor's own word where it stands for the same, else one that does. */
export function encodeFinish({ reason, raw }: Finish, parts: readonly AssistantPart[]): End {
  const word = raw !== undefined && reasonOf(raw, parts) === reason ? raw : WORDS[reason];
  const status = STATUSES.find((one) => one === word);
  if (status === undefined && INCOMPLETE.has(word))
    return { status: 'incomplete', incomplete_details: { reason: word }, error: null };
  const error = status === undefined || status === 'failed' ? { code: status ? 'server_error' : word, message: '' } : null;
  return { status: status ?? 'failed', incomplete_details: null, error };
}

/** the code of an error, the reason why it is incomplete, or the status: what says most. */
function rawOf({ status, incomplete_details, error }: JsonObject): string | undefined {
  const failed = readObject(error);
  const code = readFilled(failed.code) ?? readFilled(failed.type);
  if (status === 'failed' || code !== undefined) return code ?? readText(status);
  return status === 'incomplete' ? (readFilled(readObject(incomplete_details).reason) ?? status) : readFilled(status);
}

function reasonOf(raw: string | undefined, parts: readonly AssistantPart[]): FinishReason {
  const said = raw === undefined ? 'stop' : (reasons.get(raw) ?? 'error');
  if (said !== 'stop') return said;
  if (parts.some(({ type }) => type === 'tool-call')) return 'tool-calls';
  return parts.some(({ type }) => type === 'refusal') ? 'refusal' : 'stop';
}

/** statuses, and reasons why an answer is incomplete; all else are codes of errors. */
const reasons: ReadonlyMap<string, FinishReason> = new Map<string, FinishReason>([
  ['completed', 'stop'],
  ['cancelled', 'aborted'],
  ['failed', 'error'],
  ['queued', 'other'],
  ['in_progress', 'other'],
  ['incomplete', 'length'],
  ['max_output_tokens', 'length'],
  ['max_tokens', 'length'],
  ['length', 'length'],
  ['content_filter', 'content-filter'],
  ['max_messages', 'other'],
  ['steered', 'other'],
]);

const STATUSES: readonly WireStatus[] = ['completed', 'failed', 'in_progress', 'cancelled', 'queued', 'incomplete'];

const INCOMPLETE: ReadonlySet<string> = new Set(
  [...reasons.keys()].filter((word) => STATUSES.every((status) => status !== word)),
);

const WORDS: Readonly<Record<FinishReason, string>> = {
  stop: 'completed',
  'tool-calls': 'completed',
  length: 'max_output_tokens',
  'content-filter': 'content_filter',
  refusal: 'completed',
  pause: 'completed',
  aborted: 'cancelled',
  error: 'server_error',
  other: 'in_progress',
};
