import type { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { isJsonObject, type JsonObject, TransportError, type VendorError } from '@toolglot/core';
import { readNumber, readObject } from '@toolglot/core/kit';
import { decodeError } from './error.ts';

/** What came over the wire for one command. */
export interface Exchange {
  /** the answer's body, as JSON, else as text. */
  answer?: unknown;
  failure?: VendorError | TransportError;
}

type Collect = (stream: unknown) => Promise<Uint8Array>;

/**
 * Makes a command send a body as it is, and keep the answer as it came. The client's own way loses members that it does not know,
 * both ways, encodes base64 once more, and sends up to three times.
 */
export function openExchange(command: ConverseCommand, body: JsonObject, collect: Collect): Exchange {
  const exchange: Exchange = {};
  const { middlewareStack: stack } = command;
  // the serializer writes the path only
  stack.add((next) => (args) => next({ ...args, input: { modelId: args.input.modelId } }), {
    step: 'serialize',
    priority: 'high',
  });
  stack.add((next) => (args) => next(replaceBody(args, body)), { step: 'build', priority: 'high' });
  stack.add(
    (next) => async (args) => {
      const answered = await next(args).catch((error: unknown) => hold(exchange, unreached(error)));
      return keepAnswer(exchange, answered, collect);
    },
    { step: 'deserialize', priority: 'low' },
  );
  return exchange;
}

/** An error that the client does not take for one to try again: retries are not its business. */
class Held extends Error {
  /** where the client reads the vendor's clock. */
  declare readonly $response?: unknown;
}

function hold(exchange: Exchange, failure: VendorError | TransportError, response?: unknown): never {
  exchange.failure = failure;
  throw Object.assign(new Held(failure.message), { $response: response });
}

const unreached = (cause: unknown) =>
  new TransportError(`the vendor was not reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });

function replaceBody<Args extends { request: unknown }>(args: Args, body: JsonObject): Args {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  // the client's request is an object of its own class, which it hands on to be changed
  if (isJsonObject(args.request)) Object.assign(args.request, { body: bytes, headers: withLength(args.request.headers, bytes) });
  return args;
}

function withLength(headers: unknown, { byteLength }: Uint8Array) {
  return { ...readObject(headers), 'content-type': 'application/json', 'content-length': String(byteLength) };
}

async function keepAnswer<Answered extends { response: unknown }>(
  exchange: Exchange,
  answered: Answered,
  collect: Collect,
): Promise<Answered> {
  const response = readObject(answered.response);
  const bytes = await bytesOf(response.body, collect).catch((error: unknown) => hold(exchange, unreached(error)));
  const text = new TextDecoder().decode(bytes);
  const status = readNumber(response.statusCode) ?? 200;
  if (status >= 300) hold(exchange, decodeError(status, text, headersOf(response.headers)), answered.response);
  exchange.answer = parse(text);
  return { ...answered, response: Object.assign(response, { body: bytes }) };
}

/** others may have read the stream before. */
async function bytesOf(body: unknown, collect: Collect): Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : collect(body);
}

function headersOf(headers: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(readObject(headers)).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
