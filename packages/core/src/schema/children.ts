import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { shapeOf } from './keywords.ts';
import type { Path } from './path.ts';

/** A node with each schema directly below it changed; `steps` lead from the node to the child. Data stays as it is. */
export function mapChildren(node: JsonObject, change: (child: Json, steps: Path) => Json): JsonObject {
  return mapMembers(node, (value, keyword) => mapUnder(keyword, value, change));
}

/** An object with each member changed. */
export function mapMembers(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

/** What a path leads to, by own members only. */
export function at(root: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(member, root);
}

function mapUnder(keyword: string, value: Json, change: (child: Json, steps: Path) => Json): Json {
  switch (shapeOf(keyword)) {
    case 'schema':
      return change(value, [keyword]);
    case 'schema-list':
    case 'schema-or-list':
      return Array.isArray(value) ? value.map((item, index) => change(item, [keyword, index])) : change(value, [keyword]);
    case 'schema-map':
    case 'dependencies':
      return isJsonObject(value)
        ? mapMembers(value, (item, name) => (isSchema(item) ? change(item, [keyword, name]) : item))
        : value;
    default:
      return value;
  }
}

function isSchema(value: Json): boolean {
  return typeof value === 'boolean' || isJsonObject(value);
}

function member(value: Json | undefined, step: string | number): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return Array.isArray(value) ? value[Number(step)] : isJsonObject(value) ? value[step] : undefined;
}
