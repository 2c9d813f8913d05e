import { isError, textOfThrown } from '@toolglot/core/kit';
import { toJson } from './to-json.ts';

/** What was thrown, in words: the message of an error, a text, else JSON. Total. */
export function wordsOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  return isError(thrown) ? textOfThrown(thrown) : JSON.stringify(toJson(thrown));
}
