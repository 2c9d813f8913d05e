import { extendProfile, type Model, modelFromCodec, type ProfileChanges } from '@toolglot/core';
import { openaiProfile } from './chat/profile.ts';
import { encodeRequest } from './chat/request.ts';
import { decodeResponse } from './chat/response.ts';
import { defaultClient, type OpenAIClient, sendChat } from './client.ts';

export type { OpenAIClient } from './client.ts';

export interface OpenAIOptions {
  /** any client of the package `openai`, also `AzureOpenAI`. Default: one made from `OPENAI_API_KEY` and its like. */
  readonly client?: OpenAIClient;
  /** the wire format. Default `chat`. */
  readonly api?: 'chat';
  /** what this model can do other than its id says, and who serves it. */
  readonly profile?: ProfileChanges;
}

/**
 * A model of OpenAI, or of anyone who speaks its format, over the vendor's own client. Nothing is loaded before the first call.
 *
 * @example
 * const model = openai('gpt-5.4', { client: new OpenAI({ baseURL: 'http://localhost:8000/v1', apiKey: 'none' }) });
 */
export function openai(id: string, { client, profile: changes = {} }: OpenAIOptions = {}): Model {
  let loaded: Promise<OpenAIClient> | undefined;
  const load = () => {
    loaded ??= client ? Promise.resolve(client) : defaultClient();
    return loaded;
  };
  const profile = extendProfile(openaiProfile(id), changes);
  return modelFromCodec({
    profile: extendProfile(profile, { name: `${profile.provider}:${id}` }),
    codec: { encodeRequest, decodeResponse },
    path: '/chat/completions',
    send: async (wire, signal) => sendChat(await load(), wire, signal),
  });
}
