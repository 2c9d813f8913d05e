import { chat, contents, converse, messages, responses, results } from './asked.ts';

results(
  'one text',
  { content: [{ type: 'text', text: '22°C' }] },
  {
    'openai-chat': [{ messages: [...chat, { role: 'tool', tool_call_id: 'call_1', content: '22°C' }] }],
    'openai-responses': [{ input: [...responses, { type: 'function_call_output', call_id: 'call_1', output: '22°C' }] }],
    'anthropic-messages': [
      {
        messages: [...messages, { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: '22°C' }] }],
      },
    ],
    'google-generate-content': [
      {
        contents: [
          ...contents,
          { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'f', response: { output: '22°C' } } }] },
        ],
      },
      'unsigned-call at messages[1].content[0]',
    ],
    'bedrock-converse': [
      {
        messages: [
          ...converse,
          { role: 'user', content: [{ toolResult: { toolUseId: 'call_1', content: [{ text: '22°C' }] } }] },
        ],
      },
    ],
  },
);

results(
  'two texts',
  {
    content: [
      { type: 'text', text: '22°C' },
      { type: 'text', text: 'dry' },
    ],
  },
  {
    'openai-chat': [
      {
        messages: [
          ...chat,
          {
            role: 'tool',
            tool_call_id: 'call_1',
            content: [
              { type: 'text', text: '22°C' },
              { type: 'text', text: 'dry' },
            ],
          },
        ],
      },
    ],
    'openai-responses': [
      {
        input: [
          ...responses,
          {
            type: 'function_call_output',
            call_id: 'call_1',
            output: [
              { type: 'input_text', text: '22°C' },
              { type: 'input_text', text: 'dry' },
            ],
          },
        ],
      },
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
                content: [
                  { type: 'text', text: '22°C' },
                  { type: 'text', text: 'dry' },
                ],
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
            parts: [{ functionResponse: { id: 'call_1', name: 'f', response: { output: '22°C\ndry' } } }],
          },
        ],
      },
      'unsigned-call at messages[1].content[0]',
    ],
    'bedrock-converse': [
      {
        messages: [
          ...converse,
          { role: 'user', content: [{ toolResult: { toolUseId: 'call_1', content: [{ text: '22°C' }, { text: 'dry' }] } }] },
        ],
      },
    ],
  },
);

results(
  'a value',
  { content: [{ type: 'json', value: { degrees: 22 } }] },
  {
    'openai-chat': [{ messages: [...chat, { role: 'tool', tool_call_id: 'call_1', content: '{"degrees":22}' }] }],
    'openai-responses': [
      { input: [...responses, { type: 'function_call_output', call_id: 'call_1', output: '{"degrees":22}' }] },
    ],
    'anthropic-messages': [
      {
        messages: [
          ...messages,
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: '{"degrees":22}' }] },
        ],
      },
    ],
    'google-generate-content': [
      {
        contents: [
          ...contents,
          { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'f', response: { degrees: 22 } } }] },
        ],
      },
      'unsigned-call at messages[1].content[0]',
    ],
    'bedrock-converse': [
      {
        messages: [
          ...converse,
          { role: 'user', content: [{ toolResult: { toolUseId: 'call_1', content: [{ json: { degrees: 22 } }] } }] },
        ],
      },
    ],
  },
);

results(
  'a value that is no object',
  { content: [{ type: 'json', value: [1, 2] }] },
  {
    'openai-chat': [{ messages: [...chat, { role: 'tool', tool_call_id: 'call_1', content: '[1,2]' }] }],
    'openai-responses': [{ input: [...responses, { type: 'function_call_output', call_id: 'call_1', output: '[1,2]' }] }],
    'anthropic-messages': [
      {
        messages: [...messages, { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: '[1,2]' }] }],
      },
    ],
    'google-generate-content': [
      {
        contents: [
          ...contents,
          { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'f', response: { output: [1, 2] } } }] },
        ],
      },
      'unsigned-call at messages[1].content[0]',
    ],
    'bedrock-converse': [
      {
        messages: [
          ...converse,
          { role: 'user', content: [{ toolResult: { toolUseId: 'call_1', content: [{ text: '[1,2]' }] } }] },
        ],
      },
    ],
  },
);

results(
  'nothing',
  { content: [] },
  {
    'openai-chat': [{ messages: [...chat, { role: 'tool', tool_call_id: 'call_1', content: '' }] }],
    'openai-responses': [{ input: [...responses, { type: 'function_call_output', call_id: 'call_1', output: '' }] }],
    'anthropic-messages': [
      { messages: [...messages, { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1' }] }] },
    ],
    'google-generate-content': [
      {
        contents: [...contents, { role: 'user', parts: [{ functionResponse: { id: 'call_1', name: 'f', response: {} } }] }],
      },
      'unsigned-call at messages[1].content[0]',
    ],
    'bedrock-converse': [
      { messages: [...converse, { role: 'user', content: [{ toolResult: { toolUseId: 'call_1', content: [] } }] }] },
    ],
  },
);
