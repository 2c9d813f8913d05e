import { isJsonObject, type JsonObject, type Rule, type Violation } from '@toolglot/core';
import { readList, readObject } from '@toolglot/core/kit';
import { emptyList } from './messages.ts';
import { lengthProblem, nameLength, namePattern } from './names.ts';
import { firstIn, messageRule, type PlacedMessage, typeName } from './rule.ts';

/** What each call of the history must be. */
export const callRules: readonly Rule[] = [
  messageRule('empty-calls', 'empty_array', ({ message: { tool_calls }, path }) =>
    Array.isArray(tool_calls) && tool_calls.length === 0 ? emptyList(`${path}.tool_calls`) : undefined,
  ),
  messageRule('call-without-id', 'missing_required_parameter', (placed) => firstCall(placed, withoutId)),
  messageRule('call-id-length', 'string_above_max_length', (placed) => firstCall(placed, idLength)),
  messageRule('call-name', 'invalid_value', (placed) =>
    firstCall(placed, (call, path) => namePattern(callName(call), `${path}.${kindOf(call)}.name`)),
  ),
  messageRule('call-name-length', 'string_above_max_length', (placed) =>
    firstCall(placed, (call, path) => nameLength(callName(call), `${path}.${kindOf(call)}.name`)),
  ),
  messageRule('call-arguments', 'invalid_type', (placed) => firstCall(placed, callArguments)),
];

type CallCheck = (call: JsonObject, path: string) => Violation | undefined;

function firstCall({ message, path }: PlacedMessage, check: CallCheck): Violation | undefined {
  return firstIn(readList(message.tool_calls), (call, index) => check(readObject(call), `${path}.tool_calls[${index}]`));
}

function withoutId({ id }: JsonObject, path: string): Violation | undefined {
  if (typeof id === 'string') return undefined;
  return { path: `${path}.id`, message: `Missing required parameter: '${path}.id'.` };
}

const MAX_ID = 40;

const idLength: CallCheck = ({ id }, path) => lengthProblem(id, `${path}.id`, MAX_ID);

const kindOf = (call: JsonObject) => (isJsonObject(call.custom) ? 'custom' : 'function');

const callName = (call: JsonObject) => readObject(call[kindOf(call)]).name;

function callArguments(call: JsonObject, path: string): Violation | undefined {
  const [kind, field] = kindOf(call) === 'custom' ? ['custom', 'input'] : ['function', 'arguments'];
  const value = readObject(call[kind])[field];
  if (typeof value === 'string') return undefined;
  const at = `${path}.${kind}.${field}`;
  return { path: at, message: `Invalid type for '${at}': expected a string, but got ${typeName(value)} instead.` };
}
