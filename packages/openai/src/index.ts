import {
  extendProfile,
  type Model,
  type ModelParts,
  modelFromCodec,
  type ProfileChanges,
  type WireRequest,
} from '@toolglot/core';
import { checkClient, describeValue, explained } from '@toolglot/core/kit';
import { encodeRequest as encodeChat } from './chat/request.ts';
import { decodeResponse as decodeChat } from './chat/response.ts';
import { defaultClient, type OpenAIClient, openResponses, sendChat, sendResponses } from './client.ts';
import { type OpenAIApi, openaiProfile } from './model-profile.ts';
import { encodeRequest } from './responses/request.ts';
import { decodeResponse } from './responses/response.ts';
import { decodeStream } from './responses/stream.ts';

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
  if (!Object.hasOwn(FORMATS, api)) throw new TypeError(`api: expected 'responses' or 'chat', received ${describeValue(api)}`);
  const { send, open, method, ...format }: Format = FORMATS[api];
  checkClient(client, [method], "a client of the package 'openai'");
  let loaded: Promise<OpenAIClient> | undefined;
  const load = () => {
    loaded ??= client ? Promise.resolve(client) : defaultClient();
    return loaded;
  };
  const profile = extendProfile(openaiProfile(id, api), changes);
  const asked = () => (client ? load() : explained(load(), KEY, undefined));
  const ask = async (wire: WireRequest, signal: AbortSignal | undefined) => send(await load(), wire, signal);
  return modelFromCodec({
    ...format,
    profile: extendProfile(profile, { name: `${profile.provider}:${id}` }),
    send: client ? ask : (wire, signal) => explained(ask(wire, signal), KEY, signal),
    ...(open && {
      async *open(wire, signal) {
        yield* open(await asked(), wire, signal);
      },
    }),
  });
}

const KEY = 'the key is looked for in OPENAI_API_KEY';

/** A wire format, and how the client is asked for it. */
interface Format extends Pick<ModelParts, 'codec' | 'path'> {
  /** the client's method. */
  readonly method: string;
  send(client: OpenAIClient, wire: WireRequest, signal: AbortSignal | undefined): Promise<unknown>;
  open?(client: OpenAIClient, wire: WireRequest, signal: AbortSignal | undefined): AsyncIterable<unknown>;
}

const FORMATS: Readonly<Record<OpenAIApi, Format>> = {
  responses: {
    codec: { encodeRequest, decodeResponse, decodeStream },
    path: '/responses',
    method: 'responses.create',
    send: sendResponses,
    open: openResponses,
  },
  chat: {
    codec: { encodeRequest: encodeChat, decodeResponse: decodeChat },
    path: '/chat/completions',
    method: 'chat.completions.create',
    send: sendChat,
  },
};
