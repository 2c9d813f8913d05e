import type { FunctionTool, ToolChoice } from '@toolglot/core';
import { type Row, type Sent, sends, type Unsupported } from './matrix.ts';

const tools: readonly FunctionTool[] = [
  { type: 'function', name: 'a' },
  { type: 'function', name: 'b' },
];

/** the tools as Converse has them: it says its choice beside them. */
const specs = ['a', 'b'].map((name) => ({ toolSpec: { name, inputSchema: { json: { type: 'object', properties: {} } } } }));

const chooses = (title: string, toolChoice: ToolChoice, row: Row<Sent | Unsupported>) => sends(title, { tools, toolChoice }, row);

chooses('the model decides', 'auto', {
  'openai-chat': [{ tool_choice: 'auto' }],
  'openai-responses': [{ tool_choice: 'auto' }],
  'anthropic-messages': [{ tool_choice: { type: 'auto' } }],
  'google-generate-content': [{ toolConfig: { functionCallingConfig: { mode: 'AUTO' } } }],
  'bedrock-converse': [{ toolConfig: { tools: specs, toolChoice: { auto: {} } } }],
});

chooses('no tool', 'none', {
  'openai-chat': [{ tool_choice: 'none' }],
  'openai-responses': [{ tool_choice: 'none' }],
  'anthropic-messages': [{ tool_choice: { type: 'none' } }],
  'google-generate-content': [{ toolConfig: { functionCallingConfig: { mode: 'NONE' } } }],
  'bedrock-converse': [{ toolConfig: null }, 'tool-choice at tools'],
});

chooses('some tool', 'required', {
  'openai-chat': [{ tool_choice: 'required' }],
  'openai-responses': [{ tool_choice: 'required' }],
  'anthropic-messages': [{ tool_choice: { type: 'any' } }],
  'google-generate-content': [{ toolConfig: { functionCallingConfig: { mode: 'ANY' } } }],
  'bedrock-converse': [{ toolConfig: { tools: specs, toolChoice: { any: {} } } }],
});

chooses(
  'this tool',
  { tool: 'a' },
  {
    'openai-chat': [{ tool_choice: { type: 'function', function: { name: 'a' } } }],
    'openai-responses': [{ tool_choice: { type: 'function', name: 'a' } }],
    'anthropic-messages': [{ tool_choice: { type: 'tool', name: 'a' } }],
    'google-generate-content': [{ toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['a'] } } }],
    'bedrock-converse': [{ toolConfig: { tools: specs, toolChoice: { tool: { name: 'a' } } } }],
  },
);

chooses(
  'one of these tools',
  { tools: ['a', 'b'], mode: 'required' },
  {
    'openai-chat': [
      {
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: {
            mode: 'required',
            tools: [
              { type: 'function', function: { name: 'a' } },
              { type: 'function', function: { name: 'b' } },
            ],
          },
        },
      },
    ],
    'openai-responses': [
      {
        tool_choice: {
          type: 'allowed_tools',
          mode: 'required',
          tools: [
            { type: 'function', name: 'a' },
            { type: 'function', name: 'b' },
          ],
        },
      },
    ],
    'anthropic-messages': [
      {
        tools: [
          { name: 'a', input_schema: { type: 'object', properties: {} } },
          { name: 'b', input_schema: { type: 'object', properties: {} } },
        ],
        tool_choice: { type: 'any' },
      },
      'tool-choice at tools',
    ],
    'google-generate-content': [{ toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['a', 'b'] } } }],
    'bedrock-converse': [{ toolConfig: { tools: specs, toolChoice: { any: {} } } }, 'tool-choice at tools'],
  },
);

chooses(
  'this tool or none',
  { tools: ['a'], mode: 'auto' },
  {
    'openai-chat': [
      {
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'a' } }] },
        },
      },
    ],
    'openai-responses': [{ tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'a' }] } }],
    'anthropic-messages': [
      { tools: [{ name: 'a', input_schema: { type: 'object', properties: {} } }], tool_choice: { type: 'auto' } },
      'tool-choice at tools',
    ],
    'google-generate-content': [{ toolConfig: { functionCallingConfig: { mode: 'VALIDATED', allowedFunctionNames: ['a'] } } }],
    'bedrock-converse': [{ toolConfig: { tools: specs.slice(0, 1), toolChoice: { auto: {} } } }, 'tool-choice at tools'],
  },
);

sends(
  'one call at a time',
  { tools, parallelCalls: false },
  {
    'openai-chat': [{ parallel_tool_calls: false }],
    'openai-responses': [{ parallel_tool_calls: false }],
    'anthropic-messages': [{ tool_choice: { type: 'auto', disable_parallel_tool_use: true } }],
    'google-generate-content': [{ toolConfig: null }, 'parallel-calls at parallelCalls'],
    'bedrock-converse': [{ toolConfig: { tools: specs } }, 'parallel-calls at parallelCalls'],
  },
);
