import { ToolglotError } from './toolglot-error.ts';

/** A target cannot do what was asked, and no pass can help. Thrown before anything is sent. */
export class UnsupportedError extends ToolglotError {
  readonly code = 'unsupported';

  constructor(
    readonly feature: string,
    readonly target: string,
    hint?: string,
  ) {
    super(`${target} does not support ${feature}${hint ? `: ${hint}` : ''}`);
  }
}
