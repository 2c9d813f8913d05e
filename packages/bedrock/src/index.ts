import {
  extendProfile,
  type Model,
  modelFromCodec,
  type ProfileChanges,
  type Request,
  UnsupportedError,
  type WireRequest,
} from '@toolglot/core';
import { checkClient, explained } from '@toolglot/core/kit';
import { type BedrockClient, clientFromEnvironment, sendThrough } from './client.ts';
import { PROVIDER } from './fields.ts';
import { bedrockProfile } from './profiles.ts';
import { encodeRequest } from './request.ts';
import { decodeResponse } from './response.ts';

export type { BedrockClient } from './client.ts';

const ENVIRONMENT =
  'the region is looked for in AWS_REGION, the credentials where the tools of AWS look, such as AWS_ACCESS_KEY_ID';

/** What `bedrock()` takes beside the model's id. */
export interface BedrockOptions {
  /** a client of `@aws-sdk/client-bedrock-runtime`; else one is made from the environment. */
  readonly client?: BedrockClient;
  /** what this model can do other than its id says. */
  readonly profile?: ProfileChanges;
}

/**
 * A model over `@aws-sdk/client-bedrock-runtime`: `bedrock('us.anthropic.claude-sonnet-5')`, by its id, that of an inference profile, or
 * an address. The client is loaded at the first call; retries are not its business.
 */
export function bedrock(id: string, { client, profile = {} }: BedrockOptions = {}): Model {
  checkClient(client, ['send'], 'a BedrockRuntimeClient of @aws-sdk/client-bedrock-runtime');
  let loading: Promise<BedrockClient> | undefined;
  const load = () => (loading ??= client ? Promise.resolve(client) : clientFromEnvironment());
  const send = async (wire: WireRequest, signal: AbortSignal | undefined) => sendThrough(await load(), id, wire, signal);
  return modelFromCodec({
    profile: extendProfile(bedrockProfile(id), { ...profile, name: `${profile.provider ?? PROVIDER}:${id}` }),
    codec: { encodeRequest: (request) => encodeRequest(ofModel(request, id)), decodeResponse },
    path: `/model/${encodeURIComponent(id)}/converse`,
    send: client ? send : (wire, signal) => explained(send(wire, signal), ENVIRONMENT, signal),
  });
}

/** the path has the model's id, and is made with the model. */
function ofModel(request: Request, id: string): Request {
  if (request.model === undefined || request.model === id) return request;
  throw new UnsupportedError(`the model '${request.model}'`, `${PROVIDER}:${id}`, 'make a model of that id');
}
