import { describeValue } from './describe-value.ts';
import { ToolglotError } from './toolglot-error.ts';

/** A body is not of the format that it is read as. */
export class WireError extends ToolglotError {
  readonly code = 'wire';

  constructor(
    /** where: `choices[0].message`. */
    readonly path: string,
    readonly expected: string,
    readonly received: unknown,
  ) {
    super(`${path}: expected ${expected}, received ${describeValue(received)}`);
  }
}
