import type { LossPolicy, Model, Settings } from '@toolglot/core';
import type { NameOf, ToolList } from './call.ts';
import type { MessageInput } from './read-messages.ts';

/** Which tools the model may or must call. */
export type ChoiceOf<N extends string> =
  | 'auto'
  | 'none'
  | 'required'
  | { readonly tool: N }
  | { readonly tools: readonly N[]; readonly mode: 'auto' | 'required' };

/** What a run takes. */
export interface RunOptions<TS extends ToolList = ToolList, C = unknown> {
  /** a model, or `provider:model`. */
  readonly model: Model | string;
  /** read anew at each step. */
  readonly tools?: TS | undefined;
  /** the user's text, after `messages`. */
  readonly prompt?: string | undefined;
  /** the conversation so far; copied, and not changed. */
  readonly messages?: readonly MessageInput[] | undefined;
  /** instructions, sent before all messages at each step and no part of the result's messages. */
  readonly system?: string | undefined;
  /** the app's own value, handed to every tool. */
  readonly context?: C | undefined;
  /** a forced choice is released to `auto` after the first step with calls. */
  readonly toolChoice?: ChoiceOf<NameOf<TS>> | undefined;
  readonly settings?: Settings | undefined;
  /** answers with calls that are run, at most; then comes one last answer without tools. Default 20. */
  readonly maxSteps?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** models that take over, one after another and for the rest of the run, where the one before is overloaded, out of reach or unable. */
  readonly fallback?: readonly (Model | string)[] | undefined;
  /** told of each loss once in a run. Default `report`: they stand in the result. */
  readonly onLoss?: LossPolicy | undefined;
  /** whether the prompt is marked for the vendor's cache. Default: the vendor's own. */
  readonly cache?: 'auto' | 'off' | undefined;
}
