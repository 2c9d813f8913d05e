// the same with a vendor that has two formats, of which a model speaks either

import { tool } from '@toolglot/core';
import { openai } from '@toolglot/openai';
import { run } from '@toolglot/runner';
import { z } from 'zod';

const now = tool({ name: 'now', description: 'The time.', input: z.object({ zone: z.string() }), execute: ({ zone }) => zone });

export const answer = () => run({ model: openai('gpt-5.4'), tools: [now], prompt: 'What time is it?' });
