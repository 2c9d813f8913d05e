import type { Response, Usage } from '@toolglot/core';
import { answers } from './matrix.ts';

const counted = (usage?: Usage): Response => ({
  message: { role: 'assistant', content: [{ type: 'text', text: 'x' }] },
  finish: { reason: 'stop' },
  ...(usage && { usage }),
});

const chat = { choices: [{ message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }] };
const responses = {
  status: 'completed',
  output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] }],
};
const messages = { content: [{ type: 'text', text: 'x' }], stop_reason: 'end_turn' };
const contents = { candidates: [{ content: { parts: [{ text: 'x' }] }, finishReason: 'STOP' }] };

const converse = { output: { message: { role: 'assistant', content: [{ text: 'x' }] } }, stopReason: 'end_turn' };

answers('input and output', counted({ input: 100, output: 10 }), {
  'openai-chat': { ...chat, usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } },
  'openai-responses': { ...responses, usage: { input_tokens: 100, output_tokens: 10, total_tokens: 110 } },
  'anthropic-messages': { ...messages, usage: { input_tokens: 100, output_tokens: 10 } },
  'google-generate-content': {
    ...contents,
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
  },
  'bedrock-converse': { ...converse, usage: { inputTokens: 100, outputTokens: 10, totalTokens: 110 } },
});

answers(
  'of the input 40 were cached, of the output 5 were thought',
  counted({ input: 100, output: 15, cachedInput: 40, reasoning: 5 }),
  {
    'openai-chat': {
      ...chat,
      usage: {
        prompt_tokens: 100,
        completion_tokens: 15,
        total_tokens: 115,
        prompt_tokens_details: { cached_tokens: 40 },
        completion_tokens_details: { reasoning_tokens: 5 },
      },
    },
    'openai-responses': {
      ...responses,
      usage: {
        input_tokens: 100,
        output_tokens: 15,
        total_tokens: 115,
        input_tokens_details: { cached_tokens: 40 },
        output_tokens_details: { reasoning_tokens: 5 },
      },
    },
    'anthropic-messages': {
      ...messages,
      usage: {
        input_tokens: 60,
        cache_read_input_tokens: 40,
        output_tokens: 15,
        output_tokens_details: { thinking_tokens: 5 },
      },
    },
    'google-generate-content': {
      ...contents,
      usageMetadata: {
        promptTokenCount: 100,
        cachedContentTokenCount: 40,
        candidatesTokenCount: 10,
        thoughtsTokenCount: 5,
        totalTokenCount: 115,
      },
    },
    'bedrock-converse': 'unsupported',
  },
);

answers('30 were written to the cache', counted({ input: 100, output: 10, cachedInput: 20, cacheWrite: 30 }), {
  'openai-chat': {
    ...chat,
    usage: {
      prompt_tokens: 100,
      completion_tokens: 10,
      total_tokens: 110,
      prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 30 },
    },
  },
  'openai-responses': {
    ...responses,
    usage: {
      input_tokens: 100,
      output_tokens: 10,
      total_tokens: 110,
      input_tokens_details: { cached_tokens: 20, cache_write_tokens: 30 },
    },
  },
  'anthropic-messages': {
    ...messages,
    usage: { input_tokens: 50, cache_read_input_tokens: 20, cache_creation_input_tokens: 30, output_tokens: 10 },
  },
  'google-generate-content': 'unsupported',
  'bedrock-converse': {
    ...converse,
    usage: { inputTokens: 50, cacheReadInputTokens: 20, cacheWriteInputTokens: 30, outputTokens: 10, totalTokens: 110 },
  },
});
