import { attempt, isError } from './text-of-thrown.ts';

const BRAND = Symbol.for('toolglot.error');

/** Base of all errors of Toolglot. `code` is stable; the message says what, where and what was expected. */
export abstract class ToolglotError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Whether a value is an error of Toolglot, also one of another copy of the package. Total, like `isError`. */
export function isToolglotError(value: unknown): value is ToolglotError {
  return isError(value) && attempt(() => BRAND in value, false);
}
