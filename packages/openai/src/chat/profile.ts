import { extendProfile, type Family, familyOf, type Profile } from '@toolglot/core';

/** OpenAI's newest models, over Chat Completions. */
export const openaiChatProfile: Profile = {
  name: 'openai:gpt-5.6-sol',
  provider: 'openai',
  codec: 'openai-chat',
  tools: 'native',
  limits: {
    tools: 128,
    name: { pattern: '^[a-zA-Z0-9_-]+$', max: 64 },
    id: { pattern: '^[a-zA-Z0-9_-]+$', max: 40 },
  },
  choice: { none: 'native', required: 'native', named: 'native', subset: 'native', whenReasoning: 'any' },
  parallel: 'switch',
  schema: { dialect: 'openai-loose', strict: 'openai-strict' },
  results: { content: 'parts', media: [], mediaInError: false, errorFlag: false, name: false },
  reasoning: { efforts: ['low', 'medium', 'high', 'max'], off: true, replay: 'optional' },
  replay: 'provider',
  turns: { first: 'any', last: 'any', blank: true, system: 'anywhere', prefill: false, order: 'calls-last' },
  settings: { allow: ['maxTokens', 'candidates', 'seed', 'stop', 'reasoning.effort', 'streamUsage'] },
  media: ['image/*', 'application/pdf'],
  unnamedMedia: ['image/*', 'audio/*'],
  hosted: [],
  cache: { style: 'automatic' },
};

/** models that do not reason: they sample as they are told. */
const sampling = {
  reasoning: { efforts: [], off: true },
  settings: { allow: ['maxTokens', 'candidates', 'seed', 'stop', 'streamUsage', 'temperature', 'topP'] },
  choice: { subset: 'emulate' },
} as const;

/** the first models that reason: always, and without a word on parallel calls or stop sequences. */
const first = {
  reasoning: { efforts: ['low', 'medium', 'high'], off: false },
  settings: { allow: ['maxTokens', 'candidates', 'seed', 'reasoning.effort', 'streamUsage'] },
  choice: { subset: 'emulate' },
  parallel: 'fixed',
} as const;

const sound = ['image/*', 'application/pdf', 'audio/wav', 'audio/mpeg'];

/** What differs from the newest models, the first that matches. */
const families: readonly Family[] = [
  { match: 'gpt-5', profile: { reasoning: { efforts: ['minimal', 'low', 'medium', 'high'], off: false } } },
  { match: 'gpt-5-chat*', profile: sampling },
  { match: 'gpt-5-*', profile: { reasoning: { efforts: ['minimal', 'low', 'medium', 'high'], off: false } } },
  { match: 'gpt-5.1*', profile: { reasoning: { efforts: ['low', 'medium', 'high'] } } },
  ...['gpt-5.2*', 'gpt-5.3*', 'gpt-5.4*', 'gpt-5.5*'].map((match) => ({
    match,
    profile: { settings: { rename: { 'effort.max': 'xhigh' } } },
  })),
  { match: 'o1-mini*', profile: { ...first, turns: { system: 'none' } } },
  { match: 'o1*', profile: first },
  { match: 'o3*', profile: first },
  { match: 'o4*', profile: first },
  { match: 'gpt-4o*audio*', profile: { ...sampling, media: sound } },
  { match: 'gpt-4*', profile: sampling },
  { match: 'chatgpt-4*', profile: sampling },
  { match: 'gpt-3.5*', profile: { ...sampling, media: [] } },
];

/** The profile of an OpenAI model over Chat Completions; an id that is not known is taken for one of the newest. */
export function openaiProfile(model: string): Profile {
  const family = familyOf(families, model);
  return extendProfile(openaiChatProfile, { ...family?.profile, name: `openai:${model}` });
}
