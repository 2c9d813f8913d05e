import type { JsonObject } from '@toolglot/core';

const city = { type: 'string', description: '城市' };
const schema = { type: 'object', properties: { city }, required: ['city'], additionalProperties: false };
const loose = {
  type: 'object',
  properties: { days: { type: ['array', 'null'], items: { $ref: '#/$defs/day' } } },
  $defs: { day: {} },
};

const openApi = {
  type: 'OBJECT',
  properties: { city: { type: 'STRING' }, days: { type: 'ARRAY', items: { type: 'INTEGER', format: 'int32' } } },
  required: ['city'],
};

const tool = { name: 'get_weather', description: 'Weather now.', parametersJsonSchema: schema };
const user = (...parts: JsonObject[]) => ({ role: 'user', parts });
const model = (...parts: JsonObject[]) => ({ role: 'model', parts });
const call = (name: string, more: JsonObject = {}) => ({ functionCall: { name: 'get_weather', args: { city: name }, ...more } });
const result = (output: string, more: JsonObject = {}) => ({
  functionResponse: { name: 'get_weather', response: { output }, ...more },
});
const signed = (part: JsonObject) => ({ ...part, thoughtSignature: 'U0lH' });

/** Bodies as Gemini's generateContent takes them, of any model and in both places. */
export const googleBodies: readonly JsonObject[] = [
  { contents: [user({ text: '你好' })] },
  {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [user({ text: '北京 and 上海?' })],
    tools: [
      { functionDeclarations: [tool, { name: 'forecast', parameters: openApi }, { name: 'later', parametersJsonSchema: loose }] },
    ],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get_weather'] } },
    generationConfig: { maxOutputTokens: 500, temperature: 0, stopSequences: ['。'] },
  },
  {
    contents: [
      user({ text: '北京 and 上海?' }),
      model(signed(call('北京')), call('上海')),
      user(result('22°C'), result('25°C')),
      model({ text: '22°C and 25°C.' }),
      user({ text: 'And 广州?' }),
      model({ text: 'I look.' }, signed(call('广州', { id: 'a1' }))),
      user(result('30°C', { id: 'a1' })),
    ],
    tools: [{ functionDeclarations: [tool] }],
    toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
  },
  {
    system_instruction: { role: 'system', parts: { text: 'Be brief.' } },
    contents: [
      user({ text: '北京?' }),
      model({ function_call: { name: 'get_weather', args: { city: '北京' } }, thought_signature: 'U0lH' }),
      user({ function_response: { name: 'get_weather', response: { output: '22°C' } } }),
    ],
    tools: [{ function_declarations: [{ name: 'get_weather', parameters_json_schema: schema }] }],
    generation_config: { max_output_tokens: 500 },
  },
];
