import { type AssistantPart, defined, type Finish, type FinishReason } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';
import type { WireFinish } from './wire.ts';

/** Why the turn ended: what the parts say goes before what the wire says, but for turns that were cut off. */
export function decodeFinish(wire: unknown, parts: readonly AssistantPart[]): Finish {
  const raw = readText(wire);
  return { reason: reasonOf(raw, parts), ...defined({ raw }) };
}

/** The inverse: the vendor's own word where it stands for the same, else OpenAI's. */
export function encodeFinish({ reason, raw }: Finish, parts: readonly AssistantPart[]): string {
  return raw !== undefined && reasonOf(raw, parts) === reason ? raw : WORDS[reason];
}

function reasonOf(raw: string | undefined, parts: readonly AssistantPart[]): FinishReason {
  const said = reasons.get(raw?.toLowerCase()) ?? 'other';
  if (said === 'length' || said === 'content-filter' || said === 'error') return said;
  if (parts.some(({ type }) => type === 'tool-call')) return 'tool-calls';
  if (parts.some(({ type }) => type === 'refusal')) return 'refusal';
  return said;
}

/** words of OpenAI and of compatible vendors; `tool_calls` without calls is a stop. */
const reasons: ReadonlyMap<string | undefined, FinishReason> = new Map<string | undefined, FinishReason>([
  ['stop', 'stop'],
  ['eos', 'stop'],
  ['end', 'stop'],
  ['complete', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_calls', 'stop'],
  ['tool_call', 'stop'],
  ['function_call', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['content_filter', 'content-filter'],
  ['sensitive', 'content-filter'],
  ['error', 'error'],
  ['network_error', 'error'],
  ['insufficient_system_resource', 'error'],
]);

/** an answer that is not whole is one that was cut off: the format has no other word for it. */
const WORDS: Readonly<Record<FinishReason, WireFinish>> = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  'content-filter': 'content_filter',
  refusal: 'stop',
  pause: 'stop',
  aborted: 'length',
  error: 'length',
  other: 'stop',
};
