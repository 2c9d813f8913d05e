import { extendProfile, type Profile } from '@toolglot/core';
import { openaiChatProfile } from '../chat/profile.ts';
import { compatibleChanges, vendorChanges } from './vendor-profiles.ts';

/**
 * The profile of a model that a vendor of OpenAI's Chat format serves: `compatibleProfile('deepseek', 'deepseek-chat')`.
 * A vendor that is not known differs from OpenAI by its name and by what such servers share.
 */
export function compatibleProfile(provider: string, model: string): Profile {
  const base = extendProfile(openaiChatProfile, { ...compatibleChanges, provider, name: `${provider}:${model}` });
  return extendProfile(base, vendorChanges.get(provider) ?? {});
}
