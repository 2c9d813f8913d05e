import { extendProfile, type Model, modelFromCodec, type ProfileChanges, type WireRequest } from '@toolglot/core';
import { checkClient, explained, explainedStream } from '@toolglot/core/kit';
import { type AnthropicClient, clientFromEnvironment, openThrough, sendThrough } from './client.ts';
import { anthropicProfile } from './profiles.ts';
import { encodeRequest } from './request.ts';
import { decodeResponse } from './response.ts';
import { decodeStream } from './stream.ts';

export type { AnthropicClient } from './client.ts';

const ENVIRONMENT = 'the key is looked for in ANTHROPIC_API_KEY';

/** What `anthropic()` takes beside the model's id. */
export interface AnthropicOptions {
  /** a client of `@anthropic-ai/sdk`, also for Bedrock or Vertex; else one is made from the environment's variables. */
  readonly client?: AnthropicClient;
  /** what this model can do other than its id says. */
  readonly profile?: ProfileChanges;
}

/**
 * A model over `@anthropic-ai/sdk`: `anthropic('claude-opus-5')`. The client is loaded at the first call; retries are
 * not its business.
 */
export function anthropic(id: string, { client, profile = {} }: AnthropicOptions = {}): Model {
  checkClient(client, ['messages.create'], 'a client of @anthropic-ai/sdk');
  let loading: Promise<AnthropicClient> | undefined;
  const load = () => (loading ??= client ? Promise.resolve(client) : clientFromEnvironment());
  const send = async (wire: WireRequest, signal: AbortSignal | undefined) => sendThrough(await load(), wire, signal);
  const open = async function* (wire: WireRequest, signal: AbortSignal | undefined) {
    yield* openThrough(await load(), wire, signal);
  };
  return modelFromCodec({
    profile: extendProfile(anthropicProfile(id), { ...profile, name: `${profile.provider ?? 'anthropic'}:${id}` }),
    codec: { encodeRequest, decodeResponse, decodeStream },
    path: '/v1/messages',
    send: client ? send : (wire, signal) => explained(send(wire, signal), ENVIRONMENT, signal),
    open: client ? open : (wire, signal) => explainedStream(open(wire, signal), ENVIRONMENT, signal),
  });
}
