import type { Message } from '@toolglot/core';
import { answers, question, sends } from './matrix.ts';

const turn: readonly Message[] = [
  question,
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Both.' },
      { type: 'tool-call', id: 'call_1', name: 'get_weather', args: { city: '北京' } },
      { type: 'tool-call', id: 'call_2', name: 'now', args: {} },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', callId: 'call_1', name: 'get_weather', content: [{ type: 'text', text: '22°C' }] },
      { type: 'tool-result', callId: 'call_2', name: 'now', content: [{ type: 'text', text: '12:00' }] },
    ],
  },
];

sends(
  'a turn with text and two calls, one of them without arguments',
  { messages: turn, tools: ['get_weather', 'now'].map((name) => ({ type: 'function', name })) },
  {
    'openai-chat': [
      {
        messages: [
          { role: 'user', content: '?' },
          {
            role: 'assistant',
            content: 'Both.',
            tool_calls: [
              { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"北京"}' } },
              { id: 'call_2', type: 'function', function: { name: 'now', arguments: '{}' } },
            ],
          },
          { role: 'tool', tool_call_id: 'call_1', content: '22°C' },
          { role: 'tool', tool_call_id: 'call_2', content: '12:00' },
        ],
      },
    ],
    'openai-responses': [
      {
        input: [
          { role: 'user', content: '?' },
          { role: 'assistant', content: 'Both.' },
          { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '{"city":"北京"}' },
          { type: 'function_call', call_id: 'call_2', name: 'now', arguments: '{}' },
          { type: 'function_call_output', call_id: 'call_1', output: '22°C' },
          { type: 'function_call_output', call_id: 'call_2', output: '12:00' },
        ],
      },
    ],
    'anthropic-messages': [
      {
        messages: [
          { role: 'user', content: [{ type: 'text', text: '?' }] },
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'Both.' },
              { type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: '北京' } },
              { type: 'tool_use', id: 'call_2', name: 'now', input: {} },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'call_1', content: '22°C' },
              { type: 'tool_result', tool_use_id: 'call_2', content: '12:00' },
            ],
          },
        ],
      },
    ],
    'google-generate-content': [
      {
        contents: [
          { role: 'user', parts: [{ text: '?' }] },
          {
            role: 'model',
            parts: [
              { text: 'Both.' },
              {
                functionCall: { id: 'call_1', name: 'get_weather', args: { city: '北京' } },
                thoughtSignature: 'skip_thought_signature_validator',
              },
              { functionCall: { id: 'call_2', name: 'now', args: {} } },
            ],
          },
          {
            role: 'user',
            parts: [
              { functionResponse: { id: 'call_1', name: 'get_weather', response: { output: '22°C' } } },
              { functionResponse: { id: 'call_2', name: 'now', response: { output: '12:00' } } },
            ],
          },
        ],
      },
      'unsigned-call at messages[1].content[1]',
    ],
    'bedrock-converse': [
      {
        messages: [
          { role: 'user', content: [{ text: '?' }] },
          {
            role: 'assistant',
            content: [
              { text: 'Both.' },
              { toolUse: { toolUseId: 'call_1', name: 'get_weather', input: { city: '北京' } } },
              { toolUse: { toolUseId: 'call_2', name: 'now', input: {} } },
            ],
          },
          {
            role: 'user',
            content: [
              { toolResult: { toolUseId: 'call_1', content: [{ text: '22°C' }] } },
              { toolResult: { toolUseId: 'call_2', content: [{ text: '12:00' }] } },
            ],
          },
        ],
      },
    ],
  },
);

answers(
  'an answer with text and a call',
  {
    message: {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool-call', id: 'call_1', name: 'get_weather', args: { city: '北京' } },
      ],
    },
    finish: { reason: 'tool-calls' },
  },
  {
    'openai-chat': {
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'I look.',
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"北京"}' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
    },
    'openai-responses': {
      status: 'completed',
      output: [
        {
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'I look.', annotations: [] }],
        },
        {
          type: 'function_call',
          call_id: 'call_1',
          name: 'get_weather',
          arguments: '{"city":"北京"}',
          status: 'completed',
        },
      ],
    },
    'anthropic-messages': {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: '北京' } },
      ],
      stop_reason: 'tool_use',
    },
    'google-generate-content': {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [{ text: 'I look.' }, { functionCall: { id: 'call_1', name: 'get_weather', args: { city: '北京' } } }],
          },
          finishReason: 'STOP',
        },
      ],
    },
    'bedrock-converse': {
      output: {
        message: {
          role: 'assistant',
          content: [{ text: 'I look.' }, { toolUse: { toolUseId: 'call_1', name: 'get_weather', input: { city: '北京' } } }],
        },
      },
      stopReason: 'tool_use',
    },
  },
);

answers(
  'a call without arguments',
  {
    message: { role: 'assistant', content: [{ type: 'tool-call', id: 'call_1', name: 'now', args: {} }] },
    finish: { reason: 'tool-calls' },
  },
  {
    'openai-chat': {
      choices: [
        {
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'now', arguments: '{}' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
    },
    'openai-responses': {
      status: 'completed',
      output: [{ type: 'function_call', call_id: 'call_1', name: 'now', arguments: '{}' }],
    },
    'anthropic-messages': {
      content: [{ type: 'tool_use', id: 'call_1', name: 'now', input: {} }],
      stop_reason: 'tool_use',
    },
    'google-generate-content': {
      candidates: [{ content: { parts: [{ functionCall: { id: 'call_1', name: 'now', args: {} } }] }, finishReason: 'STOP' }],
    },
    'bedrock-converse': {
      output: { message: { role: 'assistant', content: [{ toolUse: { toolUseId: 'call_1', name: 'now', input: {} } }] } },
      stopReason: 'tool_use',
    },
  },
);
