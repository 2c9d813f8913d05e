import { type AssistantPart, defined, type Finish, type FinishReason, type Json } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';

import { trusted, type WireStopReason } from './wire.ts';

/** The `stop_reason` of an answer: the vendor's own word while it still says the same. `null` where it has none. */
export function encodeFinish({ reason, raw }: Finish, parts: readonly AssistantPart[]): WireStopReason | null {
  const isSame = raw !== undefined && decodeFinish(raw, parts).reason === reason;
  return isSame ? trusted<WireStopReason>(raw) : STOP_REASONS[reason];
}

/** Why an answer ended: by its parts, then by its `stop_reason`. An answer that was cut off calls nothing. */
export function decodeFinish(stopReason: Json | undefined, parts: readonly AssistantPart[]): Finish {
  const raw = readText(stopReason);
  const said = raw === undefined ? 'other' : (REASONS[raw] ?? 'other');
  return defined({ reason: CUT_OFF.has(said) ? said : reasonOf(said, parts), raw });
}

const REASONS: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  pause_turn: 'pause',
  refusal: 'refusal',
} satisfies Record<WireStopReason, FinishReason>;

const STOP_REASONS: Readonly<Record<FinishReason, WireStopReason | null>> = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'content-filter': 'refusal',
  refusal: 'refusal',
  pause: 'pause_turn',
  aborted: null,
  error: null,
  other: null,
};

const CUT_OFF: ReadonlySet<FinishReason> = new Set(['length', 'refusal']);

function reasonOf(said: FinishReason, parts: readonly AssistantPart[]): FinishReason {
  if (parts.some(({ type }) => type === 'tool-call')) return 'tool-calls';
  if (said !== 'tool-calls') return said;
  return parts.some((part) => part.type === 'hosted-tool' && part.status === 'open') ? 'pause' : 'stop';
}
