import type { Rule } from '@toolglot/core';
import { bodyRules } from './body.ts';
import { callRules } from './calls.ts';
import { choiceRules } from './choice.ts';
import { itemRules } from './items.ts';
import { messageRules } from './messages.ts';
import { pairingRules } from './pairing.ts';
import { reasoningRules } from './reasoning.ts';
import { toolRules } from './tools.ts';

/** What OpenAI refuses of a Responses request, with its own words. `docs/vendors/openai.md` says where each is from. */
export const openaiResponsesRules: readonly Rule[] = [
  ...bodyRules,
  ...itemRules,
  ...messageRules,
  ...callRules,
  ...pairingRules,
  ...reasoningRules,
  ...toolRules,
  ...choiceRules,
];

/** what OpenAI alone refuses, and who takes it. */
const OPENAI_ALONE: ReadonlyMap<string, string> = new Map([
  ['unknown-field', 'each vendor has fields of its own'],
  ['item-type', 'hosted tools have items of their own'],
  ['item-field', 'each vendor has fields of its own'],
  ['part-type', 'OpenRouter takes sound and video'],
  ['part-field', 'cache marks stand on parts'],
  ['file-type', 'OpenRouter takes sound as files'],
  ['tool-type', 'hosted tools have types of their own'],
  ['item-id', 'xAI and DeepSeek give reasoning ids that begin with anything'],
  ['item-id-length', 'xAI makes ids of 83 characters'],
  ['duplicate-item', 'xAI gives several items of an answer one id'],
  ['duplicate-call', "Bedrock's endpoint calls every call `call_0`"],
  ['duplicate-output', "Bedrock's endpoint calls every call `call_0`"],
  ['reasoning-alone', 'DeepSeek takes calls without ids behind reasoning that has one'],
  ['not-stored', 'DeepSeek has reasoning without encrypted content, and stores nothing'],
  ['strict-schema', 'each vendor has its own strict subset, or none'],
  ['strict-output', 'each vendor has its own strict subset, or none'],
]);

/** What every server of the Responses format refuses: OpenAI's rules without those that recorded traffic of others breaks. */
export const compatibleResponsesRules: readonly Rule[] = openaiResponsesRules.filter(({ id }) => !OPENAI_ALONE.has(id));
