import type { JsonObject } from '@toolglot/core';

const city = { type: 'string', description: 'a city' };
const schema = { type: 'object', properties: { city }, required: ['city'], additionalProperties: false };
const loose = {
  type: 'object',
  properties: {
    city,
    days: { type: 'array', items: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/day' }] }, minItems: 1, maxItems: 9 },
  },
  required: ['days'],
  $defs: { day: { type: ['integer', 'null'], enum: [1, 2, null], minimum: 1 } },
};

const chatTool = { type: 'function', function: { name: 'get_weather', description: 'Weather now.', parameters: schema } };
const chatCall = (id: string, city: string) => ({
  id,
  type: 'function',
  function: { name: 'get_weather', arguments: JSON.stringify({ city }) },
});

/** Bodies as OpenAI's Chat Completions take them. */
export const openaiBodies: readonly JsonObject[] = [
  { model: 'gpt-5.4', messages: [{ role: 'user', content: '你好' }] },
  {
    model: 'gpt-5.4',
    messages: [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: '北京 and 上海?' }] },
    ],
    tools: [chatTool, { type: 'function', function: { name: 'forecast', parameters: loose } }],
    tool_choice: { type: 'function', function: { name: 'get_weather' } },
    parallel_tool_calls: false,
    max_completion_tokens: 500,
  },
  {
    model: 'gpt-5.4',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: '北京 and 上海?' },
      { role: 'assistant', content: null, tool_calls: [chatCall('call_a', '北京'), chatCall('call_b', '上海')] },
      { role: 'tool', tool_call_id: 'call_b', content: '25°C' },
      { role: 'tool', tool_call_id: 'call_a', content: '22°C' },
      { role: 'assistant', content: '22°C and 25°C.' },
      { role: 'user', content: 'And 广州?' },
      { role: 'assistant', content: 'I look.', tool_calls: [chatCall('call_c', '广州')] },
      { role: 'tool', tool_call_id: 'call_c', content: [{ type: 'text', text: '30°C' }] },
    ],
    tools: [{ ...chatTool, function: { ...chatTool.function, strict: true } }],
    tool_choice: 'auto',
  },
];

const tool = { name: 'get_weather', description: 'Weather now.', input_schema: schema };
const call = (id: string, city: string) => ({ type: 'tool_use', id, name: 'get_weather', input: { city } });
const result = (id: string, text: string) => ({ type: 'tool_result', tool_use_id: id, content: text });

/** Bodies as Anthropic's Messages take them. */
export const anthropicBodies: readonly JsonObject[] = [
  { model: 'claude-opus-5', max_tokens: 500, messages: [{ role: 'user', content: '你好' }] },
  {
    model: 'claude-opus-5',
    max_tokens: 500,
    system: 'Be brief.',
    messages: [{ role: 'user', content: [{ type: 'text', text: '北京 and 上海?' }] }],
    tools: [tool, { name: 'forecast', input_schema: loose, input_examples: [{ days: [1] }] }],
    tool_choice: { type: 'tool', name: 'get_weather', disable_parallel_tool_use: true },
  },
  {
    model: 'claude-opus-5',
    max_tokens: 500,
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [
      { role: 'user', content: '北京 and 上海?' },
      { role: 'assistant', content: [call('toolu_a', '北京'), call('toolu_b', '上海')] },
      { role: 'user', content: [result('toolu_b', '25°C'), { ...result('toolu_a', '22°C'), is_error: false }] },
      { role: 'assistant', content: '22°C and 25°C.' },
      { role: 'user', content: 'And 广州?' },
      { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, call('toolu_c', '广州')] },
      { role: 'user', content: [result('toolu_c', '30°C'), { type: 'text', text: 'In Celsius.' }] },
    ],
    tools: [{ ...tool, strict: true }],
    tool_choice: { type: 'auto' },
  },
];
