import { extendProfile, type Model, modelFromCodec, type Profile } from '@toolglot/core';
import type { OpenAI } from 'openai';
import { openaiProfile } from './chat/profile.ts';
import { encodeRequest } from './chat/request.ts';
import { decodeResponse } from './chat/response.ts';
import { defaultClient, sendChat } from './client.ts';

export interface OpenAIOptions {
  /** any client of the package `openai`, also `AzureOpenAI`. Default: one made from `OPENAI_API_KEY` and its like. */
  readonly client?: OpenAI;
  /** the wire format. Default `chat`. */
  readonly api?: 'chat';
  /** what the model can do. Default: what is known of the id. */
  readonly profile?: Profile;
}

/**
 * A model of OpenAI, or of anyone who speaks its format, over the vendor's own client. Nothing is loaded before the first call.
 *
 * @example
 * const model = openai('gpt-5.4', { client: new OpenAI({ baseURL: 'http://localhost:8000/v1', apiKey: 'none' }) });
 */
export function openai(id: string, { client, profile = openaiProfile(id) }: OpenAIOptions = {}): Model {
  let loaded: Promise<OpenAI> | undefined;
  const load = () => {
    loaded ??= client ? Promise.resolve(client) : defaultClient();
    return loaded;
  };
  return modelFromCodec({
    profile: extendProfile(profile, { name: `${profile.provider}:${id}` }),
    codec: { encodeRequest, decodeResponse },
    path: '/chat/completions',
    send: async (wire, signal) => sendChat(await load(), wire, signal),
  });
}
