import type { Family, Profile, ProfileChanges } from '@toolglot/core';
import { CODEC, PROVIDER } from './fields.ts';

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const DOCUMENTS = [
  'application/pdf',
  'text/csv',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.*',
  'application/vnd.ms-excel',
  'text/html',
  'text/plain',
  'text/markdown',
];
const VIDEO = ['video/*'];

/**
 * What Converse promises of any model that takes tools: from the vendor's API reference and its table of models.
 * Marks of errors, media in results and a choice of one tool are for some vendors' models only.
 */
export const bedrockBase: Profile = {
  name: 'bedrock:model',
  provider: PROVIDER,
  codec: CODEC,
  tools: 'native',
  limits: {
    name: { pattern: '^[a-zA-Z0-9_-]{1,64}$', max: 64 },
    id: { pattern: '^[a-zA-Z0-9_-]{1,64}$', max: 64 },
  },
  choice: { none: 'emulate', required: 'refuse', named: 'refuse', subset: 'emulate', whenReasoning: 'auto' },
  parallel: 'fixed',
  schema: { dialect: 'openai-loose' },
  results: { content: 'parts', json: 'objects', media: [], mediaInError: false, errorFlag: false, name: false },
  reasoning: { efforts: [], visible: ['none', 'summary'], off: false, replay: 'forbidden' },
  replay: 'provider',
  turns: { first: 'user', last: 'user', blank: false, system: 'head', prefill: false, declared: true, order: 'free' },
  settings: { allow: ['maxTokens', 'temperature', 'topP', 'stop'] },
  media: [...IMAGES, ...DOCUMENTS],
  hosted: [],
  unnamedMedia: ['image/*', 'video/*', 'audio/*'],
  userMedia: ['image/*', ...DOCUMENTS],
  captionedMedia: DOCUMENTS,
  mediaNames: { pattern: '^[a-zA-Z0-9 ()_-]+$', max: 200 },
  cache: { style: 'none', auto: false, inner: false },
};

/** Anthropic's: marks, media in results, signed reasoning, their own limits of schemas. */
const CLAUDE: ProfileChanges = {
  choice: { required: 'native', named: 'native' },
  schema: { dialect: 'anthropic-loose', strict: 'anthropic-strict', keys: { pattern: '^[a-zA-Z0-9_.-]{1,64}$', max: 64 } },
  results: { media: [...IMAGES, 'application/pdf'], errorFlag: true },
  cache: { style: 'marks', max: 4 },
};

/** 4.5 and older, from 3.7: reasoning within a budget. */
const BUDGET: ProfileChanges = {
  ...CLAUDE,
  reasoning: { off: true, replay: 'required', signed: true, budgetOnly: true },
  settings: { allow: ['maxTokens', 'temperature', 'topP', 'stop', 'reasoning.budget', 'reasoning.visible'] },
};

/** 4.6 and newer: reasoning as hard as asked for. */
const ADAPTIVE: ProfileChanges = {
  ...CLAUDE,
  reasoning: { efforts: ['low', 'medium', 'high', 'max'], off: true, replay: 'required', signed: true },
  settings: { allow: ['maxTokens', 'stop', 'reasoning'] },
};

/** 5.5 and its like reason always, and cannot be forced to call. */
const ALWAYS: ProfileChanges = {
  ...ADAPTIVE,
  choice: { required: 'refuse', named: 'refuse' },
  reasoning: { ...ADAPTIVE.reasoning, off: false },
};

const NOVA: ProfileChanges = {
  choice: { required: 'native', named: 'native' },
  results: { media: IMAGES, errorFlag: true },
  media: [...IMAGES, ...DOCUMENTS, ...VIDEO],
  hosted: ['bedrock.*'],
  cache: { style: 'marks', max: 4 },
};

const TEXT_ONLY: ProfileChanges = { media: [] };
const NO_TOOLS: ProfileChanges = { tools: 'none' };

const family = (match: string, profile: ProfileChanges): Family => ({ match, profile });

/** By id, with or without a region or an address before it; the first that fits. */
export const bedrockFamilies: readonly Family[] = [
  family('*anthropic.claude-*-5-5*', ALWAYS),
  family('*anthropic.claude-fable-*', ALWAYS),
  family('*anthropic.claude-mythos-*', ALWAYS),
  family('*anthropic.claude-*-4-5*', BUDGET),
  family('*anthropic.claude-*-4-1*', BUDGET),
  family('*anthropic.claude-*-4-6*', ADAPTIVE),
  family('*anthropic.claude-*-4-7*', ADAPTIVE),
  family('*anthropic.claude-*-4-8*', ADAPTIVE),
  family('*anthropic.claude-*-4-*', BUDGET),
  family('*anthropic.claude-3-7*', BUDGET),
  family('*anthropic.claude-3*', CLAUDE),
  family('*anthropic.claude-v2*', NO_TOOLS),
  family('*anthropic.claude-instant*', NO_TOOLS),
  family('*anthropic.claude-*', ADAPTIVE),
  family('*amazon.nova-micro*', { ...NOVA, media: [], results: { media: [], errorFlag: true }, hosted: [] }),
  family('*amazon.nova*', NOVA),
  family('*amazon.titan*', NO_TOOLS),
  family('*deepseek.r1*', { ...NO_TOOLS, ...TEXT_ONLY }),
  family('*deepseek.*', TEXT_ONLY),
  family('*openai.gpt-oss*', TEXT_ONLY),
  family('*mistral.*', { choice: { required: 'native' } }),
];
