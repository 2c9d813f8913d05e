import { isJsonObject, type JsonObject } from '../json/json.ts';
import { lose, type Place, type State } from './state.ts';

/** The loss that sends a schema to the dialect's other one. */
export const UNSAID = {
  code: 'unsaid',
  effect: 'widened',
  severity: 'degraded',
  message: 'a value of any kind, a map, a mixed list or a recursion cannot be said',
} as const;

/** Notes each node that a typed dialect cannot say: one without a type, or an object that does not list its properties. */
export function checkTyped(node: JsonObject, { path }: Place, state: State): JsonObject {
  if (!state.dialect.typed) return node;
  if (isOpen(node) || (path.length > 0 && !isTyped(node))) lose(state, path, UNSAID);
  return node;
}

/** whether an object says that it takes properties which it does not list, or a list places. */
function isOpen({ additionalProperties = false, patternProperties, prefixItems }: JsonObject): boolean {
  return additionalProperties !== false || patternProperties !== undefined || prefixItems !== undefined;
}

function isTyped({ type: types, anyOf, properties, items }: JsonObject): boolean {
  if (anyOf !== undefined) return true;
  const type = Array.isArray(types) ? types.find((name) => name !== 'null') : types;
  if (type === 'object') return isJsonObject(properties) && Object.keys(properties).length > 0;
  return type === 'array' ? isJsonObject(items) : type !== undefined;
}
