import type { ConverseCommand, ConverseCommandInput } from '@aws-sdk/client-bedrock-runtime';
import { type JsonObject, MissingPackageError, type WireRequest } from '@toolglot/core';
import { type Exchange, openExchange } from './exchange.ts';

/** A `BedrockRuntimeClient` of `@aws-sdk/client-bedrock-runtime`, with any settings. */
export interface BedrockClient {
  send(command: ConverseCommand, options?: { readonly abortSignal?: AbortSignal }): Promise<unknown>;
  readonly config: { streamCollector(stream: unknown): Promise<Uint8Array> };
}

/** A client with region and credentials from where the vendor's tools look for them. Throws `MissingPackageError` where the package is not installed. */
export async function clientFromEnvironment(): Promise<BedrockClient> {
  const { BedrockRuntimeClient } = await load();
  return new BedrockRuntimeClient({ maxAttempts: 1 });
}

/**
 * The whole answer to a body, for a model. Throws `VendorError`, `TransportError`, the reason of the signal, or what the client says
 * of how it is used: that it has no region, or no credentials.
 */
export async function sendThrough(
  client: BedrockClient,
  model: string,
  wire: WireRequest,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { ConverseCommand } = await load();
  const command = new ConverseCommand(inputOf(model, wire.body));
  const exchange = openExchange(command, wire.body, (stream) => client.config.streamCollector(stream));
  return finish(exchange, client.send(command, { ...(signal && { abortSignal: signal }) }), signal);
}

/** what the client itself makes of the answer is less than what came, so it is not looked at. */
async function finish(exchange: Exchange, sending: Promise<unknown>, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    await sending;
  } catch (error) {
    signal?.throwIfAborted();
    throw exchange.failure ?? error;
  }
  return exchange.answer;
}

/** the input is for those who watch the client; what is sent is the body as it is. */
function inputOf(modelId: string, body: JsonObject): ConverseCommandInput {
  return { ...body, modelId };
}

function load(): Promise<typeof import('@aws-sdk/client-bedrock-runtime')> {
  return import('@aws-sdk/client-bedrock-runtime').catch((cause: unknown) => {
    throw new MissingPackageError('@aws-sdk/client-bedrock-runtime', { cause });
  });
}
