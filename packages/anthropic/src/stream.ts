import type { JsonObject, Profile, StreamDecoder, StreamEncoder, StreamEvent } from '@toolglot/core';
import { OpenAnswer } from './stream-answer.ts';
import { AnswerWriter } from './stream-writer.ts';

/**
 * Reads a streamed answer: the events of the vendor's stream, each of them parsed. Blocks are gathered by their index and read as those of a
 * whole answer; a hosted call waits for the result behind it, and what comes after it waits for both.
 */
export function decodeStream({ profile }: { readonly profile?: Profile } = {}): StreamDecoder {
  const answer = new OpenAnswer(profile);
  return {
    push: (payload) => answer.take(payload),
    end: () => answer.end(),
  };
}

/** The inverse: writes an answer as this vendor streams it. An answer that breaks off has no last event. */
export function encodeStream(): StreamEncoder {
  const writer = new AnswerWriter();
  return { push: (event) => writer.write(event), end: () => [] };
}

/** The whole answer that a stream is, as it would have come in one piece. Throws its error, or that it broke off. */
export async function joinStream(payloads: AsyncIterable<unknown>): Promise<JsonObject> {
  const answer = new OpenAnswer(undefined);
  for await (const payload of payloads) check(answer.take(payload));
  check(answer.end());
  return answer.body;
}

function check(events: readonly StreamEvent[]): void {
  for (const event of events) if (event.type === 'error') throw event.error;
}
