import { isJsonObject, type JsonObject, type Rule, type Violation } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import { nameLength, namePattern } from './names.ts';
import { firstIn, rule } from './rule.ts';
import { rootProblem, schemaProblem, strictProblem } from './schema.ts';

/** What tools, and what speaks of them, must be. */
export const toolRules: readonly Rule[] = [
  rule('empty-tools', undefined, ({ tools }) =>
    Array.isArray(tools) && tools.length === 0 ? { path: 'tools', message: "[] is too short - 'tools'" } : undefined,
  ),
  rule('too-many-tools', 'array_above_max_length', tooMany),
  rule('tool-type', 'invalid_value', (body) => firstTool(body, toolType)),
  rule('tool-name', 'invalid_value', (body) => firstTool(body, toolName)),
  rule('tool-name-length', 'string_above_max_length', (body) =>
    firstTool(body, (tool, path) => nameLength(nameOf(tool), namePath(tool, path))),
  ),
  rule('schema-root', 'invalid_function_parameters', (body) => firstSchema(body, rootProblem)),
  rule('schema', 'invalid_function_parameters', (body) => firstSchema(body, schemaProblem)),
  rule('strict-schema', 'invalid_function_parameters', (body) => firstSchema(body, strictProblem, true)),
  rule('strict-output', undefined, strictOutput),
  rule('choice-without-tools', undefined, (body) => withoutTools(body, 'tool_choice')),
  rule('parallel-without-tools', undefined, (body) => withoutTools(body, 'parallel_tool_calls')),
  rule('choice-value', 'invalid_value', choiceValue),
  rule('unknown-choice', undefined, unknownChoice),
];

const MAX_TOOLS = 128;

function tooMany({ tools }: JsonObject): Violation | undefined {
  const { length } = readList(tools);
  if (length <= MAX_TOOLS) return undefined;
  const expected = `Expected an array with maximum length ${MAX_TOOLS}, but got an array with length ${length} instead.`;
  return { path: 'tools', message: `Invalid 'tools': array too long. ${expected}` };
}

type ToolCheck = (tool: JsonObject, path: string) => Violation | undefined;

const firstTool = ({ tools }: JsonObject, check: ToolCheck) =>
  firstIn(readList(tools), (tool, index) => check(readObject(tool), `tools[${index}]`));

function toolType({ type }: JsonObject, path: string): Violation | undefined {
  if (type === 'function' || type === 'custom') return undefined;
  const message = `Invalid value: '${readText(type) ?? ''}'. Supported values are: 'function' and 'custom'.`;
  return { path: `${path}.type`, message };
}

/** a tool of another type is named by its type. */
function toolName(tool: JsonObject, path: string): Violation | undefined {
  const named = tool.function !== undefined || tool.custom !== undefined || toolType(tool, path) === undefined;
  return named ? namePattern(nameOf(tool), namePath(tool, path)) : undefined;
}

const namePath = (tool: JsonObject, path: string) => `${path}.${tool.type === 'custom' ? 'custom' : 'function'}.name`;

const nameOf = (tool: JsonObject) => readObject(tool.function).name ?? readObject(tool.custom).name;

type SchemaCheck = (schema: JsonObject) => string | undefined;

function firstSchema(body: JsonObject, check: SchemaCheck, strictOnly = false): Violation | undefined {
  return firstTool(body, (tool, path) => {
    const { name, parameters, strict } = readObject(tool.function);
    if (!isJsonObject(parameters) || (strictOnly && strict !== true)) return undefined;
    const problem = check(parameters);
    if (problem === undefined) return undefined;
    return { path: `${path}.function.parameters`, message: `Invalid schema for function '${readText(name) ?? ''}': ${problem}` };
  });
}

function strictOutput({ response_format }: JsonObject): Violation | undefined {
  const { name, schema, strict } = readObject(readObject(response_format).json_schema);
  const problem = strict === true && isJsonObject(schema) ? strictProblem(schema) : undefined;
  if (problem === undefined) return undefined;
  return { path: 'response_format', message: `Invalid schema for response_format '${readText(name) ?? ''}': ${problem}` };
}

function withoutTools(body: JsonObject, field: string): Violation | undefined {
  if (body[field] === undefined || body[field] === null || readList(body.tools).length > 0) return undefined;
  return { path: field, message: `Invalid value for '${field}': '${field}' is only allowed when 'tools' are specified.` };
}

const WORDS: readonly unknown[] = ['none', 'auto', 'required'];

function choiceValue({ tool_choice: choice }: JsonObject): Violation | undefined {
  if (typeof choice !== 'string' || WORDS.includes(choice)) return undefined;
  const message = `Invalid value: '${choice}'. Supported values are: 'none', 'auto', and 'required'.`;
  return { path: 'tool_choice', message };
}

function unknownChoice({ tool_choice, tools }: JsonObject): Violation | undefined {
  const choice = readObject(tool_choice);
  const allowed = readList(readObject(choice.allowed_tools).tools).map(readObject);
  const declared = new Set(readList(tools).map((tool) => nameOf(readObject(tool))));
  const unknown = [choice, ...allowed].map(nameOf).find((name) => name !== undefined && !declared.has(name));
  if (unknown === undefined || declared.size === 0) return undefined;
  return {
    path: 'tool_choice',
    message: `Tool choice '${readText(unknown) ?? JSON.stringify(unknown)}' not found in 'tools' parameter.`,
  };
}
