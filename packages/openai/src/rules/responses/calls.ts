import type { JsonObject, Rule, Violation } from '@toolglot/core';
import { lengthProblem, namePattern } from '../names.ts';
import { firstIn, rule } from '../rule.ts';
import { callIdOf, isOutput, itemRule, itemsOf, outputTypeOf, type PlacedItem } from './item.ts';
import { toolsOf } from './tool.ts';

/** What calls and outputs must be. */
export const callRules: readonly Rule[] = [
  itemRule('call-id-empty', 'string_below_min_length', callIdEmpty),
  itemRule('call-id-length', 'string_above_max_length', callIdLength),
  itemRule('call-name', 'invalid_value', (placed) =>
    hasName(placed) ? namePattern(placed.item.name, nameAt(placed)) : undefined,
  ),
  itemRule('call-name-length', 'string_above_max_length', callNameLength),
  rule('call-namespace', undefined, callNamespace),
];

const MAX_CALL_ID = 64;
const MAX_NAME = 128;
const MAX_NAMESPACE = 64;

const isJoined = (placed: PlacedItem) => isOutput(placed) || outputTypeOf(placed) !== undefined;

function callIdEmpty(placed: PlacedItem): Violation | undefined {
  if (!isJoined(placed) || placed.item.call_id !== '') return undefined;
  const path = `${placed.path}.call_id`;
  return {
    path,
    message: `Invalid '${path}': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
  };
}

function callIdLength(placed: PlacedItem): Violation | undefined {
  return isJoined(placed) ? lengthProblem(callIdOf(placed), `${placed.path}.call_id`, MAX_CALL_ID) : undefined;
}

const hasName = (placed: PlacedItem) => outputTypeOf(placed) !== undefined && typeof placed.item.name === 'string';

const nameAt = ({ path }: PlacedItem) => `${path}.name`;

function callNameLength(placed: PlacedItem): Violation | undefined {
  if (!isJoined(placed)) return undefined;
  const { name, namespace } = placed.item;
  return lengthProblem(name, nameAt(placed), MAX_NAME) ?? lengthProblem(namespace, `${placed.path}.namespace`, MAX_NAMESPACE);
}

/** a call of a tool that is declared in a namespace alone must say which. */
function callNamespace(body: JsonObject): Violation | undefined {
  const tools = toolsOf(body);
  const names = (isInside: boolean) =>
    new Set(tools.filter(({ namespace }) => (namespace !== undefined) === isInside).map(({ tool }) => tool.name));
  const [inside, outside] = [names(true), names(false)];
  return firstIn(itemsOf(body), (placed) => {
    const { name, namespace } = placed.item;
    if (!hasName(placed) || namespace !== undefined || !inside.has(name) || outside.has(name)) return undefined;
    return {
      path: `${placed.path}.namespace`,
      message: `Missing namespace for function call '${String(name)}': the tool is declared in a namespace.`,
    };
  });
}
