import { ToolglotError } from '@toolglot/core';

/** A program and its script disagree: a request that the script does not expect, or turns that nobody asked for. */
export class ScriptError extends ToolglotError {
  readonly code = 'script';
}
