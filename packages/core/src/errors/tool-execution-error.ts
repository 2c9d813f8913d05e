import { textOfThrown } from './text-of-thrown.ts';
import { ToolglotError } from './toolglot-error.ts';

/** A tool threw; `cause` is what it threw. */
export class ToolExecutionError extends ToolglotError {
  readonly code = 'tool-execution';

  constructor(
    readonly tool: string,
    options: { readonly cause: unknown },
  ) {
    super(`tool '${tool}' failed: ${textOfThrown(options.cause)}`, options);
  }
}
