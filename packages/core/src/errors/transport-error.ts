import { ToolglotError } from './toolglot-error.ts';

/** The vendor was not reached, or the connection broke before the answer was whole. */
export class TransportError extends ToolglotError {
  readonly code = 'transport';
}
