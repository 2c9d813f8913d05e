import type { Profile } from '@toolglot/core';

/** A model that can do all there is, so that nothing is lost on the way to it. */
export const scriptedProfile: Profile = {
  name: 'scripted:model',
  provider: 'scripted',
  codec: 'scripted',
  tools: 'native',
  limits: { name: { pattern: '[^]*', max: 1_000 }, id: { pattern: '[^]*', max: 1_000, verbatim: true } },
  choice: { none: 'native', required: 'native', named: 'native', subset: 'native', whenReasoning: 'any' },
  parallel: 'switch',
  schema: { dialect: 'openai-loose' },
  results: { content: 'parts', media: ['*/*'], mediaInError: true, errorFlag: true, name: true },
  reasoning: { efforts: ['off', 'minimal', 'low', 'medium', 'high', 'max'], off: true, replay: 'optional' },
  replay: 'codec',
  turns: { first: 'any', last: 'any', blank: true, system: 'anywhere', prefill: true, order: 'free' },
  settings: { allow: ['maxTokens', 'temperature', 'topP', 'stop', 'seed', 'reasoning', 'streamUsage'] },
  media: ['*/*'],
  hosted: ['*'],
  cache: { style: 'marks' },
};
