import { extendProfile, type Family, type Profile, type ProfileChanges } from '@toolglot/core';
import { CODEC } from './fields.ts';

const SAMPLING = ['maxTokens', 'temperature', 'topP', 'stop', 'seed', 'candidates'];

/** What all models can do; from the types of the vendor's client, its page on thought signatures, and recorded traffic. */
export const googleCommon: Profile = {
  name: 'google:gemini',
  provider: 'google',
  codec: CODEC,
  tools: 'native',
  limits: {
    tools: 512,
    name: { pattern: '^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$', max: 64 },
    id: { pattern: '^[^]+$', max: 256 },
  },
  choice: { none: 'native', required: 'native', named: 'native', subset: 'native', whenReasoning: 'any' },
  parallel: 'fixed',
  schema: { dialect: 'google-json-schema', strict: 'google-json-schema', strictLimits: { uniform: true } },
  results: { content: 'object', media: [], mediaInError: true, errorFlag: true, name: true },
  reasoning: { efforts: [], visible: ['none', 'summary'], off: false, replay: 'optional' },
  replay: 'provider',
  turns: { first: 'user', last: 'user', blank: false, system: 'head', prefill: false, order: 'free' },
  settings: { allow: SAMPLING },
  media: ['*/*'],
  hosted: ['google.*'],
  cache: { style: 'automatic', held: 'cachedContent' },
};

/** 2.5 and older: hosted tools, and answers in JSON, stand without functions. */
const ALONE: ProfileChanges = { hostedBesideFunctions: 'refuse', outputBesideFunctions: 'refuse' };

/** 2.5: thinks within a budget of tokens. */
const BUDGET: ProfileChanges = {
  ...ALONE,
  reasoning: { efforts: ['minimal', 'low', 'medium', 'high', 'max'], off: true, budgetOnly: true },
  settings: { allow: [...SAMPLING, 'reasoning'] },
};

/** 3: levels of thinking, signatures demanded on the calls of a turn, media in results, hosted tools beside functions. */
const NEWEST: ProfileChanges = {
  results: { media: ['image/*', 'application/pdf', 'text/plain'] },
  reasoning: { efforts: ['minimal', 'low', 'medium', 'high'], sentinel: 'skip_thought_signature_validator' },
  settings: { allow: [...SAMPLING, 'reasoning.effort', 'reasoning.visible'] },
  hostedBesideFunctions: 'flag',
};

/** What the newest models can do, Gemini 3. */
export const googleBase: Profile = extendProfile(googleCommon, { ...NEWEST, name: 'google:gemini-3.6-flash' });

/** By id; the first that fits. One that is not known is taken for the newest. */
export const googleFamilies: readonly Family[] = [
  { match: '*gemini-3*', profile: NEWEST },
  { match: '*gemini-2.5-pro*', profile: { ...BUDGET, reasoning: { ...BUDGET.reasoning, off: false } } },
  { match: '*gemini-2.5*', profile: BUDGET },
  { match: '*gemini-2*', profile: ALONE },
  { match: '*gemini-1*', profile: ALONE },
  { match: '*', profile: NEWEST },
];
