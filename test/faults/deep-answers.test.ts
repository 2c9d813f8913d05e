import { anthropicMessages } from '@toolglot/anthropic/codec';
import { bedrockConverse } from '@toolglot/bedrock/codec';
import { type Json, lower } from '@toolglot/core';
import { googleGenerateContent } from '@toolglot/google/codec';
import { openaiChat, openaiResponses } from '@toolglot/openai/codec';
import { expect, test } from 'vitest';

/** Lists in lists, in a value that JSON.parse reads without complaint. */
const nested = (levels: number): Json => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

const answers = [
  {
    codec: openaiChat,
    of: (value: Json) => ({ choices: [{ message: { role: 'assistant', content: [value], refusal: 'no' } }] }),
  },
  {
    codec: openaiResponses,
    of: (value: Json) => ({
      output: [
        { type: 'new', value },
        { type: 'web_search_call', action: value },
      ],
    }),
  },
  {
    codec: anthropicMessages,
    of: (value: Json) => ({
      content: [
        { type: 'new', value },
        { type: 'text', text: 'a', citations: value },
      ],
    }),
  },
  {
    codec: googleGenerateContent,
    of: (value: Json) => ({ candidates: [{ content: { parts: [{ text: 'a', later: value }, { new: value }] } }] }),
  },
  { codec: bedrockConverse, of: (value: Json) => ({ output: { message: { role: 'assistant', content: [{ new: value }] } } }) },
];

test.each(answers)(
  'an answer of $codec.name that is nested without end is read, and the conversation goes on',
  ({ codec, of }) => {
    for (const levels of [450, 1_000, 6_000]) {
      const { message } = codec.decodeResponse(of(nested(levels)));
      const { request } = lower({ messages: [message] }, codec.profile);
      expect(codec.encodeRequest(request, codec.profile).body).toBeDefined();
    }
  },
);
