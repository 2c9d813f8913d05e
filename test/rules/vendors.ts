import { anthropicMessages } from '@toolglot/anthropic/codec';
import { anthropicRules } from '@toolglot/anthropic/rules';
import { type Codec, isJsonObject, type Json, type JsonObject, type Rule } from '@toolglot/core';
import { openaiChat, openaiResponses } from '@toolglot/openai/codec';
import { openaiChatRules, openaiResponsesRules } from '@toolglot/openai/rules';
import { readJsonLines } from '../support/shared.ts';
import { anthropicBodies, openaiBodies } from './bodies.ts';
import { responsesBodies } from './responses-bodies.ts';

/** A wire format with its rules, and bodies that the vendor takes. */
export interface Vendor {
  readonly codec: Codec;
  readonly rules: readonly Rule[];
  readonly bodies: readonly JsonObject[];
  /** recorded traffic of the vendor itself, below the shared folder. */
  readonly corpus: string;
}

export const vendorNames = ['openai-chat', 'openai-responses', 'anthropic-messages'] as const;

export type VendorName = (typeof vendorNames)[number];

export const vendors: Readonly<Record<VendorName, Vendor>> = {
  'openai-chat': { codec: openaiChat, rules: openaiChatRules, bodies: openaiBodies, corpus: 'corpus/open/openai-chat.jsonl' },
  'openai-responses': {
    codec: openaiResponses,
    rules: openaiResponsesRules,
    bodies: responsesBodies,
    corpus: 'corpus/open/openai-responses.jsonl',
  },
  'anthropic-messages': {
    codec: anthropicMessages,
    rules: anthropicRules,
    bodies: anthropicBodies,
    corpus: 'corpus/open/anthropic-messages.jsonl',
  },
};

/** For `test.each`: each vendor with its name. */
export const vendorList = vendorNames.map((name) => ({ name, ...vendors[name] }));

/** Ids of the rules that a body breaks. */
export function brokenRules({ rules }: Pick<Vendor, 'rules'>, body: Json): readonly string[] {
  return rules.filter((rule) => rule.check(body) !== undefined).map(({ id }) => id);
}

/** Recorded request bodies to which the vendor answered with a status below 400. */
export function acceptedBodies(path: string): readonly JsonObject[] {
  return readJsonLines(path).flatMap((line) => {
    if (!isJsonObject(line) || !isJsonObject(line.request) || !isJsonObject(line.response)) return [];
    const { body } = line.request;
    return isJsonObject(body) && Number(line.response.status) < 400 ? [body] : [];
  });
}
