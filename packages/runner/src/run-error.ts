import { ToolglotError } from '@toolglot/core';
import type { RunRecord } from './result.ts';
import { wordsOf } from './words-of.ts';

/** A run did not go to its end; `cause` says why. `partial` holds all that was done, and its messages can be sent again. */
export class RunError extends ToolglotError {
  readonly code = 'run';

  constructor(
    readonly partial: RunRecord,
    options: { readonly cause: unknown },
  ) {
    const { cause } = options;
    super(`the run ended after ${partial.steps} steps: ${wordsOf(cause)}`, options);
  }
}
