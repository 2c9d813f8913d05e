import { createParser } from 'eventsource-parser';

/** One event of a `text/event-stream`: its data as they were sent, several lines joined by `\n`. */
export interface SseEvent {
  readonly event?: string;
  readonly data: string;
  readonly id?: string;
}

/**
 * The events in a stream of bytes or of text, however it is cut: with any line ends, without comments. An event without its blank line
 * at the end of the stream is given too: servers forget it.
 */
export async function* parseSse(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<SseEvent, void> {
  const found: SseEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data, id }) => found.push({ data, ...(event && { event }), ...(id !== undefined && { id }) }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of source) {
    parser.feed(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    yield* found.splice(0);
  }
  parser.feed(`${decoder.decode()}\n\n`);
  yield* found;
}

/** An event as it goes over the wire. */
export function printSse({ event, data, id }: SseEvent): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}${lines.join('')}\n`;
}
