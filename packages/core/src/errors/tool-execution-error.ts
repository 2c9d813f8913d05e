import { ToolglotError } from './toolglot-error.ts';

/** A tool threw; `cause` is what it threw. */
export class ToolExecutionError extends ToolglotError {
  readonly code = 'tool-execution';

  constructor(
    readonly tool: string,
    options: { readonly cause: unknown },
  ) {
    super(`tool '${tool}' failed: ${textOf(options.cause)}`, options);
  }
}

// anything can be thrown, also an object that cannot become a text
function textOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message;
  return typeof cause === 'object' && cause !== null ? 'it threw an object that is no error' : String(cause);
}
