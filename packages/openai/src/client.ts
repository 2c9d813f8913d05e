import { type JsonObject, MissingPackageError, TransportError, VendorError, type WireRequest } from '@toolglot/core';
import { headersOf, isClientComplaint, readList, readNumber, readObject } from '@toolglot/core/kit';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { decodeError } from './chat/error.ts';

interface ClientOptions {
  readonly headers: Record<string, string>;
  readonly maxRetries: number;
  readonly signal?: AbortSignal;
}

/** Any client of the package `openai`, of any copy and version of it: `OpenAI`, `AzureOpenAI`. */
export interface OpenAIClient {
  readonly chat: {
    readonly completions: {
      create(body: ChatCompletionCreateParamsNonStreaming, options: ClientOptions): PromiseLike<unknown>;
    };
  };
}

/** A client made from the usual environment variables, loaded when it is first needed. Throws `MissingPackageError`. */
export async function defaultClient(): Promise<OpenAIClient> {
  const { OpenAI } = await import('openai').catch((cause: unknown) => {
    throw new MissingPackageError('openai', { cause });
  });
  return new OpenAI();
}

/**
 * Sends a body to Chat Completions and gives the answer's body. Does not retry. Throws `VendorError` for what the vendor
 * refuses, `TransportError` where it is not reached, both with the client's error as `cause`, the signal's reason, or what the
 * client says of how it is used: that it has no key.
 */
export async function sendChat(client: OpenAIClient, wire: WireRequest, signal: AbortSignal | undefined): Promise<unknown> {
  const options = { maxRetries: 0, headers: { ...wire.headers }, ...(signal && { signal }) };
  const answer = await answerOf(client, wire, options).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw errorOf(error);
  });
  refuseError(answer);
  return answer;
}

async function answerOf({ chat }: OpenAIClient, { body }: WireRequest, options: ClientOptions): Promise<unknown> {
  return chat.completions.create(asParams(wholeBody(body)), options);
}

/** the client reads whole answers only when no stream is asked for. */
function wholeBody(body: JsonObject): JsonObject {
  if (body.stream !== true) return body;
  const { stream: _stream, stream_options: _options, ...whole } = body;
  return whole;
}

/** the codec has checked the body against the client's types, part by part. */
const asParams = (body: object) => body as ChatCompletionCreateParamsNonStreaming;

/** some servers say 200 and send an error. */
function refuseError(answer: unknown): void {
  const { error, choices } = readObject(answer);
  if (!error || readList(choices).length > 0) return;
  const status = readNumber(readObject(error).code) ?? 200;
  throw decodeError(status >= 400 && status < 600 ? status : 200, answer);
}

/** the client's errors are known by their fields: several copies of the package may be loaded. */
function errorOf(cause: unknown): unknown {
  if (isClientComplaint(cause)) return cause;
  if (!(cause instanceof Error)) return new TransportError(`the vendor was not reached: ${String(cause)}`, { cause });
  const status = 'status' in cause ? readNumber(cause.status) : undefined;
  if (status === undefined) return new TransportError(`the vendor was not reached: ${cause.message}`, { cause });
  const said = 'error' in cause && cause.error ? { error: cause.error } : cause.message.replace(/^\d+ /, '');
  const found = decodeError(status, said, 'headers' in cause ? headersOf(cause.headers) : {});
  return new VendorError(found.message, found, { cause });
}
