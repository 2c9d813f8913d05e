import type { JsonObject, Rule } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';
import { declarationsOf, first, listMember, member, objectMember, offersFunctions, rule, said } from './view.ts';

// servers still quote 64 where types say 128
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
const MAX_DECLARATIONS = 512;
const MODES = new Set(['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED']);
const CONFIG = 'toolConfig.functionCallingConfig';

/** What is offered, and what the model is told of it. */
export const toolRules: readonly Rule[] = [
  rule('tool-name', (body) =>
    first(declarationsOf(body), ({ value, path }) => {
      if (NAME.test(readText(member(value, 'name')) ?? '')) return undefined;
      return {
        path: `${path}.name`,
        message:
          'Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.) or dashes (-), with a maximum length of 64.',
      };
    }),
  ),
  rule('tool-name-twice', (body) => {
    const nodes = declarationsOf(body);
    const names = nodes.map(({ value }) => readText(member(value, 'name')));
    const index = names.findIndex((name, at) => name !== undefined && names.indexOf(name) < at);
    if (index < 0) return undefined;
    return { path: `${nodes[index]?.path}.name`, message: `Duplicate function declaration found: ${names[index]}` };
  }),
  rule('too-many-tools', (body) => {
    const nodes = declarationsOf(body);
    if (nodes.length <= MAX_DECLARATIONS) return undefined;
    return {
      path: nodes[MAX_DECLARATIONS]?.path ?? 'tools',
      message: `At most ${MAX_DECLARATIONS} function declarations can be specified.`,
    };
  }),
  rule('two-schemas', (body) =>
    first(declarationsOf(body), ({ value, path }) => {
      const twice = [
        ['parameters', 'parametersJsonSchema'],
        ['response', 'responseJsonSchema'],
      ].find((names) => names.every((name) => member(value, name) !== undefined));
      return twice && { path: `${path}.${twice[1]}`, message: `${twice[0]} and ${twice[1]} are mutually exclusive.` };
    }),
  ),
  rule('choice-without-tools', (body) => {
    const choice = objectMember(objectMember(body, 'toolConfig') ?? {}, 'functionCallingConfig');
    if (!choice || offersFunctions(body)) return undefined;
    return { path: CONFIG, message: 'Function calling config is set without function_declarations.' };
  }),
  rule('choice-mode', (body) => {
    const mode = member(choiceOf(body), 'mode');
    // numbers stand for the modes too
    if (mode === undefined || typeof mode === 'number' || MODES.has(said(mode).toUpperCase())) return undefined;
    return {
      path: `${CONFIG}.mode`,
      message: `Invalid value at 'tool_config.function_calling_config.mode' (Mode), ${said(mode)}`,
    };
  }),
  rule('choice-of-unknown-tool', (body) => {
    const known = declarationsOf(body).map(({ value }) => member(value, 'name'));
    const index = allowedIn(body).findIndex((name) => !known.includes(name));
    if (index < 0 || known.length === 0) return undefined;
    return {
      path: `${CONFIG}.allowedFunctionNames[${index}]`,
      message: `allowed_function_names: '${said(allowedIn(body)[index])}' is not the name of a function declaration.`,
    };
  }),
  rule('choice-names', (body) => {
    const mode = member(choiceOf(body), 'mode') ?? 'AUTO';
    if (allowedIn(body).length === 0 || !['AUTO', 'NONE'].includes(said(mode).toUpperCase())) return undefined;
    return {
      path: `${CONFIG}.allowedFunctionNames`,
      message: 'allowed_function_names can only be set where the mode is ANY or VALIDATED.',
    };
  }),
];

function choiceOf(body: JsonObject): JsonObject {
  return objectMember(objectMember(body, 'toolConfig') ?? {}, 'functionCallingConfig') ?? {};
}

function allowedIn(body: JsonObject) {
  return listMember(choiceOf(body), 'allowedFunctionNames');
}
