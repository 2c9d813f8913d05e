import type { AssistantMessage, Message } from '@toolglot/core';
import { question, replays, sends } from './matrix.ts';

const thinks: AssistantMessage = {
  role: 'assistant',
  content: [
    { type: 'reasoning', text: 'Look it up.' },
    { type: 'tool-call', id: 'call_1', name: 'f', args: {} },
  ],
};

const answered: Message = {
  role: 'tool',
  content: [{ type: 'tool-result', callId: 'call_1', name: 'f', content: [{ type: 'text', text: '22' }] }],
};

const summary = [{ type: 'summary_text', text: 'Look it up.' }];

replays('reasoning, then a call', thinks, [answered], {
  'openai-chat': {
    answer: {
      choices: [
        {
          message: {
            role: 'assistant',
            content: null,
            reasoning_content: 'Look it up.',
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
    },
    next: {
      messages: [
        { role: 'user', content: '?' },
        {
          role: 'assistant',
          content: null,
          reasoning_content: 'Look it up.',
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'call_1', content: '22' },
      ],
    },
  },
  'openai-responses': {
    answer: {
      status: 'completed',
      output: [
        { type: 'reasoning', id: 'rs_1', summary, encrypted_content: 'blob' },
        { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{}', status: 'completed' },
      ],
    },
    next: {
      input: [
        { role: 'user', content: '?' },
        { type: 'reasoning', id: 'rs_1', summary, encrypted_content: 'blob' },
        { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{}', status: 'completed' },
        { type: 'function_call_output', call_id: 'call_1', output: '22' },
      ],
    },
  },
  'anthropic-messages': {
    answer: {
      content: [
        { type: 'thinking', thinking: 'Look it up.', signature: 'c2ln' },
        { type: 'tool_use', id: 'call_1', name: 'f', input: {} },
      ],
      stop_reason: 'tool_use',
    },
    next: {
      messages: [
        { role: 'user', content: [{ type: 'text', text: '?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Look it up.', signature: 'c2ln' },
            { type: 'tool_use', id: 'call_1', name: 'f', input: {} },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: '22' }] },
      ],
    },
  },
  'google-generate-content': {
    answer: {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { text: 'Look it up.', thought: true },
              { functionCall: { id: 'call_1', name: 'f', args: {} }, thoughtSignature: 'c2ln' },
            ],
          },
          finishReason: 'STOP',
        },
      ],
    },
    next: {
      contents: [
        { role: 'user', parts: [{ text: '?' }] },
        {
          role: 'model',
          parts: [
            { text: 'Look it up.', thought: true },
            { functionCall: { id: 'call_1', name: 'f', args: {} }, thoughtSignature: 'c2ln' },
          ],
        },
        { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'f', response: { output: '22' } } }] },
      ],
    },
  },
  'bedrock-converse': {
    answer: {
      output: {
        message: {
          role: 'assistant',
          content: [
            { reasoningContent: { reasoningText: { text: 'Look it up.', signature: 'c2ln' } } },
            { toolUse: { toolUseId: 'call_1', name: 'f', input: {} } },
          ],
        },
      },
      stopReason: 'tool_use',
    },
    next: {
      messages: [
        { role: 'user', content: [{ text: '?' }] },
        {
          role: 'assistant',
          content: [
            { reasoningContent: { reasoningText: { text: 'Look it up.', signature: 'c2ln' } } },
            { toolUse: { toolUseId: 'call_1', name: 'f', input: {} } },
          ],
        },
        { role: 'user', content: [{ toolResult: { toolUseId: 'call_1', content: [{ text: '22' }] } }] },
      ],
    },
  },
});

sends(
  "another vendor's reasoning",
  {
    messages: [question, { ...thinks, origin: { codec: 'of-another', provider: 'another' } }, answered],
    tools: [{ type: 'function', name: 'f' }],
  },
  {
    'openai-chat': [
      {
        messages: [
          { role: 'user', content: '?' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'call_1', content: '22' },
        ],
      },
      'foreign-reasoning at messages[1].content[0]',
    ],
    'openai-responses': [
      {
        input: [
          { role: 'user', content: '?' },
          { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' },
          { type: 'function_call_output', call_id: 'call_1', output: '22' },
        ],
      },
      'foreign-reasoning at messages[1].content[0]',
    ],
    'anthropic-messages': [
      {
        messages: [
          { role: 'user', content: [{ type: 'text', text: '?' }] },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'f', input: {} }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: '22' }] },
        ],
      },
      'foreign-reasoning at messages[1].content[0]',
    ],
    'google-generate-content': [
      {
        contents: [
          { role: 'user', parts: [{ text: '?' }] },
          {
            role: 'model',
            parts: [
              {
                functionCall: { id: 'call_1', name: 'f', args: {} },
                thoughtSignature: 'skip_thought_signature_validator',
              },
            ],
          },
          { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'f', response: { output: '22' } } }] },
        ],
      },
      'foreign-reasoning at messages[1].content[0]',
      'unsigned-call at messages[1].content[0]',
    ],
    'bedrock-converse': [
      {
        messages: [
          { role: 'user', content: [{ text: '?' }] },
          { role: 'assistant', content: [{ toolUse: { toolUseId: 'call_1', name: 'f', input: {} } }] },
          { role: 'user', content: [{ toolResult: { toolUseId: 'call_1', content: [{ text: '22' }] } }] },
        ],
      },
      'foreign-reasoning at messages[1].content[0]',
    ],
  },
);
