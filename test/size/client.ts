// what an app with one vendor and Zod tools loads: measured without zod and the vendor's client

import { anthropic } from '@toolglot/anthropic';
import { tool } from '@toolglot/core';
import { run } from '@toolglot/runner';
import { z } from 'zod';

const now = tool({ name: 'now', description: 'The time.', input: z.object({ zone: z.string() }), execute: ({ zone }) => zone });

export const answer = () => run({ model: anthropic('claude-opus-5'), tools: [now], prompt: 'What time is it?' });
