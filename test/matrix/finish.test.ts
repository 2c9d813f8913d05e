import type { AssistantPart, FinishReason, Response } from '@toolglot/core';
import { answers } from './matrix.ts';

const said: AssistantPart = { type: 'text', text: 'x' };
const call: AssistantPart = { type: 'tool-call', id: 'call_1', name: 'f', args: {} };

const ended = (reason: FinishReason, ...content: readonly AssistantPart[]): Response => ({
  message: { role: 'assistant', content },
  finish: { reason },
});

const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] };
const chat = { role: 'assistant', content: 'x' };
const block = { type: 'text', text: 'x' };
const parts = [{ text: 'x' }];

answers('the model is done', ended('stop', said), {
  'openai-chat': { choices: [{ message: chat, finish_reason: 'stop' }] },
  'openai-responses': { status: 'completed', output: [item] },
  'anthropic-messages': { content: [block], stop_reason: 'end_turn' },
  'google-generate-content': { candidates: [{ content: { parts }, finishReason: 'STOP' }] },
  'bedrock-converse': { output: { message: { role: 'assistant', content: [{ text: 'x' }] } }, stopReason: 'end_turn' },
});

answers('it calls', ended('tool-calls', call), {
  'openai-chat': {
    choices: [
      {
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
  },
  'openai-responses': {
    status: 'completed',
    output: [{ type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' }],
  },
  'anthropic-messages': {
    content: [{ type: 'tool_use', id: 'call_1', name: 'f', input: {} }],
    stop_reason: 'tool_use',
  },
  'google-generate-content': {
    candidates: [{ content: { parts: [{ functionCall: { id: 'call_1', name: 'f', args: {} } }] }, finishReason: 'STOP' }],
  },
  'bedrock-converse': {
    output: { message: { role: 'assistant', content: [{ toolUse: { toolUseId: 'call_1', name: 'f', input: {} } }] } },
    stopReason: 'tool_use',
  },
});

answers('it was cut off', ended('length', said), {
  'openai-chat': { choices: [{ message: chat, finish_reason: 'length' }] },
  'openai-responses': { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [item] },
  'anthropic-messages': { content: [block], stop_reason: 'max_tokens' },
  'google-generate-content': { candidates: [{ content: { parts }, finishReason: 'MAX_TOKENS' }] },
  'bedrock-converse': { output: { message: { role: 'assistant', content: [{ text: 'x' }] } }, stopReason: 'max_tokens' },
});

answers('a filter stopped it', ended('content-filter', said), {
  'openai-chat': { choices: [{ message: chat, finish_reason: 'content_filter' }] },
  'openai-responses': { status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [item] },
  'anthropic-messages': 'unsupported',
  'google-generate-content': { candidates: [{ content: { parts }, finishReason: 'SAFETY' }] },
  'bedrock-converse': { output: { message: { role: 'assistant', content: [{ text: 'x' }] } }, stopReason: 'content_filtered' },
});

answers('it declined', ended('refusal', { type: 'refusal', text: 'no' }), {
  'openai-chat': { choices: [{ message: { role: 'assistant', content: null, refusal: 'no' }, finish_reason: 'stop' }] },
  'openai-responses': {
    status: 'completed',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] }],
  },
  'anthropic-messages': 'unsupported',
  'google-generate-content': 'unsupported',
  'bedrock-converse': 'unsupported',
});

answers('the vendor paused it', ended('pause', said), {
  'openai-chat': 'unsupported',
  'openai-responses': 'unsupported',
  'anthropic-messages': { content: [block], stop_reason: 'pause_turn' },
  'google-generate-content': { candidates: [{ content: { parts }, finishReason: 'CONTINUATION' }] },
  'bedrock-converse': 'unsupported',
});

answers('it failed', ended('error', said), {
  'openai-chat': 'unsupported',
  'openai-responses': { status: 'failed', output: [item] },
  'anthropic-messages': 'unsupported',
  'google-generate-content': 'unsupported',
  'bedrock-converse': {
    output: { message: { role: 'assistant', content: [{ text: 'x' }] } },
    stopReason: 'malformed_model_output',
  },
});
