import { lower, type Profile, type Request } from '@toolglot/core';
import { expect, test } from 'vitest';
import { bedrockProfile } from './profiles.ts';

test.each<[string, Partial<Profile['reasoning']>]>([
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', { budgetOnly: true, signed: true }],
  ['anthropic.claude-opus-4-1-20250805-v1:0', { budgetOnly: true }],
  ['us.anthropic.claude-sonnet-4-20250514-v1:0', { budgetOnly: true }],
  ['us.anthropic.claude-sonnet-4-6', { efforts: ['low', 'medium', 'high', 'max'], off: true }],
  ['global.anthropic.claude-sonnet-5', { efforts: ['low', 'medium', 'high', 'max'], off: true }],
  ['us.anthropic.claude-opus-5-5', { efforts: ['low', 'medium', 'high', 'max'], off: false }],
  ['anthropic.claude-3-haiku-20240307-v1:0', { efforts: [], replay: 'forbidden' }],
  ['us.deepseek.r1-v1:0', { replay: 'forbidden' }],
])('%s reasons as its family does', (id, reasoning) => expect(bedrockProfile(id).reasoning).toMatchObject(reasoning));

test.each<[string, Profile['tools'], boolean, readonly string[]]>([
  ['us.anthropic.claude-sonnet-5', 'native', true, ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf']],
  ['us.amazon.nova-2-lite-v1:0', 'native', true, ['image/png', 'image/jpeg', 'image/gif', 'image/webp']],
  ['amazon.nova-micro-v1:0', 'native', true, []],
  ['us.meta.llama4-maverick-17b-instruct-v1:0', 'native', false, []],
  ['amazon.titan-text-express-v1', 'none', false, []],
  [
    'arn:aws:bedrock:us-east-1:1:inference-profile/us.amazon.nova-lite-v1:0',
    'native',
    true,
    ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  ],
  ['a.model-of-next-year', 'native', false, []],
])('%s: tools %s, marks of errors %s', (id, tools, errorFlag, media) => {
  expect(bedrockProfile(id)).toMatchObject({ name: `bedrock:${id}`, tools, results: { errorFlag, media } });
  expect(bedrockProfile(`bedrock:${id}`)).toEqual(bedrockProfile(id));
});

test('a model without marks of errors and media in results gets both said in other ways', () => {
  const request: Request = {
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'q' }] },
      { role: 'assistant', content: [{ type: 'tool-call', id: 'a', name: 'f', args: {} }] },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            callId: 'a',
            name: 'f',
            isError: true,
            content: [
              { type: 'text', text: 'no' },
              { type: 'media', mediaType: 'image/png', data: { base64: 'YQ==' } },
            ],
          },
        ],
      },
    ],
    tools: [{ type: 'function', name: 'f' }],
  };
  const { request: lowered, losses } = lower(request, bedrockProfile('us.meta.llama4-maverick-17b-instruct-v1:0'));
  expect(losses.map(({ code }) => code).sort()).toEqual(['error-flag', 'result-media']);
  expect(lowered.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
});
