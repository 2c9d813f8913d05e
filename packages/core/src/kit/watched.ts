import { describeValue } from '../errors/describe-value.ts';
import { TransportError } from '../errors/transport-error.ts';

/** Asks a vendor's client for a stream, which is to end when the signal says so. */
type Ask<T> = (signal: AbortSignal) => PromiseLike<AsyncIterable<T>>;

/**
 * What a vendor's client streams. It is asked with a signal of this answer alone, so that it leaves nothing behind at the caller's, and
 * that is aborted when the loop is left. Errors are thrown as `errorOf` says, before the first payload and behind it; after the caller's
 * signal was aborted, its reason is, also where the client would end in silence.
 */
export async function* watched<T>(
  ask: Ask<T>,
  errorOf: (error: unknown) => unknown,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void> {
  signal?.throwIfAborted();
  const own = new AbortController();
  const abort = () => own.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    for await (const payload of await ask(own.signal)) {
      signal?.throwIfAborted();
      yield payload;
    }
    signal?.throwIfAborted();
  } catch (error) {
    signal?.throwIfAborted();
    throw errorOf(error);
  } finally {
    signal?.removeEventListener('abort', abort);
    own.abort();
  }
}

/** What a client gives that was asked for a stream. Throws `TransportError` where that is none. */
export function asStream(answer: unknown): AsyncIterable<unknown> {
  if (isStream(answer)) return answer;
  throw new TransportError(`the client was asked for a stream, and gave ${describeValue(answer)}`);
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
