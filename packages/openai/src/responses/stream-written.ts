import type { JsonObject, SseEvent } from '@toolglot/core';
import type { WireEvent, WireEventType } from './wire.ts';

/** Fields that hold items and their parts: those have types of their own. */
type Loose = 'item' | 'part' | 'response';

type Fields<T extends WireEventType> = Omit<WireEvent<T>, Loose> & {
  readonly [K in Extract<keyof WireEvent<T>, Loose>]: object;
};

/** Events of one stream, numbered. */
export class Written {
  #events: SseEvent[] = [];
  #number = 0;

  add<T extends WireEventType>(type: T, fields: Fields<T>): void {
    this.#push(type, fields);
  }

  /** An error in the midst of a stream, nested as OpenAI's servers send it; the types of its client have it flat. */
  fail(error: JsonObject): void {
    this.#push('error', { error });
  }

  /** What was added since it was last taken. */
  take(): readonly SseEvent[] {
    const taken = this.#events;
    this.#events = [];
    return taken;
  }

  #push(type: WireEventType, fields: object): void {
    this.#events.push({ event: type, data: JSON.stringify({ type, sequence_number: this.#number++, ...fields }) });
  }
}
