import type { Finish } from './finish.ts';
import type { AssistantMessage } from './message.ts';
import type { ResponseSlots } from './vendor.ts';

/** Token counts. Absent means unknown, never 0. */
export interface Usage {
  /** all of the prompt, what came from a cache or went into it included. */
  readonly input?: number;
  /** all that was generated, reasoning included. */
  readonly output?: number;
  readonly cachedInput?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
}

/** One answer of a model. */
export interface Response {
  readonly message: AssistantMessage;
  readonly finish: Finish;
  readonly usage?: Usage;
  readonly id?: string;
  readonly model?: string;
  readonly vendor?: ResponseSlots;
}
