import { copyAndFreeze, defined, type Message, type Request, type ToolChoice } from '@toolglot/core';
import { type ModelSource, modelSource, type ResolveModel } from './ask-model.ts';
import type { ToolList } from './call.ts';
import { checkOptions } from './check-options.ts';
import { type LossLedger, openLedger } from './loss-ledger.ts';
import type { RunOptions } from './options.ts';
import { readMessages, textMessage } from './read-messages.ts';
import type { RunState } from './run-state.ts';
import { openScope, type Scope } from './scope.ts';

const DEFAULT_STEPS = 20;

/** What stays the same in a run. */
export interface Session {
  readonly id: string;
  readonly models: readonly ModelSource[];
  readonly tools: ToolList;
  readonly scope: Scope;
  readonly ledger: LossLedger;
  readonly context: unknown;
  readonly maxSteps: number;
  readonly toolChoice: ToolChoice | undefined;
  /** how many messages were given. */
  readonly given: number;
  readonly start: RunState;
  /** stands before the messages of each request. */
  readonly system: readonly Message[];
  readonly base: Pick<Request, 'settings' | 'cache'>;
}

/** Reads the options of a run. Throws a `TypeError` where they make no run. */
export function openSession(options: RunOptions<ToolList>, resolve: ResolveModel): Session {
  checkOptions(options);
  const { model, fallback = [], tools = [], maxSteps = DEFAULT_STEPS, settings, cache } = options;
  const given = readMessages(options.messages ?? []);
  const messages = options.prompt === undefined ? given : [...given, textMessage('user', options.prompt)];
  if (messages.length === 0) throw new TypeError('run: expected a prompt or messages');
  if (!(maxSteps >= 1)) throw new TypeError(`run: expected maxSteps of at least 1, received ${maxSteps}`);
  const system = options.system === undefined ? [] : [textMessage('system', options.system)];
  const base = copyAndFreeze(defined({ settings, cache }));
  return {
    id: crypto.randomUUID(),
    models: [model, ...fallback].map((one) => modelSource(one, resolve)),
    tools,
    // last of what may throw: an open scope listens to the signal
    scope: openScope(options.signal),
    ledger: openLedger(options.onLoss),
    context: options.context,
    maxSteps,
    toolChoice: options.toolChoice,
    given: given.length,
    start: { messages, calls: [], steps: 0, position: 0, finish: undefined, ended: false, usage: undefined },
    system,
    base,
  };
}
