import { anthropicProfile } from '@toolglot/anthropic/profiles';
import { bedrockProfile } from '@toolglot/bedrock/profiles';
import { type Model, type Profile, UnsupportedError } from '@toolglot/core';
import { googleProfile } from '@toolglot/google/profiles';
import { openaiProfile } from '@toolglot/openai/profiles';

interface Provider {
  profile(model: string): Profile;
  /** loads the vendor's package at the first use of one of its models. */
  model(model: string): Promise<Model>;
}

const providers: Readonly<Record<string, Provider>> = {
  openai: {
    profile: openaiProfile,
    model: async (model) => (await import('@toolglot/openai')).openai(model),
  },
  anthropic: {
    profile: anthropicProfile,
    model: async (model) => (await import('@toolglot/anthropic')).anthropic(model),
  },
  google: {
    profile: googleProfile,
    model: async (model) => (await import('@toolglot/google')).google(model),
  },
  bedrock: {
    profile: bedrockProfile,
    model: async (model) => (await import('@toolglot/bedrock')).bedrock(model),
  },
};

/**
 * What a model can do, by `provider:model`, without a client or a key.
 * @example profileOf('anthropic:claude-opus-5').limits.contextWindow
 * @throws UnsupportedError for a provider that is not known.
 */
export function profileOf(id: string): Profile {
  const { provider, model } = find(id);
  return provider.profile(model);
}

/**
 * The model of an id such as `openai:gpt-5.4`. Throws `UnsupportedError` for a provider that is not known. Where the
 * vendor's client is not installed, the model says so when it is asked.
 */
export async function resolveModel(id: string): Promise<Model> {
  const { provider, model } = find(id);
  return provider.model(model);
}

function find(id: string): { readonly provider: Provider; readonly model: string } {
  const [, name = '', model = ''] = /^([^:]*):(.+)$/s.exec(id) ?? [];
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (provider) return { provider, model };
  const known = Object.keys(providers).map((one) => `'${one}:…'`);
  throw new UnsupportedError(`the model '${id}'`, 'toolglot', `expected provider:model, one of ${known.join(', ')}`);
}
