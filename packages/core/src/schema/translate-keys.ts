import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { NameRule } from '../profile.ts';
import { at } from './children.ts';
import { lowerKey } from './keys.ts';
import { decodePointer } from './path.ts';

/** Between the keys of a source schema and those of its lowered form, in values. */
export interface KeyTranslation {
  express(value: Json): Json;
  restore(value: Json): Json;
}

/**
 * How to rename the keys of a value, by the lowered schema: only where that schema names a renamed key, so that a
 * map that happens to hold the same key keeps it. `sources` has the own name of each renamed key.
 */
export function translateKeys(
  root: JsonObject,
  rule: NameRule | undefined,
  sources: ReadonlyMap<string, string>,
): KeyTranslation {
  if (sources.size === 0) return { express: (value) => value, restore: (value) => value };
  const down = (key: string) => lowerKey(key, rule);
  return {
    express: (value) =>
      walk(value, [root], { root, rename: (key, named) => (named.has(down(key)) ? down(key) : key), lowered: down }),
    restore: (value) =>
      walk(value, [root], {
        root,
        rename: (key, named) => (named.has(key) ? (sources.get(key) ?? key) : key),
        lowered: (key) => key,
      }),
  };
}

interface Direction {
  readonly root: JsonObject;
  readonly rename: (key: string, named: ReadonlySet<string>) => string;
  /** the key as the lowered schema has it. */
  readonly lowered: (key: string) => string;
}

function walk(value: Json, nodes: readonly JsonObject[], direction: Direction): Json {
  if (typeof value !== 'object' || value === null) return value;
  const all = spread(nodes, direction.root);
  if (Array.isArray(value)) return value.map((item, index) => walk(item, itemsOf(all, index), direction));
  if (!isJsonObject(value)) return value;
  const named = new Set(all.flatMap(namesIn));
  const entries = Object.entries(value).map(([key, member]) => {
    const name = named.has(direction.lowered(key)) ? direction.lowered(key) : key;
    return [direction.rename(key, named), walk(member, membersOf(all, name), direction)] as const;
  });
  return Object.fromEntries(entries);
}

/** All nodes that speak of the same value. */
function spread(nodes: readonly JsonObject[], root: JsonObject): readonly JsonObject[] {
  const all = new Set<JsonObject>(nodes);
  for (const node of all) for (const other of besides(node, root)) all.add(other);
  return [...all];
}

function besides(node: JsonObject, root: JsonObject): readonly JsonObject[] {
  const { $ref, allOf, anyOf, oneOf, not, dependentSchemas, dependencies } = node;
  const named = [dependentSchemas, dependencies].flatMap((map) => (isJsonObject(map) ? Object.values(map) : []));
  const lists = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [target($ref, root), node.if, node.then, node.else, not, ...named, ...lists].filter(isJsonObject);
}

function target(ref: Json | undefined, root: JsonObject): Json | undefined {
  const steps = typeof ref === 'string' ? decodePointer(ref.slice(1)) : undefined;
  return steps && at(root, steps);
}

function namesIn({ properties, required, dependentRequired, dependentSchemas, dependencies }: JsonObject): readonly string[] {
  const maps = [properties, dependentRequired, dependentSchemas, dependencies].filter(isJsonObject);
  const lists = [required, ...maps.flatMap((map) => Object.values(map))].filter((list) => Array.isArray(list));
  return [...maps.flatMap((map) => Object.keys(map)), ...lists.flat().filter((name) => typeof name === 'string')];
}

function membersOf(nodes: readonly JsonObject[], key: string): readonly JsonObject[] {
  return nodes.flatMap(({ properties, patternProperties, additionalProperties, unevaluatedProperties }) => {
    const own = isJsonObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [];
    const patterns = isJsonObject(patternProperties) ? Object.values(patternProperties) : [];
    return [...own, ...patterns, ...(own.length > 0 ? [] : [additionalProperties, unevaluatedProperties])].filter(isJsonObject);
  });
}

function itemsOf(nodes: readonly JsonObject[], index: number): readonly JsonObject[] {
  return nodes.flatMap(({ items, prefixItems, contains, unevaluatedItems }) => {
    const place = Array.isArray(prefixItems) ? prefixItems[index] : undefined;
    return [place ?? items, contains, unevaluatedItems].filter(isJsonObject);
  });
}
