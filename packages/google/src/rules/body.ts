import { isJsonObject, type JsonObject, type Rule } from '@toolglot/core';
import { listMember, member, objectMember, rule } from './view.ts';

const CACHED = ['systemInstruction', 'tools', 'toolConfig'];

/** What is wrong with a body's own fields, whatever its contents and tools are. */
export const bodyRules: readonly Rule[] = [
  {
    id: 'body-no-object',
    check: (body) =>
      isJsonObject(body) ? undefined : { path: '', message: 'Invalid JSON payload received. Root element must be a message.' },
    error: { status: 400, kind: 'invalid-request', type: 'INVALID_ARGUMENT' },
  },
  rule('contents-missing', (body) => {
    if (listMember(body, 'contents').length > 0) return undefined;
    return { path: 'contents', message: '* GenerateContentRequest.contents: contents is not specified' };
  }),
  rule('cached-content', (body) => {
    const path = CACHED.find((name) => member(body, name) !== undefined);
    if (member(body, 'cachedContent') === undefined || path === undefined) return undefined;
    const message =
      'CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.';
    return { path, message };
  }),
  rule('temperature-range', (body) => {
    const temperature = member(generationOf(body), 'temperature');
    if (typeof temperature !== 'number' || (temperature >= 0 && temperature <= 2)) return undefined;
    return {
      path: 'generationConfig.temperature',
      message: `Unable to submit request because it has a temperature value of ${temperature} but the supported range is from 0 (inclusive) to 2.0001 (exclusive).`,
    };
  }),
  rule('thinking-twice', (body) => {
    const thinking = thinkingOf(body);
    if (member(thinking, 'thinkingBudget') === undefined || member(thinking, 'thinkingLevel') === undefined) return undefined;
    return { path: 'generationConfig.thinkingConfig', message: 'Only one of thinking budget and thinking level can be set.' };
  }),
];

export function generationOf(body: JsonObject): JsonObject {
  return objectMember(body, 'generationConfig') ?? {};
}

export function thinkingOf(body: JsonObject): JsonObject {
  return objectMember(generationOf(body), 'thinkingConfig') ?? {};
}
