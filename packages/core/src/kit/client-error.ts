import type { Headers } from '../codec.ts';
import { isError, textOfThrown } from '../errors/text-of-thrown.ts';
import { isToolglotError } from '../errors/toolglot-error.ts';

/**
 * Whether a vendor's client complains of how it is used (no key, wrong options) before it asks anybody. Its errors about a request
 * have a `status`, if only `undefined`; broken connections and answers are errors of the platform, with names of their own.
 */
export function isClientComplaint(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('status' in error);
}

/** Headers as plain data; none where it is anything else. */
export const headersOf = (headers: unknown): Headers =>
  headers instanceof globalThis.Headers ? Object.fromEntries(headers) : {};

/** What a client that was made from the environment is asked; what it then says of how it is used is told with the places where it looked. */
export async function explained<T>(asking: Promise<T>, places: string, signal: AbortSignal | undefined): Promise<T> {
  return asking.catch((cause: unknown) => {
    if (signal?.aborted || isToolglotError(cause) || !isError(cause)) throw cause;
    throw new Error(`${textOfThrown(cause)} (no client was given, so one was made from the environment: ${places})`, { cause });
  });
}

/** The same for what it streams. */
export async function* explainedStream<T>(
  source: AsyncIterable<T>,
  places: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void> {
  try {
    yield* source;
  } catch (error) {
    await explained(Promise.reject(error), places, signal);
  }
}
