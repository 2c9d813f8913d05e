import type { Rule } from '@toolglot/core';
import { bodyRules } from './rules/body.ts';
import { fieldRules } from './rules/fields.ts';
import { vertexOnlyRules } from './rules/models.ts';
import { pairingRules, unansweredRules } from './rules/pairing.ts';
import { schemaRules } from './rules/schemas.ts';
import { toolRules } from './rules/tools.ts';
import { turnRules } from './rules/turns.ts';

export { gemini2Rules, gemini3Rules, gemini3StudioRules } from './rules/models.ts';

const common: readonly Rule[] = [...bodyRules, ...fieldRules, ...turnRules, ...pairingRules, ...toolRules, ...schemaRules];

/** What AI Studio refuses in a body of `generateContent`, whatever the model: from its documentation, error texts and recorded traffic. */
export const googleRules: readonly Rule[] = [...common, ...unansweredRules];

/** What Vertex refuses: each content has a role, schemas are checked more closely, but a call may stay unanswered. */
export const vertexRules: readonly Rule[] = [...common, ...vertexOnlyRules];
