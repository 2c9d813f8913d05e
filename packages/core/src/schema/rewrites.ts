import { isJsonObject, type JsonObject } from '../json/json.ts';
import { sayBoolean } from './booleans.ts';
import { mapMembers } from './children.ts';
import { type OpenApiRewriteName, openApiRewrites } from './rewrites-openapi.ts';
import type { Place, State } from './state.ts';

/** A change of one node that keeps its meaning, or notes what it loses. Its children have been lowered. */
export type Rewrite = (node: JsonObject, place: Place, state: State) => JsonObject;

export type RewriteName =
  | 'boolean-schemas'
  | 'object-properties'
  | 'array-items'
  | 'const-as-enum'
  | 'lone-references'
  | OpenApiRewriteName;

/** The rewrites that a dialect may ask for. */
export const rewrites: Readonly<Record<RewriteName, Rewrite>> = {
  'boolean-schemas': sayBooleans,
  'object-properties': (node) => (saysType(node, 'object') && !('properties' in node) ? { ...node, properties: {} } : node),
  'array-items': (node) => (saysType(node, 'array') && !('items' in node) ? { ...node, items: {} } : node),
  'const-as-enum': ({ const: value, ...node }) =>
    value === undefined ? node : 'enum' in node ? { ...node, const: value } : { ...node, enum: [value] },
  'lone-references': ({ $ref, ...beside }) =>
    $ref === undefined ? beside : isLone(beside) ? { ...beside, $ref } : { ...beside, anyOf: [{ $ref }] },
  ...openApiRewrites,
};

/** whether nothing, or nothing that could take it in, stands beside a reference. */
const isLone = (beside: JsonObject) => 'anyOf' in beside || Object.keys(beside).every((keyword) => keyword.startsWith('$'));

/** What older drafts, OpenAPI and other languages spell in another way than draft 2020-12. */
export const upgrades: readonly Rewrite[] = [lowerCaseTypes, tupleItems, booleanBounds, emptyMaps];

/** Whether a node's `type` is, or lists, this one. */
function saysType({ type }: JsonObject, wanted: string): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted;
}

function sayBooleans(node: JsonObject): JsonObject {
  return mapMembers(node, (value, keyword) => {
    if (keyword === 'properties' && isJsonObject(value)) return mapMembers(value, sayBoolean);
    if (combiners.has(keyword) && Array.isArray(value)) return value.map(sayBoolean);
    return keyword === 'items' ? sayBoolean(value) : value;
  });
}

const combiners: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

// OpenAPI as Google writes it: STRING
function lowerCaseTypes(node: JsonObject): JsonObject {
  const { type } = node;
  if (typeof type === 'string') return { ...node, type: type.toLowerCase() };
  return Array.isArray(type) ? { ...node, type: type.map((item) => String(item).toLowerCase()) } : node;
}

// up to draft 2019-09 a tuple is a list under `items`, and `additionalItems` is for the rest
function tupleItems(node: JsonObject): JsonObject {
  if (!Array.isArray(node.items)) return node;
  const { items, additionalItems = {}, ...others } = node;
  return items.length === 0 ? { ...others, items: additionalItems } : { ...others, prefixItems: items, items: additionalItems };
}

// draft 4: `exclusiveMinimum: true` beside `minimum`
function booleanBounds(node: JsonObject): JsonObject {
  return exclusive(exclusive(node, 'minimum', 'exclusiveMinimum'), 'maximum', 'exclusiveMaximum');
}

function exclusive(node: JsonObject, bound: string, flag: string): JsonObject {
  if (typeof node[flag] !== 'boolean') return node;
  const { [flag]: isExclusive, [bound]: limit, ...others } = node;
  if (limit === undefined) return others;
  return isExclusive ? { ...others, [flag]: limit } : { ...others, [bound]: limit };
}

function emptyMaps(node: JsonObject): JsonObject {
  return mapMembers(node, (value, keyword) => (maps.has(keyword) && Array.isArray(value) ? {} : value));
}

const maps: ReadonlySet<string> = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']);
