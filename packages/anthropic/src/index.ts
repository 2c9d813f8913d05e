import { extendProfile, type Model, modelFromCodec, type ProfileChanges } from '@toolglot/core';
import { type AnthropicClient, clientFromEnvironment, sendThrough } from './client.ts';
import { anthropicProfile } from './profiles.ts';
import { encodeRequest } from './request.ts';
import { decodeResponse } from './response.ts';

export type { AnthropicClient } from './client.ts';

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
  let loading: Promise<AnthropicClient> | undefined;
  const load = () => (loading ??= client ? Promise.resolve(client) : clientFromEnvironment());
  return modelFromCodec({
    profile: extendProfile(anthropicProfile(id), { ...profile, name: `${profile.provider ?? 'anthropic'}:${id}` }),
    codec: { encodeRequest, decodeResponse },
    path: '/v1/messages',
    send: async (wire, signal) => sendThrough(await load(), wire, signal),
  });
}
