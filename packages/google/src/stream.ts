import type { Profile, StreamDecoder, StreamEncoder } from '@toolglot/core';
import { OpenAnswer } from './stream-answer.ts';
import { AnswerWriter } from './stream-writer.ts';

/**
 * Reads a streamed answer of generateContent: chunks as the Developer API and Vertex send them, with calls whole or in pieces. It is
 * read on behind a finish reason: parts may follow.
 */
export function decodeStream({ profile }: { readonly profile?: Profile } = {}): StreamDecoder {
  const answer = new OpenAnswer(profile);
  return { push: (payload) => answer.take(payload), end: () => answer.end() };
}

/** Writes a streamed answer as the vendor does: `data` lines alone, each an answer with what is new; its end is that of the stream. */
export function encodeStream(): StreamEncoder {
  const answer = new AnswerWriter();
  return { push: (event) => answer.push(event), end: () => [] };
}
