import type { FinishReason, Message, Usage } from '@toolglot/core';
import type { Call } from './call.ts';
import type { RunRecord, RunUsage } from './result.ts';
import type { Session } from './session.ts';

/** Where a run stands between two steps. */
export interface RunState {
  readonly messages: readonly Message[];
  readonly calls: readonly Call[];
  readonly steps: number;
  /** which of the models is asked next. */
  readonly position: number;
  /** of the last answer. */
  readonly finish: FinishReason | undefined;
  readonly ended: boolean;
  readonly usage: Usage | undefined;
}

/** What was done up to a state. */
export function recordOf({ messages, calls, steps, usage }: RunState, session: Session, finish: FinishReason): RunRecord {
  return {
    text: lastText(messages.slice(session.given)),
    messages,
    newMessages: messages.slice(session.given),
    calls,
    losses: session.ledger.losses,
    usage: wholeUsage(usage),
    finish,
    steps,
  };
}

/** The text of the answer at the end: of several messages, where the vendor paused in between. */
function lastText(messages: readonly Message[]): string {
  const start = messages.findLastIndex(({ role }) => role !== 'assistant') + 1;
  const parts = messages.slice(start).flatMap(({ content }) => [...content]);
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function wholeUsage(usage: Usage | undefined): RunUsage | undefined {
  if (usage?.input === undefined || usage.output === undefined) return undefined;
  return { ...usage, input: usage.input, output: usage.output };
}
