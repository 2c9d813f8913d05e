import type { Rule } from '@toolglot/core';
import { bodyRules } from './rules/body.ts';
import { callRules } from './rules/calls.ts';
import { messageRules } from './rules/messages.ts';
import { pairingRules } from './rules/pairing.ts';
import { toolRules } from './rules/tools.ts';

/** What OpenAI refuses of a Chat Completions request, with its own words. `docs/vendors/openai.md` says where each is from. */
export const openaiChatRules: readonly Rule[] = [...bodyRules, ...messageRules, ...callRules, ...pairingRules, ...toolRules];
