import { extendProfile, type Family, familyOf, type Profile } from '@toolglot/core';
import { openaiChatProfile, openaiProfile } from '../chat/profile.ts';

/** What Chat has settings for, and Responses has not. */
const CHAT_ONLY: ReadonlySet<string> = new Set(['candidates', 'seed', 'stop', 'streamUsage']);

/** OpenAI's newest models, over Responses. */
export const openaiResponsesProfile: Profile = overResponses(openaiChatProfile);

/** The profile of an OpenAI model over Responses; an id that is not known is taken for one of the newest. */
export function responsesProfile(model: string): Profile {
  return extendProfile(overResponses(openaiProfile(model)), familyOf(older, model)?.profile ?? {});
}

/** models before 5.6 cache as they see fit. */
const unmarked = { cache: { on: [] } } as const;

/** Older models have no search for tools, and so none that are deferred. */
const older: readonly Family[] = [
  ...['gpt-5.4*', 'gpt-5.5*'].map((match) => ({ match, profile: unmarked })),
  ...['gpt-5', 'gpt-5-*', 'gpt-5.1*', 'gpt-5.2*', 'gpt-5.3*', 'gpt-4*', 'gpt-3.5*', 'chatgpt-*', 'o*'].map((match) => ({
    match,
    profile: { ...unmarked, schema: { hints: [] } },
  })),
];

/** What the same model can do over the other format. */
function overResponses(chat: Profile): Profile {
  const reasons = chat.reasoning.efforts.length > 0;
  const media = chat.media.filter((type) => !type.startsWith('audio/'));
  const allow = chat.settings.allow.filter((name) => !CHAT_ONLY.has(name));
  return extendProfile(chat, {
    codec: 'openai-responses',
    limits: { name: { max: 128 }, id: { max: 64 } },
    results: { media, mediaInError: true },
    media,
    schema: { hints: ['deferred'], search: 'openai.tool_search' },
    reasoning: { signed: reasons, paired: true },
    replay: 'model',
    turns: { order: 'free' },
    settings: { allow: reasons ? [...allow, 'reasoning.visible'] : allow },
    hosted: ['openai.*'],
    cache: { on: ['system', 'user', 'tool'], ttl: false },
  });
}
