import { isJsonObject, type JsonObject, type Rule } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import { memberOf } from '../fields.ts';
import { blocksOf, first, objectsOf, rule, turnsOf } from './view.ts';

const KINDS = new Set(['toolSpec', 'systemTool', 'cachePoint']);
const CHOICES = new Set(['auto', 'any', 'tool']);
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** What tools and the choice among them must be like. */
export const toolRules: readonly Rule[] = [
  rule('tools-undeclared', (body) => {
    const blocks = turnsOf(body).flatMap((turn) => turn.blocks);
    const used = blocks.find(({ kind, value }) => (kind === 'toolUse' || kind === 'toolResult') && !isHosted(readObject(value)));
    if (!used || isJsonObject(body.toolConfig)) return undefined;
    return { path: used.path, message: 'The toolConfig field must be defined when using toolUse and toolResult content blocks.' };
  }),
  rule('tools-empty', ({ toolConfig }) => {
    if (!isJsonObject(toolConfig) || readList(toolConfig.tools).length > 0) return undefined;
    return { path: 'toolConfig.tools', message: 'Member must have length greater than or equal to 1' };
  }),
  rule('unknown-tool-kind', (body) =>
    first(toolsOf(body), ({ kind, path }) => {
      return KINDS.has(kind)
        ? undefined
        : { path, message: `The Tool object at ${path} must set one of the following keys: ${[...KINDS].join(', ')}.` };
    }),
  ),
  rule('tool-name', (body) =>
    first(specsOf(body), ({ value, path }) => {
      if (NAME.test(readText(value.name) ?? '')) return undefined;
      return { path: `${path}.toolSpec.name`, message: 'Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+' };
    }),
  ),
  rule('tool-description-empty', (body) =>
    first(specsOf(body), ({ value, path }) => {
      return value.description === ''
        ? { path: `${path}.toolSpec.description`, message: 'Member must have length greater than or equal to 1' }
        : undefined;
    }),
  ),
  rule('schema-root', (body) =>
    first(specsOf(body), ({ value, path }) => {
      const schema = readObject(value.inputSchema).json;
      if (isJsonObject(schema) && schema.type === 'object') return undefined;
      const at = `${path}.toolSpec.inputSchema.json.type`;
      return { path: at, message: `The value at ${at} must be one of the following: object.` };
    }),
  ),
  rule('choice-unknown', ({ toolConfig }) => {
    const { toolChoice } = readObject(toolConfig);
    const [kind = ''] = memberOf(toolChoice) ?? [];
    if (toolChoice === undefined || toolChoice === null || CHOICES.has(kind)) return undefined;
    return {
      path: 'toolConfig.toolChoice',
      message: `The ToolChoice object must set one of the following keys: ${[...CHOICES].join(', ')}.`,
    };
  }),
];

function toolsOf({ toolConfig }: JsonObject) {
  return blocksOf(readObject(toolConfig).tools, 'toolConfig.tools');
}

const specsOf = (body: JsonObject) => objectsOf(toolsOf(body), 'toolSpec');

const isHosted = ({ type }: JsonObject) => type === 'server_tool_use' || readText(type)?.endsWith('_result') === true;
