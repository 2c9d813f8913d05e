import type { Rule } from '@toolglot/core';
import { blockRules } from './rules/blocks.ts';
import { bodyRules } from './rules/body.ts';
import { pairingRules } from './rules/pairing.ts';
import { schemaRules } from './rules/schemas.ts';
import { toolRules } from './rules/tools.ts';
import { turnRules } from './rules/turns.ts';

/** What Anthropic refuses in a body of `/v1/messages`: from its documentation, its error texts and recorded refusals. */
export const anthropicRules: readonly Rule[] = [
  ...bodyRules,
  ...turnRules,
  ...pairingRules,
  ...blockRules,
  ...toolRules,
  ...schemaRules,
];
