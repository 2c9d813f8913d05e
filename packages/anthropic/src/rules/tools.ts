import type { JsonObject, Rule } from '@toolglot/core';
import { readObject, readText } from '@toolglot/core/kit';

import { isKnownModel } from '../profile.ts';
import { anthropicProfile } from '../profiles.ts';
import { first, isFunctionTool, rule, said, toolsOf, turnsOf } from './view.ts';

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const CHOICES = new Set(['auto', 'any', 'tool', 'none']);

/** What is offered, and what the model is told of it. */
export const toolRules: readonly Rule[] = [
  rule('tool-name', (body) =>
    first(toolsOf(body).filter(isFunctionTool), ({ block, path }) => {
      if (NAME.test(readText(block.name) ?? '')) return undefined;
      return { path: `${path}.custom.name`, message: `${path}.custom.name: String should match pattern '${NAME.source}'` };
    }),
  ),
  rule('tool-name-twice', (body) => {
    const names = toolsOf(body).map(({ block }) => readText(block.name));
    const index = names.findIndex((name, at) => name !== undefined && names.indexOf(name) < at);
    return index < 0 ? undefined : { path: `tools.${index}.name`, message: 'tools: Tool names must be unique.' };
  }),
  rule('all-deferred', (body) => {
    const tools = toolsOf(body);
    if (tools.length === 0 || tools.some(({ block }) => block.defer_loading !== true)) return undefined;
    return { path: 'tools', message: 'At least one tool must have defer_loading=false. All tools cannot be deferred.' };
  }),
  rule('search-tool-deferred', (body) =>
    first(toolsOf(body), ({ block, type, path }) => {
      const isDeferred = type.startsWith('tool_search_tool') && block.defer_loading === true;
      return isDeferred ? { path, message: 'the tool search tool cannot be deferred' } : undefined;
    }),
  ),
  rule('tools-missing', (body) => {
    if (toolsOf(body).length > 0) return undefined;
    const blocks = turnsOf(body).flatMap((turn) => turn.blocks);
    const found = blocks.find(({ type }) => type === 'tool_use' || type === 'tool_result');
    return found && { path: 'tools', message: 'Requests which include `tool_use` or `tool_result` blocks must define tools.' };
  }),
  rule('choice-without-tools', (body) => {
    if (body.tool_choice === undefined || toolsOf(body).length > 0) return undefined;
    return { path: 'tool_choice', message: 'tool_choice may only be specified while providing tools' };
  }),
  rule('choice-type', ({ tool_choice: choice }) => {
    if (choice === undefined || choice === null || CHOICES.has(readText(readObject(choice).type) ?? '')) return undefined;
    return {
      path: 'tool_choice',
      message: "tool_choice: Input tag does not match any of the expected tags: 'auto', 'any', 'tool', 'none'",
    };
  }),
  rule('choice-unknown-tool', (body) => {
    const { type, name } = readObject(body.tool_choice);
    const isKnown = type !== 'tool' || toolsOf(body).some(({ block }) => block.name === name);
    return isKnown ? undefined : { path: 'tool_choice.name', message: `Tool '${said(name)}' not found in provided tools` };
  }),
  rule('choice-none-parallel', (body) => {
    const { type, ...others } = readObject(body.tool_choice);
    if (type !== 'none' || others.disable_parallel_tool_use === undefined) return undefined;
    const path = 'tool_choice.none.disable_parallel_tool_use';
    return { path, message: `${path}: Extra inputs are not permitted` };
  }),
  rule('choice-forced-with-thinking', (body) => {
    if (!isForced(body) || readObject(body.thinking).type !== 'enabled') return undefined;
    return { path: 'tool_choice', message: 'Thinking may not be enabled when tool_choice forces tool use.' };
  }),
  rule('choice-forced', (body) => {
    const model = readText(body.model) ?? '';
    if (!isForced(body) || !isKnownModel(model) || anthropicProfile(model).choice.required === 'native') return undefined;
    return { path: 'tool_choice', message: 'tool_choice: type "tool" and "any" are not supported for this model.' };
  }),
];

function isForced(body: JsonObject): boolean {
  const { type } = readObject(body.tool_choice);
  return type === 'any' || type === 'tool';
}
