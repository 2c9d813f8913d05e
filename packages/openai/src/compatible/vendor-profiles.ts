import type { ProfileChanges } from '@toolglot/core';

/** What servers of the format that are not OpenAI's share: the older name for the greatest length of an answer. */
export const compatibleChanges: ProfileChanges = { settings: { rename: { maxTokens: 'max_tokens' } } };

/** How single vendors of the format spell what OpenAI spells otherwise, as their recorded traffic has it. */
export const vendorChanges: ReadonlyMap<string, ProfileChanges> = new Map<string, ProfileChanges>([
  ['cerebras', { reasoning: { field: 'reasoning' } }],
  [
    'cohere',
    { reasoning: { field: 'tool_plan' }, settings: { rename: { 'choice.required': 'REQUIRED', 'choice.none': 'NONE' } } },
  ],
  ['crusoe', { reasoning: { field: 'reasoning' } }],
  ['deepseek', { reasoning: { field: 'reasoning_content' }, settings: { rename: { reasoning: 'thinking' } } }],
  ['gpustack', { settings: { rename: { reasoning: 'enable_thinking' } } }],
  ['groq', { reasoning: { field: 'reasoning' }, settings: { rename: { maxTokens: 'max_completion_tokens' } } }],
  ['mistral', { reasoning: { field: 'thinking' } }],
  ['ollama', { settings: { rename: { reasoning: 'enable_thinking' } }, results: { media: ['image/*'] } }],
  [
    'openrouter',
    {
      reasoning: { field: 'reasoning' },
      settings: { rename: { reasoning: 'reasoning' } },
      results: { media: ['image/*'] },
      hosted: ['openrouter.*'],
      cache: { style: 'marks' },
    },
  ],
  ['snowflake', { reasoning: { field: 'reasoning' }, settings: { rename: { reasoning: 'reasoning' } } }],
  ['zai', { reasoning: { field: 'reasoning_content' }, settings: { rename: { reasoning: 'thinking' } } }],
]);
