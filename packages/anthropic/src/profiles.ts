import { extendProfile, familyOf, type Profile } from '@toolglot/core';
import { anthropicBase, anthropicFamilies } from './profile.ts';

/** What a model of this vendor can do, by its id, with or without `anthropic:`. An unknown one is taken for the newest. */
export function anthropicProfile(model: string): Profile {
  const id = model.startsWith('anthropic:') ? model.slice('anthropic:'.length) : model;
  return extendProfile(anthropicBase, { ...familyOf(anthropicFamilies, id)?.profile, name: `anthropic:${id}` });
}
