import { extendProfile, familyOf, type Profile } from '@toolglot/core';
import { googleCommon, googleFamilies } from './profile.ts';

/** What a model of this vendor can do, by its id, with or without `google:` and `models/`. An unknown one is taken for the newest. */
export function googleProfile(model: string): Profile {
  const id = model.replace(/^google:/, '').replace(/^models\//, '');
  return extendProfile(googleCommon, { ...familyOf(googleFamilies, id)?.profile, name: `google:${id}` });
}
