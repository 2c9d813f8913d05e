import { printSse, type SseEvent } from '@toolglot/core';

/** Events that go out one after another, and what happens behind the last one. */
export interface Outflow {
  readonly events: readonly SseEvent[];
  /** the connection breaks behind the last event. */
  readonly cut?: Error | undefined;
}

/** The body of a streamed answer: an event at a time, `pace` milliseconds apart. Cancelled, it leaves no timer. */
export function eventStream({ events, cut }: Outflow, pace: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const left = [...events].reverse();
  let stop = () => {};
  const wait = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pace);
      stop = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (pace > 0) await wait();
      const event = left.pop();
      if (event) controller.enqueue(encoder.encode(printSse(event)));
      else if (cut) controller.error(cut);
      else controller.close();
    },
    cancel() {
      left.length = 0;
      stop();
    },
  });
}
