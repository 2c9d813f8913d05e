import { sends } from './matrix.ts';

const schema = {
  type: 'object',
  properties: { city: { type: 'string', description: 'a city' } },
  required: ['city'],
  additionalProperties: false,
};

sends(
  'a tool',
  { tools: [{ type: 'function', name: 'get_weather', description: 'Weather now.', input: schema }] },
  {
    'openai-chat': [
      { tools: [{ type: 'function', function: { name: 'get_weather', description: 'Weather now.', parameters: schema } }] },
    ],
    'openai-responses': [
      { tools: [{ type: 'function', name: 'get_weather', description: 'Weather now.', parameters: schema, strict: false }] },
    ],
    'anthropic-messages': [{ tools: [{ name: 'get_weather', description: 'Weather now.', input_schema: schema }] }],
    'google-generate-content': [
      {
        tools: [{ functionDeclarations: [{ name: 'get_weather', description: 'Weather now.', parametersJsonSchema: schema }] }],
      },
    ],
    'bedrock-converse': [
      {
        toolConfig: {
          tools: [{ toolSpec: { name: 'get_weather', description: 'Weather now.', inputSchema: { json: schema } } }],
        },
      },
    ],
  },
);

sends(
  'a tool whose arguments are held to the schema',
  { tools: [{ type: 'function', name: 'get_weather', input: schema, strict: true }] },
  {
    'openai-chat': [{ tools: [{ type: 'function', function: { name: 'get_weather', parameters: schema, strict: true } }] }],
    'openai-responses': [{ tools: [{ type: 'function', name: 'get_weather', parameters: schema, strict: true }] }],
    'anthropic-messages': [{ tools: [{ name: 'get_weather', input_schema: schema, strict: true }] }],
    'google-generate-content': [
      {
        tools: [{ functionDeclarations: [{ name: 'get_weather', parametersJsonSchema: schema }] }],
        toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } },
      },
    ],
    'bedrock-converse': [
      { toolConfig: { tools: [{ toolSpec: { name: 'get_weather', inputSchema: { json: schema }, strict: true } }] } },
    ],
  },
);

sends(
  'a tool without arguments',
  { tools: [{ type: 'function', name: 'now', description: 'The time.' }] },
  {
    'openai-chat': [{ tools: [{ type: 'function', function: { name: 'now', description: 'The time.' } }] }],
    'openai-responses': [
      {
        tools: [
          {
            type: 'function',
            name: 'now',
            description: 'The time.',
            parameters: { type: 'object', properties: {} },
            strict: false,
          },
        ],
      },
    ],
    'anthropic-messages': [
      { tools: [{ name: 'now', description: 'The time.', input_schema: { type: 'object', properties: {} } }] },
    ],
    'google-generate-content': [{ tools: [{ functionDeclarations: [{ name: 'now', description: 'The time.' }] }] }],
    'bedrock-converse': [
      {
        toolConfig: {
          tools: [
            { toolSpec: { name: 'now', description: 'The time.', inputSchema: { json: { type: 'object', properties: {} } } } },
          ],
        },
      },
    ],
  },
);

sends(
  'two tools',
  {
    tools: [
      { type: 'function', name: 'a', input: schema },
      { type: 'function', name: 'b', input: schema },
    ],
  },
  {
    'openai-chat': [
      {
        tools: [
          { type: 'function', function: { name: 'a', parameters: schema } },
          { type: 'function', function: { name: 'b', parameters: schema } },
        ],
      },
    ],
    'openai-responses': [
      {
        tools: [
          { type: 'function', name: 'a', parameters: schema, strict: false },
          { type: 'function', name: 'b', parameters: schema, strict: false },
        ],
      },
    ],
    'anthropic-messages': [
      {
        tools: [
          { name: 'a', input_schema: schema },
          { name: 'b', input_schema: schema },
        ],
      },
    ],
    'google-generate-content': [
      {
        tools: [
          {
            functionDeclarations: [
              { name: 'a', parametersJsonSchema: schema },
              { name: 'b', parametersJsonSchema: schema },
            ],
          },
        ],
      },
    ],
    'bedrock-converse': [
      {
        toolConfig: {
          tools: [
            { toolSpec: { name: 'a', inputSchema: { json: schema } } },
            { toolSpec: { name: 'b', inputSchema: { json: schema } } },
          ],
        },
      },
    ],
  },
);

sends(
  'a tool that takes free text',
  { tools: [{ type: 'text', name: 'note', description: 'Keeps it.' }] },
  {
    'openai-chat': [{ tools: [{ type: 'custom', custom: { name: 'note', description: 'Keeps it.' } }] }],
    'openai-responses': [{ tools: [{ type: 'custom', name: 'note', description: 'Keeps it.' }] }],
    'anthropic-messages': 'unsupported',
    'google-generate-content': 'unsupported',
    'bedrock-converse': 'unsupported',
  },
);

sends(
  'a tool that takes text by a grammar',
  { tools: [{ type: 'text', name: 'sum', format: { syntax: 'regex', definition: '\\d+' } }] },
  {
    'openai-chat': [
      {
        tools: [
          {
            type: 'custom',
            custom: { name: 'sum', format: { type: 'grammar', grammar: { syntax: 'regex', definition: '\\d+' } } },
          },
        ],
      },
    ],
    'openai-responses': [
      { tools: [{ type: 'custom', name: 'sum', format: { type: 'grammar', syntax: 'regex', definition: '\\d+' } }] },
    ],
    'anthropic-messages': 'unsupported',
    'google-generate-content': 'unsupported',
    'bedrock-converse': 'unsupported',
  },
);

sends(
  'a tool that is kept back until a search finds it',
  {
    tools: [
      { type: 'function', name: 'a' },
      { type: 'function', name: 'b', deferred: true },
    ],
  },
  {
    'openai-chat': [
      {
        tools: [
          { type: 'function', function: { name: 'a' } },
          { type: 'function', function: { name: 'b' } },
        ],
      },
      'tool-hint at tools[1].deferred',
    ],
    'openai-responses': [
      {
        tools: [
          { type: 'function', name: 'a', parameters: { type: 'object', properties: {} }, strict: false },
          { type: 'function', name: 'b', parameters: { type: 'object', properties: {} }, strict: false },
        ],
      },
      'tool-hint at tools[1].deferred',
    ],
    'anthropic-messages': [
      {
        tools: [
          { name: 'a', input_schema: { type: 'object', properties: {} } },
          { name: 'b', input_schema: { type: 'object', properties: {} }, defer_loading: true },
        ],
      },
    ],
    'google-generate-content': [
      { tools: [{ functionDeclarations: [{ name: 'a' }, { name: 'b' }] }] },
      'tool-hint at tools[1].deferred',
    ],
    'bedrock-converse': [
      {
        toolConfig: {
          tools: [
            { toolSpec: { name: 'a', inputSchema: { json: { type: 'object', properties: {} } } } },
            { toolSpec: { name: 'b', inputSchema: { json: { type: 'object', properties: {} } } } },
          ],
        },
      },
      'tool-hint at tools[1].deferred',
    ],
  },
);

sends(
  'a schema with bounds, a reference and a list of types',
  {
    tools: [
      {
        type: 'function',
        name: 'plan',
        input: {
          type: 'object',
          properties: {
            days: { type: 'integer', minimum: 1, maximum: 9 },
            note: { type: ['string', 'null'] },
            stop: { $ref: '#/$defs/stop' },
          },
          required: ['days'],
          $defs: { stop: { type: 'object', properties: { city: { type: 'string' } } } },
        },
      },
    ],
  },
  {
    'openai-chat': [
      {
        tools: [
          {
            type: 'function',
            function: {
              name: 'plan',
              parameters: {
                type: 'object',
                properties: {
                  days: { type: 'integer', minimum: 1, maximum: 9 },
                  note: { type: ['string', 'null'] },
                  stop: { $ref: '#/$defs/stop' },
                },
                required: ['days'],
                $defs: { stop: { type: 'object', properties: { city: { type: 'string' } } } },
              },
            },
          },
        ],
      },
    ],
    'openai-responses': [
      {
        tools: [
          {
            type: 'function',
            name: 'plan',
            parameters: {
              type: 'object',
              properties: {
                days: { type: 'integer', minimum: 1, maximum: 9 },
                note: { type: ['string', 'null'] },
                stop: { $ref: '#/$defs/stop' },
              },
              required: ['days'],
              $defs: { stop: { type: 'object', properties: { city: { type: 'string' } } } },
            },
            strict: false,
          },
        ],
      },
    ],
    'anthropic-messages': [
      {
        tools: [
          {
            name: 'plan',
            input_schema: {
              type: 'object',
              properties: {
                days: { type: 'integer', minimum: 1, maximum: 9 },
                note: { type: ['string', 'null'] },
                stop: { $ref: '#/$defs/stop' },
              },
              required: ['days'],
              $defs: { stop: { type: 'object', properties: { city: { type: 'string' } } } },
            },
          },
        ],
      },
    ],
    'google-generate-content': [
      {
        tools: [
          {
            functionDeclarations: [
              {
                name: 'plan',
                parametersJsonSchema: {
                  type: 'object',
                  properties: {
                    days: { type: 'integer', minimum: 1, maximum: 9 },
                    note: { type: ['string', 'null'] },
                    stop: { $ref: '#/$defs/stop' },
                  },
                  required: ['days'],
                  $defs: { stop: { type: 'object', properties: { city: { type: 'string' } } } },
                },
              },
            ],
          },
        ],
      },
    ],
    'bedrock-converse': [
      {
        toolConfig: {
          tools: [
            {
              toolSpec: {
                name: 'plan',
                inputSchema: {
                  json: {
                    type: 'object',
                    properties: {
                      days: { type: 'integer', minimum: 1, maximum: 9 },
                      note: { type: ['string', 'null'] },
                      stop: { $ref: '#/$defs/stop' },
                    },
                    required: ['days'],
                    $defs: { stop: { type: 'object', properties: { city: { type: 'string' } } } },
                  },
                },
              },
            },
          ],
        },
      },
    ],
  },
);
