import { question, sends } from './matrix.ts';

sends(
  "OpenAI's search of the web",
  { tools: [{ type: 'hosted', id: 'openai.web_search', config: { search_context_size: 'low' } }] },
  {
    'openai-chat': 'unsupported',
    'openai-responses': [{ tools: [{ type: 'web_search', search_context_size: 'low' }] }],
    'anthropic-messages': 'unsupported',
    'google-generate-content': 'unsupported',
    'bedrock-converse': 'unsupported',
  },
);

sends(
  "Anthropic's search of the web",
  {
    tools: [
      { type: 'hosted', id: 'anthropic.web_search', config: { type: 'web_search_20260318', name: 'web_search', max_uses: 3 } },
    ],
  },
  {
    'openai-chat': 'unsupported',
    'openai-responses': 'unsupported',
    'anthropic-messages': [{ tools: [{ type: 'web_search_20260318', name: 'web_search', max_uses: 3 }] }],
    'google-generate-content': 'unsupported',
    'bedrock-converse': 'unsupported',
  },
);

sends(
  "Google's search of the web",
  { tools: [{ type: 'hosted', id: 'google.googleSearch' }] },
  {
    'openai-chat': 'unsupported',
    'openai-responses': 'unsupported',
    'anthropic-messages': 'unsupported',
    'google-generate-content': [{ tools: [{ googleSearch: {} }] }],
    'bedrock-converse': 'unsupported',
  },
);

sends(
  "a tool that is kept back until OpenAI's search finds it",
  {
    tools: [
      { type: 'function', name: 'f', deferred: true },
      { type: 'hosted', id: 'openai.tool_search' },
    ],
  },
  {
    'openai-chat': 'unsupported',
    'openai-responses': [
      {
        tools: [
          {
            type: 'function',
            name: 'f',
            parameters: { type: 'object', properties: {} },
            strict: false,
            defer_loading: true,
          },
          { type: 'tool_search' },
        ],
      },
    ],
    'anthropic-messages': 'unsupported',
    'google-generate-content': 'unsupported',
    'bedrock-converse': 'unsupported',
  },
);

const goOn = { role: 'user', content: [{ type: 'text', text: 'Go on' }] } as const;

sends(
  "what Anthropic's search found",
  {
    messages: [
      question,
      {
        role: 'assistant',
        content: [
          {
            type: 'hosted-tool',
            id: 'srvtoolu_1',
            tool: 'anthropic.web_search',
            args: { query: 'rain' },
            result: [],
            status: 'done',
          },
          { type: 'text', text: 'None.' },
        ],
      },
      goOn,
    ],
  },
  {
    'openai-chat': 'unsupported',
    'openai-responses': 'unsupported',
    'anthropic-messages': [
      {
        messages: [
          { role: 'user', content: [{ type: 'text', text: '?' }] },
          {
            role: 'assistant',
            content: [
              { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'rain' } },
              { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
              { type: 'text', text: 'None.' },
            ],
          },
          { role: 'user', content: [{ type: 'text', text: 'Go on' }] },
        ],
      },
    ],
    'google-generate-content': 'unsupported',
    'bedrock-converse': 'unsupported',
  },
);

sends(
  "what OpenAI's search was asked",
  {
    messages: [
      question,
      {
        role: 'assistant',
        content: [
          {
            type: 'hosted-tool',
            id: 'ws_1',
            tool: 'openai.web_search',
            args: { action: { type: 'search', query: 'rain' } },
            status: 'done',
          },
          { type: 'text', text: 'None.' },
        ],
      },
      goOn,
    ],
  },
  {
    'openai-chat': 'unsupported',
    'openai-responses': [
      {
        input: [
          { role: 'user', content: '?' },
          { type: 'web_search_call', id: 'ws_1', action: { type: 'search', query: 'rain' }, status: 'completed' },
          { role: 'assistant', content: 'None.' },
          { role: 'user', content: 'Go on' },
        ],
      },
    ],
    'anthropic-messages': 'unsupported',
    'google-generate-content': 'unsupported',
    'bedrock-converse': 'unsupported',
  },
);

sends(
  'what code of the model Google ran',
  {
    messages: [
      question,
      {
        role: 'assistant',
        content: [
          {
            type: 'hosted-tool',
            id: 'code_1',
            tool: 'google.codeExecution',
            args: { language: 'PYTHON', code: 'print(1)' },
            result: { outcome: 'OUTCOME_OK', output: '1' },
            status: 'done',
          },
          { type: 'text', text: 'One.' },
        ],
      },
      goOn,
    ],
  },
  {
    'openai-chat': 'unsupported',
    'openai-responses': 'unsupported',
    'anthropic-messages': 'unsupported',
    'google-generate-content': [
      {
        contents: [
          { role: 'user', parts: [{ text: '?' }] },
          {
            role: 'model',
            parts: [
              { executableCode: { id: 'code_1', language: 'PYTHON', code: 'print(1)' } },
              { codeExecutionResult: { id: 'code_1', outcome: 'OUTCOME_OK', output: '1' } },
              { text: 'One.' },
            ],
          },
          { role: 'user', parts: [{ text: 'Go on' }] },
        ],
      },
    ],
    'bedrock-converse': 'unsupported',
  },
);

sends(
  'a tool of a server that asks, and the answer to it',
  {
    tools: [{ type: 'hosted', id: 'openai.mcp', config: { server_label: 'shop', server_url: 'https://mcp.example.com' } }],
    messages: [
      question,
      {
        role: 'assistant',
        content: [
          {
            type: 'hosted-tool',
            id: 'mcpr_1',
            tool: 'openai.mcp',
            args: { server_label: 'shop', name: 'buy', arguments: '{}' },
            status: 'needs-approval',
          },
        ],
      },
      { role: 'user', content: [{ type: 'approval', id: 'mcpr_1', approve: false, reason: 'too dear' }] },
    ],
  },
  {
    'openai-chat': 'unsupported',
    'openai-responses': [
      {
        tools: [{ type: 'mcp', server_label: 'shop', server_url: 'https://mcp.example.com' }],
        input: [
          { role: 'user', content: '?' },
          { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 'shop', name: 'buy', arguments: '{}' },
          { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: false, reason: 'too dear' },
        ],
      },
    ],
    'anthropic-messages': 'unsupported',
    'google-generate-content': 'unsupported',
    'bedrock-converse': 'unsupported',
  },
);
