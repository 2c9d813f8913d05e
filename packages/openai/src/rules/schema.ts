import { isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import { readList } from '@toolglot/core/kit';

const ROOT = "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.";

/** What is wrong with the root of a tool's schema, strict or not. */
export function rootProblem(schema: JsonObject): string | undefined {
  const combined = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'].some((keyword) => keyword in schema);
  if (schema.type !== 'object' || combined) return ROOT;
  return isJsonObject(schema.properties) || schema.additionalProperties === false || schema.$ref !== undefined
    ? undefined
    : 'In context=(), object schema missing properties.';
}

/** What is wrong below the root, strict or not. */
export function schemaProblem(schema: JsonObject): string | undefined {
  return firstNode(schema, (node) => typeProblem(node) ?? itemsProblem(node));
}

const TYPES: readonly unknown[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

function typeProblem({ type }: JsonObject): string | undefined {
  const unknown = (Array.isArray(type) ? readList(type) : [type]).find((name) => name !== undefined && !TYPES.includes(name));
  return unknown === undefined ? undefined : `${JSON.stringify(unknown)} is not valid under any of the given schemas.`;
}

function itemsProblem(node: JsonObject): string | undefined {
  if (!saysType(node, 'array')) return undefined;
  if (Array.isArray(node.items)) return "'items' must be an object or a boolean, not an array";
  return node.items === undefined && node.prefixItems === undefined ? 'array schema missing items.' : undefined;
}

/** Keywords that strict schemas must not have. */
const REFUSED = [
  ...['allOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'],
  ...['uniqueItems', 'propertyNames', 'contains', 'patternProperties'],
];

/** What is wrong with a strict schema. */
export function strictProblem(schema: JsonObject): string | undefined {
  return firstNode(schema, (node) => refusedKeyword(node) ?? closedProblem(node) ?? requiredProblem(node) ?? refProblem(node));
}

function refusedKeyword(node: JsonObject): string | undefined {
  const keyword = REFUSED.find((word) => word in node);
  return keyword && `'${keyword}' is not permitted.`;
}

function closedProblem(node: JsonObject): string | undefined {
  if (!saysType(node, 'object') || node.additionalProperties === false) return undefined;
  return "'additionalProperties' is required to be supplied and to be false.";
}

function requiredProblem(node: JsonObject): string | undefined {
  if (!isJsonObject(node.properties)) return undefined;
  const required = readList(node.required);
  const keys = Object.keys(node.properties);
  const missing = keys.find((key) => !required.includes(key));
  const rule = "'required' is required to be supplied and to be an array including every key in properties.";
  if (missing !== undefined) return `${rule} Missing '${missing}'.`;
  const extra = required.find((key) => typeof key === 'string' && !keys.includes(key));
  return extra === undefined ? undefined : `${rule} Extra required key '${String(extra)}' supplied.`;
}

function refProblem(node: JsonObject): string | undefined {
  const [other] = Object.keys(node).filter((key) => key !== '$ref' && key !== '$defs' && key !== 'definitions');
  return node.$ref !== undefined && other !== undefined ? `$ref cannot have keywords {'${other}'}.` : undefined;
}

const saysType = ({ type }: JsonObject, name: string) => type === name || readList(type).includes(name);

type NodeCheck = (node: JsonObject) => string | undefined;

/** where schemas are: under names, in lists, and alone. A property may be named like a keyword. */
const BY_NAME = ['properties', '$defs', 'definitions', 'patternProperties'];
const IN_LIST = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const ALONE = ['items', 'additionalProperties', 'not', 'contains', 'if', 'then', 'else'];

function firstNode(schema: JsonObject, check: NodeCheck, context: readonly string[] = []): string | undefined {
  const problem = check(schema);
  if (problem !== undefined)
    return context.length === 0 ? `In context=(), ${problem}` : `In context=(${quote(context)}), ${problem}`;
  return first(childrenOf(schema), ([node, path]) => firstNode(node, check, [...context, ...path]));
}

function first<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

const quote = (path: readonly string[]) => path.map((name) => `'${name}'`).join(', ');

function childrenOf(schema: JsonObject): readonly (readonly [JsonObject, readonly string[]])[] {
  const named = BY_NAME.flatMap((keyword) => entriesOf(schema[keyword]).map(([name, node]) => [node, [keyword, name]] as const));
  const listed = IN_LIST.flatMap((keyword) =>
    readList(schema[keyword]).map((node, index) => [node, [keyword, `${index}`]] as const),
  );
  const single = ALONE.map((keyword) => [schema[keyword], [keyword]] as const);
  return [...named, ...listed, ...single].flatMap(([node, path]) => (isJsonObject(node) ? [[node, path] as const] : []));
}

const entriesOf = (value: Json | undefined) => (isJsonObject(value) ? Object.entries(value) : []);
