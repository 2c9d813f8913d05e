import { MissingPackageError, type WireRequest } from '@toolglot/core';
import { watched } from '@toolglot/core/kit';
import { toOwnError } from './client-error.ts';
import { type GenAIClient, openThroughGenAI, sendThroughGenAI } from './client-genai.ts';
import { type LegacyClient, openThroughLegacy, sendThroughLegacy } from './client-legacy.ts';

/** Any client of `@google/genai`, for the Gemini API or Vertex, or of `@google/generative-ai`; any copy of the package. */
export type GoogleClient = GenAIClient | LegacyClient;

/** A client of `@google/genai` from the environment: `GOOGLE_API_KEY` or `GEMINI_API_KEY`, or what it reads for Vertex. Throws `MissingPackageError`. */
export async function clientFromEnvironment(): Promise<GoogleClient> {
  const { GoogleGenAI } = await import('@google/genai').catch((cause: unknown) => {
    throw new MissingPackageError('@google/genai', { cause });
  });
  return new GoogleGenAI({});
}

/** One body for one model, and when to stop waiting for the answer. */
export interface Call {
  readonly model: string;
  readonly wire: WireRequest;
  readonly signal: AbortSignal | undefined;
}

/** The whole answer to a body. Throws `VendorError`, `TransportError`, the reason of the signal, or what the client says of how it is used: that it has no key. */
export async function sendThrough(client: GoogleClient, call: Call): Promise<unknown> {
  call.signal?.throwIfAborted();
  return answerOf(client, call).catch((error: unknown) => {
    call.signal?.throwIfAborted();
    throw toOwnError(error);
  });
}

/**
 * The chunks of a streamed answer. Throws as `sendThrough` does, also in mid-answer; ended by the signal, or by leaving the loop, which
 * closes the connection.
 */
export function openThrough(client: GoogleClient, { signal, ...call }: Call): AsyncGenerator<unknown, void> {
  return watched(async (own) => chunksOf(client, { ...call, signal: own }), toOwnError, signal);
}

function chunksOf(client: GoogleClient, call: Call): AsyncIterable<unknown> {
  return 'getGenerativeModel' in client ? openThroughLegacy(client, call) : openThroughGenAI(client, call);
}

async function answerOf(client: GoogleClient, call: Call): Promise<unknown> {
  return 'getGenerativeModel' in client ? sendThroughLegacy(client, call) : sendThroughGenAI(client, call);
}
