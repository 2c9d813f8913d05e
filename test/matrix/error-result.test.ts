import { chat, contents, converse, messages, responses, results } from './asked.ts';

results(
  'an error in words',
  { content: [{ type: 'text', text: 'no such city' }], isError: true },
  {
    'openai-chat': [
      { messages: [...chat, { role: 'tool', tool_call_id: 'call_1', content: '{"error":"no such city"}' }] },
      'error-flag at messages[2]',
    ],
    'openai-responses': [
      { input: [...responses, { type: 'function_call_output', call_id: 'call_1', output: '{"error":"no such city"}' }] },
      'error-flag at messages[2]',
    ],
    'anthropic-messages': [
      {
        messages: [
          ...messages,
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'no such city', is_error: true }],
          },
        ],
      },
    ],
    'google-generate-content': [
      {
        contents: [
          ...contents,
          { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'f', response: { error: 'no such city' } } }] },
        ],
      },
      'unsigned-call at messages[1].content[0]',
    ],
    'bedrock-converse': [
      {
        messages: [
          ...converse,
          {
            role: 'user',
            content: [{ toolResult: { toolUseId: 'call_1', content: [{ text: 'no such city' }], status: 'error' } }],
          },
        ],
      },
    ],
  },
);

results(
  'an error as a value',
  { content: [{ type: 'json', value: { error: 'not-found', message: 'no such city' } }], isError: true },
  {
    'openai-chat': [
      {
        messages: [...chat, { role: 'tool', tool_call_id: 'call_1', content: '{"error":"not-found","message":"no such city"}' }],
      },
      'error-flag at messages[2]',
    ],
    'openai-responses': [
      {
        input: [
          ...responses,
          { type: 'function_call_output', call_id: 'call_1', output: '{"error":"not-found","message":"no such city"}' },
        ],
      },
      'error-flag at messages[2]',
    ],
    'anthropic-messages': [
      {
        messages: [
          ...messages,
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'call_1',
                content: '{"error":"not-found","message":"no such city"}',
                is_error: true,
              },
            ],
          },
        ],
      },
    ],
    'google-generate-content': [
      {
        contents: [
          ...contents,
          {
            role: 'user',
            parts: [
              {
                functionResponse: {
                  id: 'call_1',
                  name: 'f',
                  response: { error: { error: 'not-found', message: 'no such city' } },
                },
              },
            ],
          },
        ],
      },
      'unsigned-call at messages[1].content[0]',
    ],
    'bedrock-converse': [
      {
        messages: [
          ...converse,
          {
            role: 'user',
            content: [
              {
                toolResult: {
                  toolUseId: 'call_1',
                  content: [{ json: { error: 'not-found', message: 'no such city' } }],
                  status: 'error',
                },
              },
            ],
          },
        ],
      },
    ],
  },
);
