import type { Loss } from '../ir/loss.ts';
import type { Message } from '../ir/message.ts';
import type { ResultContent } from '../ir/part.ts';
import type { ToolChoice } from '../ir/request.ts';
import type { Response } from '../ir/response.ts';
import { translatePart } from '../ir/seal.ts';
import type { ToolSpec } from '../ir/tool.ts';
import { digest } from '../json/digest.ts';
import type { NameRule, Profile } from '../profile.ts';
import { perMessage } from './fold.ts';
import { note } from './losses.ts';
import { mapToolParts } from './map-parts.ts';
import type { Pass } from './pass.ts';

/** Names that the vendor refuses are replaced, everywhere alike, and restored in the answer. Legal names stay as they are. */
export const fitNames: Pass = {
  name: 'fit-names',
  request({ tools, toolChoice, ...request }, { limits }) {
    if (tools === undefined) return { request: { ...request, ...(toolChoice !== undefined && { toolChoice }) } };
    const fitted = tools.map((tool) => fitTool(tool, limits.name));
    const choice = toolChoice === undefined ? {} : { toolChoice: fitToolChoice(toolChoice, limits.name) };
    return {
      request: { ...request, tools: fitted, ...choice },
      losses: tools.flatMap((tool, i) => renamed(tool, `tools[${i}].name`, limits.name)),
    };
  },
  messages: ({ profile }) => perMessage((message) => ({ message: fitMessage(message, profile.limits.name) })),
  raise: (response, source, profile) => raiseNames(response, source.tools ?? [], profile),
};

/** A name as a target takes it: a function of the name and the rule alone. */
export function fitName(name: string, rule: NameRule): string {
  if (isLegal(name, rule)) return name;
  const suffix = `_${digest(name, 8)}`;
  const bare = sanitise(name).slice(0, rule.max - suffix.length);
  return isLegal(bare + suffix, rule) ? bare + suffix : `_${bare.slice(0, -1)}${suffix}`;
}

const isLegal = (name: string, { pattern, max }: NameRule) => name.length <= max && new RegExp(pattern).test(name);
const sanitise = (name: string) => name.replace(/[^a-zA-Z0-9_-]/g, '_');

function fitTool(tool: ToolSpec, rule: NameRule): ToolSpec {
  if (tool.type === 'hosted' || isLegal(tool.name, rule)) return tool;
  const name = fitName(tool.name, rule);
  if (tool.type === 'client') return { ...tool, name };
  return {
    ...tool,
    name,
    description: [tool.description, `(Elsewhere this tool is called '${tool.name}'.)`].filter(Boolean).join('\n'),
  };
}

function renamed(tool: ToolSpec, path: string, rule: NameRule): readonly Loss[] {
  if (tool.type === 'hosted' || isLegal(tool.name, rule)) return [];
  return [
    note.renamed('tool-name', path, `'${tool.name}' is not a legal name here; the model sees '${fitName(tool.name, rule)}'`),
  ];
}

function fitToolChoice(choice: ToolChoice, rule: NameRule): ToolChoice {
  if (typeof choice === 'string') return choice;
  if ('tool' in choice) return { tool: fitName(choice.tool, rule) };
  return { ...choice, tools: choice.tools.map((name) => fitName(name, rule)) };
}

function fitMessage(message: Message, rule: NameRule): Message {
  const refit = (part: ResultContent): ResultContent =>
    part.type === 'tool-reference' ? { ...part, name: fitName(part.name, rule) } : part;
  return mapToolParts(message, {
    call: (call) => (isLegal(call.name, rule) ? call : translatePart(call, { name: fitName(call.name, rule) })),
    result(result) {
      const references = result.content.some((part) => part.type === 'tool-reference' && !isLegal(part.name, rule));
      if (!references && (result.name === '' || isLegal(result.name, rule))) return result;
      return translatePart(result, {
        name: fitName(result.name, rule),
        content: references ? result.content.map(refit) : result.content,
      });
    },
  });
}

function raiseNames(response: Response, tools: readonly ToolSpec[], profile: Profile): Response {
  const names = originalNames(tools, profile.limits.name);
  const raise = (name: string) => names.get(name) ?? name;
  const message = mapToolParts(response.message, {
    call: (call) => (raise(call.name) === call.name ? call : translatePart(call, { name: raise(call.name) })),
    result: (result) => result,
  });
  return message === response.message || message.role !== 'assistant' ? response : { ...response, message };
}

const PREFIXES = ['', 'functions.', 'default_api.', 'default_api:'];

/** What the model may call a tool, to the tool's own name; what could be two tools is left out. */
function originalNames(tools: readonly ToolSpec[], rule: NameRule): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const own = tools.flatMap((tool) => (tool.type === 'hosted' ? [] : [tool.name]));
  const claim = (alias: string, name: string) => names.set(alias, (names.get(alias) ?? name) === name ? name : '');
  for (const name of own)
    for (const prefix of PREFIXES)
      for (const form of new Set([fitName(name, rule), name, sanitise(name)])) claim(prefix + form, name);
  for (const name of own) names.set(fitName(name, rule), name).set(name, name);
  return new Map([...names].filter(([, name]) => name !== ''));
}
