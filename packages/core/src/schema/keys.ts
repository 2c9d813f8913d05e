import { digest } from '../json/digest.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { NameRule } from '../profile.ts';
import { annotations } from './keywords.ts';
import { describe, drop, type LossFields, lose, type Place, type State } from './state.ts';

/** The key under which a target takes a property: unchanged where it may be, else sanitised with 8 characters of a digest. */
export function lowerKey(key: string, rule: NameRule | undefined): string {
  if (rule === undefined || isLegal(key, rule)) return key;
  const legal = Array.from(key, (character) => (isLegal(character, rule) ? character : '_')).join('');
  return `${legal.slice(0, rule.max - 9)}_${digest(key, 8)}`;
}

/** A node in which each property key is one that the dialect takes, wherever keys are named. */
export function lowerKeys(node: JsonObject, place: Place, state: State): JsonObject {
  const rule = state.dialect.keys;
  if (rule === undefined) return node;
  const kept = withoutValues(node, rule, place, state);
  const { properties, required, dependentRequired, dependentSchemas, dependencies } = kept;
  const rename = (key: string) => remember(lowerKey(key, rule), key, state);
  return {
    ...kept,
    ...(isJsonObject(properties) && { properties: renameProperties(properties, rename, place, state) }),
    ...(Array.isArray(required) && { required: renameNames(required, rename) }),
    ...(isJsonObject(dependentRequired) && { dependentRequired: renameDependencies(dependentRequired, rename) }),
    ...(isJsonObject(dependentSchemas) && { dependentSchemas: renameDependencies(dependentSchemas, rename) }),
    ...(isJsonObject(dependencies) && { dependencies: renameDependencies(dependencies, rename) }),
  };
}

function remember(name: string, key: string, { renamed }: State): string {
  if (name !== key) renamed.set(name, key);
  return name;
}

type Rename = (key: string) => string;

function renameProperties(properties: JsonObject, rename: Rename, { path }: Place, state: State): JsonObject {
  const entries = Object.entries(properties).map(([key, schema]) => {
    const name = rename(key);
    if (name === key) return [key, schema] as const;
    lose(state, [...path, 'properties', key], {
      code: 'property-key',
      effect: 'renamed',
      message: `${state.dialect.name} does not take the key; sent as '${name}' and given back under its own name`,
    });
    return [name, isJsonObject(schema) ? describe(schema, `Called ${JSON.stringify(key)}.`) : schema] as const;
  });
  return Object.fromEntries(entries);
}

function renameNames(names: readonly Json[], rename: Rename): readonly Json[] {
  return names.map((name) => rename(String(name)));
}

function renameDependencies(map: JsonObject, rename: Rename): JsonObject {
  const entries = Object.entries(map).map(([key, needs]) => [
    rename(key),
    Array.isArray(needs) ? renameNames(needs, rename) : needs,
  ]);
  return Object.fromEntries(entries);
}

// values are written with the old keys; a rule over keys would see the new ones
function withoutValues(node: JsonObject, rule: NameRule, place: Place, state: State): JsonObject {
  const hit = [...valueKeywords].filter((keyword) => hasIllegalKey(node[keyword], rule));
  const renamed = Object.keys(isJsonObject(node.properties) ? node.properties : {}).some((key) => !isLegal(key, rule));
  const gone = renamed ? [...hit, 'propertyNames', 'patternProperties'] : hit;
  return gone.reduce((it, keyword) => drop(it, keyword, place, state, renamedInValue(keyword)), node);
}

function renamedInValue(keyword: string): LossFields {
  return {
    code: 'renamed-in-value',
    effect: annotations.has(keyword) ? 'dropped' : 'widened',
    severity: 'degraded',
    message: `${keyword} speaks of property keys that are sent under other names`,
  };
}

const valueKeywords: readonly string[] = ['const', 'default', 'enum', 'examples'];

function hasIllegalKey(value: Json | undefined, rule: NameRule): boolean {
  if (Array.isArray(value)) return value.some((item) => hasIllegalKey(item, rule));
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([key, item]) => !isLegal(key, rule) || hasIllegalKey(item, rule));
}

function isLegal(key: string, { pattern, max }: NameRule): boolean {
  return key.length <= max && new RegExp(pattern, 'u').test(key);
}
