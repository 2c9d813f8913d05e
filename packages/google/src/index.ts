import { extendProfile, type Model, modelFromCodec, type Profile, type ProfileChanges, type Request } from '@toolglot/core';
import { checkClient, explained } from '@toolglot/core/kit';
import { type Call, clientFromEnvironment, type GoogleClient, openThrough, sendThrough } from './client.ts';
import { googleProfile } from './profiles.ts';
import { encodeRequest } from './request.ts';
import { decodeResponse } from './response.ts';
import { decodeStream } from './stream.ts';

export type { GoogleClient } from './client.ts';

const ENVIRONMENT = 'the key is looked for in GOOGLE_API_KEY and GEMINI_API_KEY';

/** What `google()` takes beside the model's id. */
export interface GoogleOptions {
  /** a `GoogleGenAI` of `@google/genai`, also for Vertex, or a `GoogleGenerativeAI` of `@google/generative-ai`; else one of the former is made from the environment's variables. */
  readonly client?: GoogleClient;
  /** what this model can do other than its id says, and who serves it. */
  readonly profile?: ProfileChanges;
}

/**
 * A model over `@google/genai` or `@google/generative-ai`. The client is loaded at the first call; retries are not its business.
 *
 * @example
 * const model = google('gemini-3-pro-preview', { client: new GoogleGenAI({ vertexai: true, project: 'mine', location: 'global' }) });
 */
export function google(id: string, options: GoogleOptions = {}): Model {
  const { client } = options;
  checkClient(client, ['models.generateContent', 'getGenerativeModel'], 'a client of @google/genai or @google/generative-ai');
  let loading: Promise<GoogleClient> | undefined;
  const load = () => (loading ??= client ? Promise.resolve(client) : clientFromEnvironment());
  const send = async (call: Call) => sendThrough(await load(), call);
  const ask = client ? send : (call: Call) => explained(send(call), ENVIRONMENT, call.signal);
  const open = async function* (call: Call) {
    try {
      yield* openThrough(await load(), call);
    } catch (error) {
      if (client) throw error;
      await explained(Promise.reject(error), ENVIRONMENT, call.signal);
    }
  };
  const build = (model: string) =>
    modelFromCodec({
      profile: profileFor(model, options),
      codec: { encodeRequest, decodeResponse, decodeStream },
      path: `/models/${model}:generateContent`,
      send: (wire, signal) => ask({ model, wire, signal }),
      open: (wire, signal) => open({ model, wire, signal }),
    });
  const own = build(id);
  // the model is in the address, so a request for another one goes to another address
  const at = ({ model = id }: Request) => (model === id ? own : build(model));
  return {
    profile: own.profile,
    encode: (request) => at(request).encode(request),
    generate: async (request, callOptions) => at(request).generate(request, callOptions),
    stream: async function* (request, callOptions) {
      yield* at(request).stream?.(request, callOptions) ?? [];
    },
  };
}

function profileFor(model: string, { client, profile: changes = {} }: GoogleOptions): Profile {
  const isVertex = client !== undefined && 'vertexai' in client && client.vertexai === true;
  const profile = isVertex ? onVertex(googleProfile(model)) : googleProfile(model);
  const provider = changes.provider ?? profile.provider;
  return extendProfile(profile, { ...changes, name: `${provider}:${model}` });
}

/** Vertex takes hosted tools beside functions without the word for it, which it does not know. */
function onVertex({ hostedBesideFunctions, ...profile }: Profile): Profile {
  const others = hostedBesideFunctions === 'refuse' ? { hostedBesideFunctions } : {};
  return { ...profile, ...others, provider: 'vertex' };
}
