import type { Loss } from '../ir/loss.ts';
import { ToolglotError } from './toolglot-error.ts';

/** The target would not get all that was meant, and the caller asked for `onLoss: 'throw'`. */
export class LossError extends ToolglotError {
  readonly code = 'loss';

  constructor(readonly losses: readonly Loss[]) {
    super(`the request would lose ${losses.map(({ path, message }) => `${path}: ${message}`).join('; ')}`);
  }
}
