import { extendProfile, familyOf, type Profile } from '@toolglot/core';
import { PROVIDER } from './fields.ts';
import { bedrockBase, bedrockFamilies } from './profile.ts';

/** What a model on Bedrock can do, by its id, with or without `bedrock:`. Of an unknown one no more is taken for granted than Converse promises. */
export function bedrockProfile(model: string): Profile {
  const id = model.startsWith(`${PROVIDER}:`) ? model.slice(PROVIDER.length + 1) : model;
  return extendProfile(bedrockBase, { ...familyOf(bedrockFamilies, id)?.profile, name: `${PROVIDER}:${id}` });
}
