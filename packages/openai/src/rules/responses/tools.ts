import { isJsonObject, type JsonObject, type Rule, type Violation } from '@toolglot/core';
import { readObject, readText } from '@toolglot/core/kit';
import { emptyList } from '../messages.ts';
import { lengthProblem, namePattern } from '../names.ts';
import { rule } from '../rule.ts';
import { rootProblem, schemaProblem, strictProblem } from '../schema.ts';
import { TOOL_TYPES } from './fields.ts';
import { wordProblem } from './item.ts';
import { firstTool, isNamed, type PlacedTool, toolsOf } from './tool.ts';

/** What tools must be. */
export const toolRules: readonly Rule[] = [
  rule('tool-type', 'invalid_value', (body) => firstTool(body, toolType)),
  rule('tool-name', 'invalid_value', (body) => firstTool(body, toolName)),
  rule('tool-name-length', 'string_above_max_length', (body) => firstTool(body, toolNameLength)),
  rule('empty-namespace', 'empty_array', (body) => firstTool(body, emptyNamespace)),
  rule('deferred-without-search', undefined, deferredWithoutSearch),
  rule('search-description', 'missing_required_parameter', (body) => firstTool(body, searchDescription)),
  rule('schema-root', 'invalid_function_parameters', (body) => firstSchema(body, rootProblem)),
  rule('schema', 'invalid_function_parameters', (body) => firstSchema(body, schemaProblem)),
  rule('strict-schema', 'invalid_function_parameters', (body) => firstSchema(body, strictProblem, true)),
  rule('strict-output', 'invalid_json_schema', strictOutput),
];

function toolType({ tool: { type }, path }: PlacedTool): Violation | undefined {
  return TOOL_TYPES.has(readText(type) ?? '') ? undefined : wordProblem(type, `${path}.type`, TOOL_TYPES);
}

function toolName(placed: PlacedTool): Violation | undefined {
  return isNamed(placed) ? namePattern(placed.tool.name, `${placed.path}.name`) : undefined;
}

const MAX_NAME = 128;

function toolNameLength(placed: PlacedTool): Violation | undefined {
  return isNamed(placed) ? lengthProblem(placed.tool.name, `${placed.path}.name`, MAX_NAME) : undefined;
}

function emptyNamespace({ tool: { type, tools }, path }: PlacedTool): Violation | undefined {
  return type === 'namespace' && Array.isArray(tools) && tools.length === 0 ? emptyList(`${path}.tools`) : undefined;
}

function deferredWithoutSearch(body: JsonObject): Violation | undefined {
  const tools = toolsOf(body);
  const isDeferred = tools.some(({ tool }) => tool.defer_loading === true);
  if (!isDeferred || tools.some(({ tool }) => tool.type === 'tool_search')) return undefined;
  const message = "Invalid Value: 'tools.defer_loading'. Deferred tools require tools.tool_search.";
  return { path: 'tools', message };
}

function searchDescription({ tool: { type, execution, description }, path }: PlacedTool): Violation | undefined {
  const isMissing = description === undefined || description === null;
  if (type !== 'tool_search' || execution !== 'client' || !isMissing) return undefined;
  return { path: `${path}.description`, message: `Missing required parameter: '${path}.description'.` };
}

type SchemaCheck = (schema: JsonObject) => string | undefined;

/** without a word on `strict` the server tries, and takes the schema loosely where that fails. */
function firstSchema(body: JsonObject, check: SchemaCheck, strictOnly = false): Violation | undefined {
  return firstTool(body, ({ tool: { type, name, parameters, strict }, path }) => {
    if (type !== 'function' || !isJsonObject(parameters) || (strictOnly && strict !== true)) return undefined;
    const problem = check(parameters);
    if (problem === undefined) return undefined;
    return { path: `${path}.parameters`, message: `Invalid schema for function '${readText(name) ?? ''}': ${problem}` };
  });
}

function strictOutput({ text }: JsonObject): Violation | undefined {
  const { name, schema, strict } = readObject(readObject(text).format);
  const problem = strict === true && isJsonObject(schema) ? strictProblem(schema) : undefined;
  if (problem === undefined) return undefined;
  return { path: 'text.format.schema', message: `Invalid schema for response_format '${readText(name) ?? ''}': ${problem}` };
}
