import { type Family, familyOf, matches, type Profile, type ProfileChanges } from '@toolglot/core';
import { CODEC } from './fields.ts';

const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/*'];

/**
 * What the newest models can do: they reason always, refuse a forced choice and a prefill, and bind signatures to the
 * prompt. From the vendor's pages on models, tool use and extended thinking. Families say where older ones differ.
 */
export const anthropicBase: Profile = {
  name: 'anthropic:claude-opus-5-5',
  provider: 'anthropic',
  codec: CODEC,
  tools: 'native',
  limits: {
    maxOutput: 128_000,
    name: { pattern: '^[a-zA-Z0-9_-]{1,64}$', max: 64 },
    id: { pattern: '^[a-zA-Z0-9_-]+$', max: 64 },
  },
  choice: { none: 'native', required: 'emulate', named: 'emulate', subset: 'emulate', whenReasoning: 'auto' },
  parallel: 'switch',
  schema: {
    dialect: 'anthropic-loose',
    strict: 'anthropic-strict',
    hints: ['examples', 'deferred', 'unbuffered'],
    strictLimits: { tools: 20, optional: 24, unions: 16 },
    keys: { pattern: '^[a-zA-Z0-9_.-]{1,64}$', max: 64 },
  },
  results: {
    content: 'parts',
    media: [...IMAGES, 'application/pdf', 'application/*', 'text/plain'],
    mediaInError: false,
    errorFlag: true,
    name: false,
  },
  reasoning: {
    efforts: ['low', 'medium', 'high', 'max'],
    visible: ['none', 'summary'],
    off: false,
    replay: 'required',
    signed: true,
    bound: true,
  },
  replay: 'provider',
  turns: { first: 'user', last: 'user', blank: false, system: 'anywhere', prefill: false, declared: true, order: 'free' },
  settings: { allow: ['maxTokens', 'stop', 'reasoning'], default: { maxTokens: 16_000 } },
  media: [...IMAGES, 'application/pdf', 'application/*', 'text/plain'],
  unnamedMedia: ['image/*'],
  hosted: ['anthropic.*'],
  cache: { style: 'marks', max: 4 },
};

/** a choice can be forced, signatures stand for their block alone. */
const FORCED: ProfileChanges = {
  choice: { required: 'native', named: 'native', whenReasoning: 'any' },
  reasoning: { bound: false },
};

/** 4.7 and 4.8: reasoning is off until asked for. */
const ON_REQUEST: ProfileChanges = { ...FORCED, reasoning: { off: true, bound: false } };

/** 4.6: a budget may be given, and then no choice be forced. */
const BOTH: ProfileChanges = { ...ON_REQUEST, choice: { ...FORCED.choice, whenReasoning: 'auto' }, turns: { system: 'head' } };

/** 4.5 and older: a budget only, sampling, and a last assistant message that is gone on with. */
const BUDGET: ProfileChanges = {
  ...BOTH,
  limits: { maxOutput: 64_000 },
  reasoning: { efforts: [], off: true, bound: false, budgetOnly: true },
  turns: { system: 'head', prefill: true },
  settings: { allow: ['maxTokens', 'stop', 'temperature', 'topP', 'reasoning'], default: { maxTokens: 8192 } },
};

/** Whether something is known of a model beyond what the newest can do. */
export function isKnownModel(model: string): boolean {
  return familyOf(anthropicFamilies, model) !== undefined;
}

/** The thinking modes that a model takes, from the vendor's table; `undefined` where it has no line. */
export function thinkingModes(model: string): readonly string[] | undefined {
  return THINKING.find(({ match }) => match.some((pattern) => matches(pattern, model)))?.modes;
}

const THINKING: readonly { readonly match: readonly string[]; readonly modes: readonly string[] }[] = [
  { match: ['*claude-opus-5-5*', '*claude-fable-5*', '*claude-mythos-5*'], modes: ['adaptive'] },
  { match: ['*claude-sonnet-5-5*'], modes: ['adaptive', 'disabled', 'between_tools'] },
  { match: ['*claude-opus-5*', '*claude-sonnet-5*', '*claude-opus-4-8*', '*claude-opus-4-7*'], modes: ['adaptive', 'disabled'] },
  { match: ['*claude-*-4-6*'], modes: ['enabled', 'adaptive', 'disabled'] },
  { match: ['*claude-*-4*', '*claude-3-7*'], modes: ['enabled', 'disabled'] },
];

const family = (match: string, ...changes: readonly ProfileChanges[]): Family => ({
  match,
  profile: Object.assign({}, ...changes),
});

/** By id; the first that fits. Also under the ids of Bedrock and Vertex, which have the same name inside. */
export const anthropicFamilies: readonly Family[] = [
  family('*claude-opus-5-5*', {}),
  family('*claude-sonnet-5-5*', { turns: { system: 'head' } }),
  family('*claude-fable-5-1*', {}),
  family('*claude-fable-5-2*', {}),
  family('*claude-mythos*', {}),
  family('*claude-fable-5*', { reasoning: { bound: false } }),
  family('*claude-opus-5*', FORCED, { reasoning: { off: true, bound: false } }),
  family('*claude-sonnet-5*', FORCED, { reasoning: { off: true, bound: false }, turns: { system: 'head' } }),
  family('*claude-opus-4-8*', ON_REQUEST),
  family('*claude-opus-4-7*', ON_REQUEST, { turns: { system: 'head' } }),
  family('*claude-opus-4-6*', BOTH),
  family('*claude-sonnet-4-6*', BOTH, { limits: { maxOutput: 64_000 } }),
  family('*claude-opus-4-5*', BUDGET, { reasoning: { ...BUDGET.reasoning, efforts: ['low', 'medium', 'high'] } }),
  family('*claude-opus-4*', BUDGET, { limits: { maxOutput: 32_000 } }),
  family('*claude-sonnet-4*', BUDGET),
  family('*claude-haiku-4*', BUDGET),
  family('*claude-3-7*', BUDGET),
  family('*claude-3-5*', BUDGET, { limits: { maxOutput: 8192 } }),
  family('*claude-3*', BUDGET, { limits: { maxOutput: 4096 }, settings: { ...BUDGET.settings, default: { maxTokens: 4096 } } }),
];
