import type * as Sdk from '@anthropic-ai/sdk/resources/messages';
import { isJsonObject, isToolglotError, MissingPackageError, TransportError, type WireRequest } from '@toolglot/core';
import { asStream, headersOf, isClientComplaint, watched } from '@toolglot/core/kit';
import { decodeError } from './error.ts';
import { without } from './fields.ts';
import { joinStream } from './stream.ts';
import { trusted } from './wire.ts';

interface ClientOptions {
  readonly headers: Record<string, string>;
  readonly maxRetries: number;
  readonly signal?: AbortSignal;
}

/** Any client of `@anthropic-ai/sdk`: `Anthropic`, `AnthropicBedrock`, `AnthropicVertex`. */
export interface AnthropicClient {
  readonly messages: {
    create(
      body: Sdk.MessageCreateParamsNonStreaming | Sdk.MessageCreateParamsStreaming,
      options: ClientOptions,
    ): PromiseLike<unknown>;
  };
}

/** A client with the key from `ANTHROPIC_API_KEY`. Throws `MissingPackageError` where the package is not installed. */
export async function clientFromEnvironment(): Promise<AnthropicClient> {
  const { Anthropic } = await import('@anthropic-ai/sdk').catch((cause: unknown) => {
    throw new MissingPackageError('@anthropic-ai/sdk', { cause });
  });
  return new Anthropic({ maxRetries: 0 });
}

/** The whole answer to a body. Throws `VendorError`, `TransportError`, the reason of the signal, or what the client says of how it is used: that it has no key. */
export async function sendThrough(client: AnthropicClient, wire: WireRequest, signal: AbortSignal | undefined): Promise<unknown> {
  const body = trusted<Sdk.MessageCreateParamsNonStreaming>(without(wire.body, ['stream']) ?? {});
  try {
    return await client.messages.create(body, optionsOf(wire, signal));
  } catch (error) {
    signal?.throwIfAborted();
    // the client refuses to wait for a long answer in one piece, before it sends anything: then it is streamed, and joined
    if (error instanceof Error && /streaming is required/i.test(error.message))
      return joinStream(openThrough(client, wire, signal));
    throw toOwnError(error);
  }
}

/**
 * Asks for a stream, and gives its events as they come. Throws as `sendThrough` does, also in mid-answer; ends with the signal's reason. The
 * connection is closed when the loop is left.
 */
export function openThrough(client: AnthropicClient, wire: WireRequest, signal: AbortSignal | undefined): AsyncIterable<unknown> {
  const body = trusted<Sdk.MessageCreateParamsStreaming>({ ...wire.body, stream: true });
  return watched(async (own) => asStream(await client.messages.create(body, optionsOf(wire, own))), toOwnError, signal);
}

const optionsOf = ({ headers }: WireRequest, signal: AbortSignal | undefined): ClientOptions => ({
  headers: { ...headers },
  maxRetries: 0,
  ...(signal && { signal }),
});

/** What the client throws for an answer with an error: known by its fields, so that any copy of the package will do. */
function toOwnError(error: unknown): unknown {
  if (!(error instanceof Error) || isClientComplaint(error) || isToolglotError(error)) return error;
  const fields: Readonly<Record<string, unknown>> = { ...error };
  const isAnswer = typeof fields.status === 'number' || isJsonObject(fields.error);
  if (!isAnswer) return new TransportError(`the vendor was not reached, or broke off: ${error.message}`, { cause: error });
  const own = decodeError(typeof fields.status === 'number' ? fields.status : 200, fields.error, headersOf(fields.headers));
  own.cause = error;
  return own;
}
