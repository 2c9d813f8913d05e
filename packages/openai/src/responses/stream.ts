import {
  collector,
  isJsonObject,
  type Profile,
  type SseEvent,
  type StreamDecoder,
  type StreamEncoder,
  type StreamEvent,
} from '@toolglot/core';
import { readFilled } from '@toolglot/core/kit';
import { encodeResponse } from './response.ts';
import { OpenAnswer } from './stream-answer.ts';
import { AnswerWriter } from './stream-writer.ts';

/**
 * Reads a streamed answer of Responses. Parts end when it is known what they are: their item is done, and what comes behind it has
 * begun. What an item says when it is done counts before what the whole answer says at the end, and both before what its pieces said.
 */
export function decodeStream({ profile }: { readonly profile?: Profile } = {}): StreamDecoder {
  const answer = new OpenAnswer(profile);
  return {
    push: (payload) => (isJsonObject(payload) ? answer.take(payload) : []),
    end: () => answer.end(),
  };
}

/**
 * The inverse: writes an answer as OpenAI streams it. Ids that are missing are made of that of the answer; where it has none itself, all of
 * it is written at its end.
 */
export function encodeStream(): StreamEncoder {
  const held: StreamEvent[] = [];
  let writer: AnswerWriter | undefined;
  let isOver = false;
  const open = (): readonly SseEvent[] => {
    const opened = new AnswerWriter(idOf(held));
    writer = opened;
    return held.flatMap((event) => opened.write(event));
  };
  return {
    push(event) {
      if (isOver) return [];
      isOver = event.type === 'finish' || event.type === 'error';
      if (writer) return writer.write(event);
      held.push(event);
      const isKnown = event.type === 'response-start' && readFilled(event.id) !== undefined;
      return isOver || isKnown ? open() : [];
    },
    end: () => (writer || held.length === 0 ? [] : open()),
  };
}

/** the id of an answer; where it has none, one that is made of it. */
function idOf(events: readonly StreamEvent[]): string {
  const answer = collector();
  for (const event of events) if (event.type !== 'error') answer.push(event);
  return readFilled(encodeResponse(answer.response()).id) ?? '';
}
