import type { FinishReason, Loss, Message, Usage } from '@toolglot/core';
import type { Call, CallOf, ToolList } from './call.ts';

/** What a run has done so far. `messages` can be sent again, also after a failure. */
export interface RunRecord<K = Call> {
  /** the text of the last answer. */
  readonly text: string;
  /** the given messages and the new ones; without `system`. */
  readonly messages: readonly Message[];
  /** what the run added, the prompt included. */
  readonly newMessages: readonly Message[];
  /** in the order in which the model made them. */
  readonly calls: readonly K[];
  readonly losses: readonly Loss[];
  /** the sum over the steps that said something; absent where none did. A step that said nothing is not in it. */
  readonly usage: RunUsage | undefined;
  /** why the last answer ended; of a run that failed `error` or `aborted`. */
  readonly finish: FinishReason;
  /** answers of a model. */
  readonly steps: number;
}

/** Token counts of a run. */
export interface RunUsage extends Usage {
  readonly input: number;
  readonly output: number;
}

/** A run that went to its end. */
export interface RunResult<TS extends ToolList> extends RunRecord<CallOf<TS>> {
  readonly status: 'done';
}
