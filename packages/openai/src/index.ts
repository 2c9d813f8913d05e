import { extendProfile, type Model, modelFromCodec, type ProfileChanges } from '@toolglot/core';
import { encodeRequest as encodeChat } from './chat/request.ts';
import { decodeResponse as decodeChat } from './chat/response.ts';
import { defaultClient, type OpenAIClient, sendChat, sendResponses } from './client.ts';
import { type OpenAIApi, openaiProfile } from './model-profile.ts';
import { encodeRequest } from './responses/request.ts';
import { decodeResponse } from './responses/response.ts';

export type { OpenAIClient } from './client.ts';

export interface OpenAIOptions {
  /** any client of the package `openai`, also `AzureOpenAI`. Default: one made from `OPENAI_API_KEY` and its like. */
  readonly client?: OpenAIClient;
  /** the wire format. Default `responses`; `chat` is what most other vendors speak. */
  readonly api?: OpenAIApi;
  /** what this model can do other than its id says, and who serves it. */
  readonly profile?: ProfileChanges;
}

/**
 * A model of OpenAI, or of anyone who speaks one of its formats, over the vendor's own client. Nothing is loaded before the first call.
 *
 * @example
 * const model = openai('gpt-5.4', { api: 'chat', client: new OpenAI({ baseURL: 'http://localhost:8000/v1', apiKey: 'none' }) });
 */
export function openai(id: string, { client, api = 'responses', profile: changes = {} }: OpenAIOptions = {}): Model {
  let loaded: Promise<OpenAIClient> | undefined;
  const load = () => {
    loaded ??= client ? Promise.resolve(client) : defaultClient();
    return loaded;
  };
  const profile = extendProfile(openaiProfile(id, api), changes);
  const { send, ...format } = FORMATS[api];
  return modelFromCodec({
    ...format,
    profile: extendProfile(profile, { name: `${profile.provider}:${id}` }),
    send: async (wire, signal) => send(await load(), wire, signal),
  });
}

const FORMATS = {
  responses: { codec: { encodeRequest, decodeResponse }, path: '/responses', send: sendResponses },
  chat: { codec: { encodeRequest: encodeChat, decodeResponse: decodeChat }, path: '/chat/completions', send: sendChat },
} as const;
