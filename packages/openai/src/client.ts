import {
  isJsonObject,
  type JsonObject,
  MissingPackageError,
  TransportError,
  VendorError,
  type WireRequest,
} from '@toolglot/core';
import { describeValue, headersOf, isClientComplaint, readList, readNumber, readObject, watched } from '@toolglot/core/kit';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { ResponseCreateParamsNonStreaming, ResponseCreateParamsStreaming } from 'openai/resources/responses/responses';
import { decodeError } from './chat/error.ts';
import { decodeErrorFrame } from './responses/stream-error.ts';

interface ClientOptions {
  readonly headers: Record<string, string>;
  readonly maxRetries: number;
  readonly signal?: AbortSignal;
}

/** Any client of the package `openai`, of any copy and version of it: `OpenAI`, `AzureOpenAI`. */
export interface OpenAIClient {
  readonly responses: {
    create(body: ResponseCreateParamsNonStreaming | ResponseCreateParamsStreaming, options: ClientOptions): PromiseLike<unknown>;
  };
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
 * Sends a body to Responses and gives the answer's body. Does not retry. Throws `VendorError` for what the vendor refuses,
 * `TransportError` where it is not reached, both with the client's error as `cause`, the signal's reason, or what the client says
 * of how it is used: that it has no key.
 */
export async function sendResponses(client: OpenAIClient, wire: WireRequest, signal: AbortSignal | undefined): Promise<unknown> {
  const answer = await settle(
    wire,
    signal,
    async (body, options) => await client.responses.create(asParams<ResponseCreateParamsNonStreaming>(body), options),
  );
  refuseError(answer, 'output');
  return withoutText(answer);
}

/**
 * Asks for a stream of Responses, and gives its payloads as they come. Throws as `sendResponses` does, also in mid-answer; ends with the
 * signal's reason. The connection is closed when the loop is left.
 */
export function openResponses(client: OpenAIClient, wire: WireRequest, signal: AbortSignal | undefined): AsyncIterable<unknown> {
  return watched(
    async (own) => {
      const params = asParams<ResponseCreateParamsStreaming>({ ...wire.body, stream: true });
      return asStream(await client.responses.create(params, optionsOf(wire, own)));
    },
    errorOf,
    signal,
  );
}

/** The same for Chat Completions. */
export async function sendChat(client: OpenAIClient, wire: WireRequest, signal: AbortSignal | undefined): Promise<unknown> {
  const answer = await settle(
    wire,
    signal,
    async (body, options) =>
      await client.chat.completions.create(asParams<ChatCompletionCreateParamsNonStreaming>(body), options),
  );
  refuseError(answer, 'choices');
  return answer;
}

type Create = (body: JsonObject, options: ClientOptions) => Promise<unknown>;

async function settle(wire: WireRequest, signal: AbortSignal | undefined, create: Create): Promise<unknown> {
  return create(wholeBody(wire.body), optionsOf(wire, signal)).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw errorOf(error);
  });
}

const optionsOf = ({ headers }: WireRequest, signal: AbortSignal | undefined): ClientOptions => ({
  maxRetries: 0,
  headers: { ...headers },
  ...(signal && { signal }),
});

/** what the client gives when it was asked for a stream. */
function asStream(answer: unknown): AsyncIterable<unknown> {
  if (isStream(answer)) return answer;
  throw new TransportError(`the client was asked for a stream, and gave ${describeValue(answer)}`);
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** the client adds a field with all of the text. */
function withoutText(answer: unknown): unknown {
  if (!isJsonObject(answer)) return answer;
  const { output_text: _text, ...wire } = answer;
  return wire;
}

/** the client reads whole answers only when no stream is asked for. */
function wholeBody(body: JsonObject): JsonObject {
  if (body.stream !== true) return body;
  const { stream: _stream, stream_options: _options, ...whole } = body;
  return whole;
}

/** the codec has checked the body against the client's types, part by part. */
const asParams = <Params>(body: object) => body as Params;

/** some servers say 200 and send an error. */
function refuseError(answer: unknown, said: 'choices' | 'output'): void {
  const { error, status: ended, [said]: items } = readObject(answer);
  if (!error || readList(items).length > 0 || ended === 'failed') return;
  const status = readNumber(readObject(error).code) ?? 200;
  throw decodeError(status >= 400 && status < 600 ? status : 200, answer);
}

/** the client's errors are known by their fields: several copies of the package may be loaded. */
function errorOf(cause: unknown): unknown {
  if (isClientComplaint(cause)) return cause;
  if (!(cause instanceof Error)) return new TransportError(`the vendor was not reached: ${String(cause)}`, { cause });
  const status = 'status' in cause ? readNumber(cause.status) : undefined;
  const error = 'error' in cause && cause.error ? cause.error : undefined;
  if (status === undefined && error === undefined)
    return new TransportError(`the vendor was not reached, or broke off: ${cause.message}`, { cause });
  const headers = 'headers' in cause ? headersOf(cause.headers) : {};
  const said = error === undefined ? cause.message.replace(/^\d+ /, '') : { error };
  const found = status === undefined ? decodeErrorFrame(error, headers) : decodeError(status, said, headers);
  return new VendorError(found.message, found, { cause });
}
