import { ToolglotError } from '@toolglot/core';
import type { RunRecord } from './result.ts';
import { wordsOf } from './words-of.ts';

/** A run did not go to its end; `cause` says why. `partial` holds all that was done, and its messages can be sent again. */
export class RunError extends ToolglotError {
  readonly code = 'run';

  constructor(
    readonly partial: RunRecord,
    { cause, model }: { readonly cause: unknown; readonly model?: string | undefined },
  ) {
    const asked = model === undefined ? '' : `, asking ${model}`;
    super(`the run ended after ${partial.steps} steps${asked}: ${wordsOf(cause)}`, { cause });
  }
}
