import type { Rule } from '@toolglot/core';
import { blockRules } from './rules/blocks.ts';
import { bodyRules } from './rules/body.ts';
import { documentRules } from './rules/documents.ts';
import { pairingRules } from './rules/pairing.ts';
import { toolRules } from './rules/tools.ts';
import { turnRules } from './rules/turns.ts';

/**
 * What Converse refuses whatever the model is: from its API reference and from error texts in public reports. What a model refuses is not
 * here, since the body does not name it.
 */
export const bedrockRules: readonly Rule[] = [
  ...bodyRules,
  ...turnRules,
  ...blockRules,
  ...documentRules,
  ...pairingRules,
  ...toolRules,
];
