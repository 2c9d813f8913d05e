import { lower, type Request } from '@toolglot/core';
import { expect, test } from 'vitest';
import { encodeRequest } from '../chat/request.ts';
import { compatibleProfile } from './profile.ts';

const request: Request = {
  messages: [{ role: 'user', content: [{ type: 'text', text: '上海天气?' }] }],
  tools: [
    { type: 'function', name: 'get_weather', description: 'Weather of a city.', input: { type: 'object', properties: {} } },
  ],
  toolChoice: 'required',
  settings: { maxTokens: 200, reasoning: { effort: 'off' } },
};

function sent(vendor: string) {
  const profile = compatibleProfile(vendor, 'm');
  const { messages: _messages, tools: _tools, ...settings } = encodeRequest(lower(request, profile).request, profile).body;
  return settings;
}

test.each([
  ['openrouter', { max_tokens: 200, tool_choice: 'required', reasoning: { effort: 'none' } }],
  ['zai', { max_tokens: 200, tool_choice: 'required', thinking: { type: 'disabled' } }],
  ['gpustack', { max_tokens: 200, tool_choice: 'required', enable_thinking: false }],
  ['cohere', { max_tokens: 200, tool_choice: 'REQUIRED', reasoning_effort: 'none' }],
  ['groq', { max_completion_tokens: 200, tool_choice: 'required', reasoning_effort: 'none' }],
  ['nobody', { max_tokens: 200, tool_choice: 'required', reasoning_effort: 'none' }],
])('one request is spelled as %s spells it', (vendor, body) => {
  expect(sent(vendor)).toEqual(body);
});

test.each([
  [
    'mistral',
    {
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
        { type: 'text', text: 'ok' },
      ],
    },
  ],
  ['deepseek', { content: 'ok', reasoning_content: 'hm' }],
  ['groq', { content: 'ok', reasoning: 'hm' }],
  ['cohere', { content: 'ok', tool_plan: 'hm' }],
])('reasoning goes where %s reads it', (vendor, said) => {
  const content = [
    { type: 'reasoning', text: 'hm' },
    { type: 'text', text: 'ok' },
  ] as const;
  const { body } = encodeRequest({ messages: [{ role: 'assistant', content }] }, compatibleProfile(vendor, 'm'));
  expect(body.messages).toEqual([{ role: 'assistant', ...said }]);
});

test('a profile names its vendor and model', () => {
  expect(compatibleProfile('deepseek', 'deepseek-chat')).toMatchObject({
    name: 'deepseek:deepseek-chat',
    provider: 'deepseek',
    codec: 'openai-chat',
  });
});
