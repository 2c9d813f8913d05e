import type { Profile } from '@toolglot/core';
import { openaiProfile as chatProfile } from './chat/profile.ts';
import { responsesProfile } from './responses/profile.ts';

/** OpenAI's two wire formats. */
export type OpenAIApi = 'responses' | 'chat';

/** The profile of an OpenAI model over one of the formats, Responses by default; an unknown id is taken for one of the newest. */
export function openaiProfile(model: string, api: OpenAIApi = 'responses'): Profile {
  return api === 'chat' ? chatProfile(model) : responsesProfile(model);
}
