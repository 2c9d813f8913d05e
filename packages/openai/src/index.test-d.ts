import type { AzureOpenAI, OpenAI } from 'openai';
import { expectTypeOf, test } from 'vitest';
import { type OpenAIClient, openai } from './index.ts';

test('any client of the package will do, also of another copy of it, whose private members are not ours', () => {
  expectTypeOf<OpenAI>().toExtend<OpenAIClient>();
  expectTypeOf<AzureOpenAI>().toExtend<OpenAIClient>();
  expectTypeOf<Pick<OpenAI, 'chat' | 'responses'>>().toExtend<OpenAIClient>();
});

test('what is no client does not compile', () => {
  // @ts-expect-error a client of another vendor
  openai('gpt-5.4', { client: { messages: { create: async () => ({}) } } });
});
