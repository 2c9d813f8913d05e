import type { JsonObject, Rule } from '@toolglot/core';
import { generationOf, thinkingOf } from './body.ts';
import { vertexSchemaRules } from './schemas.ts';
import { withoutData } from './turns.ts';
import {
  builtInsOf,
  first,
  isModel,
  listMember,
  member,
  objectMember,
  offersFunctions,
  partRule,
  rule,
  type Turn,
  turnsOf,
} from './view.ts';

/** What models before Gemini 3 refuse beside the rules for all: the model is in the address, so that a body alone does not tell. */
export const gemini2Rules: readonly Rule[] = [
  rule('gemini2-tools-mixed', (body) => {
    const [builtIn] = builtInsOf(body);
    if (builtIn === undefined || !offersFunctions(body)) return undefined;
    const message = `Built-in tools ({${builtIn}}) and Function Calling cannot be combined in the same request.`;
    return { path: 'tools', message };
  }),
  rule('gemini2-json-with-functions', (body) => {
    if (member(generationOf(body), 'responseMimeType') !== 'application/json' || !offersFunctions(body)) return undefined;
    return {
      path: 'generationConfig.responseMimeType',
      message: "Function calling with a response mime type: 'application/json' is unsupported",
    };
  }),
  rule('gemini2-thinking-level', (body) => {
    if (member(thinkingOf(body), 'thinkingLevel') === undefined) return undefined;
    const path = 'generationConfig.thinkingConfig.thinkingLevel';
    return { path, message: 'Thinking level is not supported for this model.' };
  }),
  partRule('gemini2-media-in-result', ({ value, path }) => {
    const result = objectMember(value, 'functionResponse') ?? {};
    if (listMember(result, 'parts').length === 0) return undefined;
    const message = 'Multimodal function responses are not supported for this model';
    return { path: `${path}.functionResponse.parts`, message };
  }),
  partRule('gemini2-text-empty', ({ value, path }) =>
    member(value, 'text') === '' && member(value, 'thoughtSignature') === undefined ? withoutData(path) : undefined,
  ),
];

/** What Gemini 3 and newer refuse beside the rules for all. */
export const gemini3Rules: readonly Rule[] = [
  rule('gemini3-signature-missing', (body) =>
    first(currentSteps(turnsOf(body)), ({ parts }) => {
      const call = parts.find(({ value }) => member(value, 'functionCall') !== undefined);
      if (!call || member(call.value, 'thoughtSignature')) return undefined;
      return { path: call.path, message: 'Function call is missing a thought_signature in functionCall parts.' };
    }),
  ),
];

/** The same on AI Studio, which wants a word where tools of both kinds are on offer; Vertex does not. */
export const gemini3StudioRules: readonly Rule[] = [
  ...gemini3Rules,
  rule('gemini3-tools-mixed', (body) => {
    const isAllowed = member(objectMember(body, 'toolConfig') ?? {}, 'includeServerSideToolInvocations') === true;
    if (isAllowed || builtInsOf(body).length === 0 || !offersFunctions(body)) return undefined;
    return {
      path: 'toolConfig.includeServerSideToolInvocations',
      message: 'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
    };
  }),
];

/** What only Vertex refuses. */
export const vertexOnlyRules: readonly Rule[] = [
  rule('vertex-role', (body) =>
    first(turnsOf(body), ({ role, path }) =>
      role === undefined ? { path: `${path}.role`, message: 'Please use a valid role: user, model.' } : undefined,
    ),
  ),
  ...vertexSchemaRules,
];

/** The model's turns since a user last said something other than results. */
function currentSteps(turns: readonly Turn[]): readonly Turn[] {
  const start = turns.findLastIndex((turn) => !isModel(turn) && turn.parts.some(({ value }) => isSaid(value)));
  return turns.slice(start + 1).filter(isModel);
}

const isSaid = (part: JsonObject) => member(part, 'functionResponse') === undefined;
