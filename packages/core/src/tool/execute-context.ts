import type { Message } from '../ir/message.ts';
import type { Json } from '../json/json.ts';

/** What every `execute` receives beside its arguments. */
export interface ExecuteContext<C> {
  /** aborted when the run is, or when the tool's time is over. */
  readonly signal: AbortSignal;
  readonly callId: string;
  /** the same for every attempt at one call, different for every other call. */
  readonly idempotencyKey: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** the conversation up to and with the message that holds the call. */
  readonly messages: readonly Message[];
  /** the app's own value, as given to the run. */
  readonly context: C;
  /** tells who watches the run how far the tool is. */
  progress(update: Json): void;
}
