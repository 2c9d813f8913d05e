import { type AssistantPart, defined, type Finish, type FinishReason, type Json } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';
import { trusted, type WireStopReason } from './wire.ts';

/** The `stopReason` of an answer: the vendor's own word while it still says the same. */
export function encodeFinish({ reason, raw }: Finish, parts: readonly AssistantPart[]): WireStopReason {
  const isSame = raw !== undefined && decodeFinish(raw, parts).reason === reason;
  return isSame ? trusted<WireStopReason>(raw) : STOP_REASONS[reason];
}

/** Why an answer ended: by its parts, then by its `stopReason`. An answer that was cut off or broken calls nothing. */
export function decodeFinish(stopReason: Json | undefined, parts: readonly AssistantPart[]): Finish {
  const raw = readText(stopReason);
  const said = raw === undefined || !Object.hasOwn(REASONS, raw) ? 'other' : (REASONS[raw] ?? 'other');
  return defined({ reason: FINAL.has(said) ? said : reasonOf(said, parts), raw });
}

const REASONS: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  content_filtered: 'content-filter',
  guardrail_intervened: 'content-filter',
  malformed_model_output: 'error',
  malformed_tool_use: 'error',
} satisfies Record<WireStopReason, FinishReason>;

/** the vendor has no word for a pause: the next request goes on from a turn that ended. */
const STOP_REASONS: Readonly<Record<FinishReason, WireStopReason>> = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'content-filter': 'content_filtered',
  refusal: 'content_filtered',
  pause: 'end_turn',
  aborted: 'malformed_model_output',
  error: 'malformed_model_output',
  other: 'end_turn',
};

const FINAL: ReadonlySet<FinishReason> = new Set(['length', 'content-filter', 'error']);

function reasonOf(said: FinishReason, parts: readonly AssistantPart[]): FinishReason {
  if (parts.some(({ type }) => type === 'tool-call')) return 'tool-calls';
  if (said !== 'tool-calls') return said;
  return parts.some((part) => part.type === 'hosted-tool' && part.status === 'open') ? 'pause' : 'stop';
}
