import type { Issue } from './tool-input-error.ts';
import { ToolglotError } from './toolglot-error.ts';

/** The model's answer is not the output that was asked for. */
export class OutputError extends ToolglotError {
  readonly code = 'output';

  constructor(
    message: string,
    readonly issues: readonly Issue[],
    /** what the model wrote. */
    readonly text: string,
  ) {
    super(message);
  }
}
