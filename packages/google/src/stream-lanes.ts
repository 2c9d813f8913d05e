import type { AssistantPart, StreamEvent } from '@toolglot/core';
import { CODEC } from './fields.ts';

/** The events of parts. */
export type PartEvent = Exclude<StreamEvent, { readonly type: 'response-start' | 'usage' | 'finish' | 'error' }>;

/** A part that has begun. */
export interface Lane {
  /** its text goes out as it comes; else the part goes out when it is whole. */
  readonly kind: 'text' | 'reasoning' | undefined;
  /** pieces of its text that have not gone out. */
  readonly unsaid: string[];
  /** how much of its text has gone out. */
  said: number;
  part?: AssistantPart;
}

/** Parts in the order in which they began: one after another goes out, those behind it wait. */
export class Lanes {
  readonly #open = new Map<string, Lane>();
  #count = 0;

  take(event: PartEvent): void {
    if (event.type === 'part') this.#open.set(`part ${this.#count++}`, { ...laneOf(undefined), part: event.part });
    else if ('part' in event) this.#end(event.key, event.part);
    else if ('text' in event) this.#open.get(event.key)?.unsaid.push(event.text);
    else this.#open.set(event.key, laneOf(kindOf(event)));
  }

  /** The part that goes out now, and behind it, where it is whole, the next ones. `isLast`: what has not ended by now never will. */
  *ready(isLast: boolean): Generator<Lane, void> {
    for (const [key, lane] of this.#open) {
      yield lane;
      if (!lane.part && !isLast) return;
      this.#open.delete(key);
    }
  }

  #end(key: string, part: AssistantPart): void {
    const lane = this.#open.get(key);
    if (lane) lane.part = part;
  }
}

const laneOf = (kind: Lane['kind']): Lane => ({ kind, unsaid: [], said: 0 });

/** what is known to be bound to something from its start is kept in one piece. */
function kindOf({ type, vendor }: Extract<PartEvent, { readonly type: `${string}-start` }>): Lane['kind'] {
  if (type === 'tool-call-start' || vendor?.[CODEC] !== undefined) return undefined;
  return type === 'text-start' ? 'text' : 'reasoning';
}
