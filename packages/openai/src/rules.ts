import type { Rule } from '@toolglot/core';
import { bodyRules } from './rules/body.ts';
import { callRules } from './rules/calls.ts';
import { messageRules } from './rules/messages.ts';
import { pairingRules } from './rules/pairing.ts';
import { toolRules } from './rules/tools.ts';

/** What OpenAI refuses of a Chat Completions request, with its own words. `docs/vendors/openai.md` says where each is from. */
export const openaiChatRules: readonly Rule[] = [...bodyRules, ...messageRules, ...callRules, ...pairingRules, ...toolRules];

/** what OpenAI alone refuses, and who takes it. */
const OPENAI_ALONE: ReadonlyMap<string, string> = new Map([
  ['unknown-field', 'each vendor has fields of its own'],
  ['part-type', 'documents, thinking and images in results are parts elsewhere'],
  ['part-field', 'cache marks stand on parts'],
  ['empty-content', 'Mistral takes a list without parts beside calls'],
  ['empty-calls', 'Mistral takes a list without calls'],
  ['call-id-length', 'routers make longer ids'],
  ['call-arguments', 'Mistral takes arguments as objects'],
  ['too-many-tools', "the limit is each vendor's own"],
  ['tool-type', 'hosted tools have types of their own, and Mistral takes a tool without one'],
  ['schema-root', 'Mistral takes an empty schema'],
  ['strict-schema', 'each vendor has its own strict subset, or none'],
  ['strict-output', 'each vendor has its own strict subset, or none'],
  ['choice-value', 'Mistral says `any`, Cohere `REQUIRED`'],
]);

/** What every server of the Chat format refuses: the rules of OpenAI without those that recorded traffic of others breaks. */
export const compatibleChatRules: readonly Rule[] = openaiChatRules.filter(({ id }) => !OPENAI_ALONE.has(id));

export { compatibleResponsesRules, openaiResponsesRules } from './rules/responses/responses.ts';
