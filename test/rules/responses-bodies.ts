import type { JsonObject } from '@toolglot/core';

const city = { type: 'string', description: 'a city' };
const schema = { type: 'object', properties: { city }, required: ['city'], additionalProperties: false };
const loose = {
  type: 'object',
  properties: { city, days: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: ['integer', 'null'] }] } } },
  required: ['days'],
};

const tool = { type: 'function', name: 'get_weather', description: 'Weather now.', parameters: schema, strict: true };
const call = (id: string, city: string) => ({
  type: 'function_call',
  call_id: id,
  name: 'get_weather',
  arguments: JSON.stringify({ city }),
});
const output = (id: string, text: string) => ({ type: 'function_call_output', call_id: id, output: text });
const thought = (id: string) => ({ type: 'reasoning', id: `rs_${id}`, summary: [], encrypted_content: `blob-${id}` });

/** Bodies as OpenAI's Responses take them. */
export const responsesBodies: readonly JsonObject[] = [
  { model: 'gpt-5.4', input: [{ role: 'user', content: '你好' }] },
  {
    model: 'gpt-5.4',
    instructions: 'Be brief.',
    input: [
      { role: 'developer', content: 'In Celsius.' },
      { role: 'user', content: [{ type: 'input_text', text: '北京 and 上海?' }] },
    ],
    tools: [tool, { type: 'function', name: 'forecast', parameters: loose, strict: false }],
    tool_choice: { type: 'function', name: 'get_weather' },
    parallel_tool_calls: false,
    max_output_tokens: 500,
  },
  {
    model: 'gpt-5.4',
    input: [
      { role: 'user', content: '北京 and 上海?' },
      thought('a'),
      { ...call('call_a', '北京'), id: 'fc_a' },
      { ...call('call_b', '上海'), id: 'fc_b' },
      output('call_a', '22°C'),
      output('call_b', '25°C'),
      {
        type: 'message',
        role: 'assistant',
        id: 'msg_a',
        status: 'completed',
        content: [{ type: 'output_text', text: '22°C and 25°C.', annotations: [] }],
        phase: 'final_answer',
      },
      { role: 'user', content: 'And 广州?' },
      thought('b'),
      { ...call('call_c', '广州'), id: 'fc_c' },
      { ...output('call_c', ''), output: [{ type: 'input_text', text: '30°C' }] },
    ],
    tools: [tool],
    tool_choice: 'auto',
    store: false,
    include: ['reasoning.encrypted_content'],
  },
  {
    model: 'gpt-5.4',
    input: [
      { role: 'user', content: '北京?' },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'look' }], encrypted_content: 'blob' },
      call('call_a', '北京'),
      output('call_a', '22°C'),
      { type: 'custom_tool_call', call_id: 'call_b', name: 'note', input: '22' },
      { type: 'custom_tool_call_output', call_id: 'call_b', output: 'noted' },
    ],
    tools: [tool, { type: 'custom', name: 'note', format: { type: 'text' } }],
    tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'custom', name: 'note' }] },
    store: false,
  },
];
