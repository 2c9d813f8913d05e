import { isJsonObject, type JsonObject, type Rule, type Violation } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import { firstIn, rule } from '../rule.ts';
import { wordProblem } from './item.ts';
import { type PlacedTool, toolsOf } from './tool.ts';

/** What a choice among the tools must be. */
export const choiceRules: readonly Rule[] = [
  rule('choice-value', 'invalid_value', choiceValue),
  rule('unknown-choice', undefined, unknownChoice),
  rule('unknown-allowed', undefined, unknownAllowed),
];

const WORDS = ['none', 'auto', 'required'];

function choiceValue({ tool_choice: choice }: JsonObject): Violation | undefined {
  return typeof choice !== 'string' || WORDS.includes(choice) ? undefined : wordProblem(choice, 'tool_choice', WORDS);
}

/** the field that tells tools of one type apart. */
const KEYS: ReadonlyMap<unknown, string> = new Map([
  ['function', 'name'],
  ['custom', 'name'],
  ['mcp', 'server_label'],
]);

function unknownChoice(body: JsonObject): Violation | undefined {
  const { tool_choice: choice } = body;
  const isNamed = isJsonObject(choice) && KEYS.has(choice.type);
  if (!isNamed || toolsOf(body).some(({ tool }) => isSame(tool, choice))) return undefined;
  return notFound(choice, 'tool_choice');
}

/** what is deferred or in a namespace cannot be on the list, nor can the search for tools. */
function unknownAllowed(body: JsonObject): Violation | undefined {
  const choice = readObject(body.tool_choice);
  if (choice.type !== 'allowed_tools') return undefined;
  const open = toolsOf(body).filter(isOpen);
  return firstIn(readList(choice.tools).map(readObject), (entry, index) =>
    open.some(({ tool }) => isSame(tool, entry)) ? undefined : notFound(entry, `tool_choice.tools[${index}]`),
  );
}

const isOpen = ({ tool, namespace }: PlacedTool) =>
  namespace === undefined && tool.defer_loading !== true && tool.type !== 'tool_search' && tool.type !== 'namespace';

function isSame(tool: JsonObject, entry: JsonObject): boolean {
  const key = KEYS.get(entry.type);
  return tool.type === entry.type && (key === undefined || tool[key] === entry[key]);
}

function notFound({ name, server_label, type }: JsonObject, path: string): Violation {
  const word = [name, server_label, type].map(readText).find((text) => text !== undefined);
  return { path, message: `Tool choice '${word ?? ''}' not found in 'tools' parameter.` };
}
