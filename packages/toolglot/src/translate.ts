import { type Codec, type Headers, type JsonObject, type Loss, lower, type Profile, type Request } from '@toolglot/core';

/** Between which formats, and for which model. */
export interface TranslateOptions {
  readonly from: Pick<Codec, 'decodeRequest'>;
  readonly to: Pick<Codec, 'encodeRequest' | 'name' | 'profile'>;
  /** the model that the body is for; absent: the newest of the format's vendor, and the body's model stays as it is. */
  readonly profile?: Profile;
}

/** A body for another vendor, the headers that it needs, and what could not be said. */
export interface Translated {
  readonly body: JsonObject;
  readonly headers: Headers;
  readonly losses: readonly Loss[];
}

/**
 * One call, from one wire format to another: body in, body out.
 * @example translate(chatBody, { from: openaiChat, to: anthropicMessages, profile: profileOf('anthropic:claude-opus-5') })
 * @throws WireError when the body is none of the format's; UnsupportedError when the target cannot do what is asked;
 * TypeError for a profile of another format.
 */
export function translate(body: unknown, { from, to, profile }: TranslateOptions): Translated {
  const target = profile ?? to.profile;
  if (target.codec !== to.name)
    throw new TypeError(`translate: expected a profile of '${to.name}', received '${target.name}' of '${target.codec}'`);
  const { request } = from.decodeRequest(body);
  const { request: lowered, losses } = lower(profile ? addressed(request, profile) : request, target);
  return { ...to.encodeRequest(lowered, target), losses };
}

function addressed(request: Request, { name, provider }: Profile): Request {
  return { ...request, model: name.slice(provider.length + 1) };
}
