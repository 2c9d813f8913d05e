import type * as Sdk from '@anthropic-ai/sdk/resources/messages';
import { isJsonObject, type JsonObject, MissingPackageError, TransportError, type WireRequest } from '@toolglot/core';
import { headersOf, isClientComplaint } from '@toolglot/core/kit';
import { decodeError } from './error.ts';
import { without } from './fields.ts';
import { trusted } from './wire.ts';

interface ClientOptions {
  readonly headers: Record<string, string>;
  readonly maxRetries: number;
  readonly signal?: AbortSignal;
}

/** Any client of `@anthropic-ai/sdk`: `Anthropic`, `AnthropicBedrock`, `AnthropicVertex`. */
export interface AnthropicClient {
  readonly messages: {
    create(body: Sdk.MessageCreateParamsNonStreaming, options: ClientOptions): PromiseLike<unknown>;
    stream(body: Sdk.MessageCreateParamsBase, options: ClientOptions): { finalMessage(): Promise<unknown> };
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
  const options = { headers: { ...wire.headers }, maxRetries: 0, ...(signal && { signal }) };
  try {
    return await answer(client, without(wire.body, ['stream']) ?? {}, options);
  } catch (error) {
    signal?.throwIfAborted();
    throw toOwnError(error);
  }
}

/** the client refuses to wait for a long answer in one piece, before it sends anything: then it streams, and joins. */
async function answer({ messages }: AnthropicClient, body: JsonObject, options: ClientOptions): Promise<unknown> {
  try {
    return await messages.create(trusted<Sdk.MessageCreateParamsNonStreaming>(body), options);
  } catch (error) {
    if (!(error instanceof Error && /streaming is required/i.test(error.message))) throw error;
    return withoutParsed(await messages.stream(trusted<Sdk.MessageCreateParamsBase>(body), options).finalMessage());
  }
}

/** the joined answer has a field that the client adds to each text. */
function withoutParsed(message: unknown): unknown {
  if (!isJsonObject(message) || !Array.isArray(message.content)) return message;
  const content = message.content.map((block: unknown) => (isJsonObject(block) ? without(block, ['parsed_output']) : block));
  return { ...without(message, ['parsed_output']), content };
}

/** What the client throws for an answer with an error: known by its fields, so that any copy of the package will do. */
function toOwnError(error: unknown): unknown {
  if (!(error instanceof Error) || isClientComplaint(error)) return error;
  const fields: Readonly<Record<string, unknown>> = { ...error };
  const isAnswer = typeof fields.status === 'number' || isJsonObject(fields.error);
  if (!isAnswer) return new TransportError(`the vendor was not reached: ${error.message}`, { cause: error });
  const own = decodeError(typeof fields.status === 'number' ? fields.status : 200, fields.error, headersOf(fields.headers));
  own.cause = error;
  return own;
}
