import { canonicalJson, compileSchema, dialects, isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import { camelKeys, isTooDeep } from './fields.ts';
import { trusted, type WireSchema } from './wire.ts';

/** A schema of the vendor's OpenAPI dialect: types in capitals, `null` as `nullable`. */
export function encodeSchema(schema: JsonObject): WireSchema {
  return trusted<WireSchema>(walk(schema, encodeNode));
}

/** The same as JSON Schema; of one that is too deep to be read, nothing. */
export function decodeSchema(schema: Json): JsonObject {
  if (isTooDeep(schema)) return {};
  const decoded = walk(schema, (node) => decodeNode(camelKeys(node), node));
  return isJsonObject(decoded) ? decoded : {};
}

/** Whether a schema is one of the OpenAPI dialect as it stands: lowering to it changes nothing. */
export function fitsOpenApi(schema: JsonObject): boolean {
  try {
    const { schema: lowered, losses } = compileSchema(schema, dialects['google-openapi']);
    return losses.length === 0 && canonicalJson(lowered) === canonicalJson(schema);
  } catch {
    // what is no JSON Schema at all goes where any JSON may go
    return false;
  }
}

type Rewrite = (node: JsonObject) => JsonObject;

function encodeNode({ type, ...node }: JsonObject): JsonObject {
  if (typeof type === 'string') return { type: type.toUpperCase(), ...node };
  if (!Array.isArray(type)) return type === undefined ? node : { type, ...node };
  const [first, ...others] = type.filter((name) => name !== 'null');
  if (typeof first !== 'string' || others.length > 0) return { type, ...node };
  return { type: first.toUpperCase(), ...node, ...(type.includes('null') && { nullable: true, ...withoutNull(node) }) };
}

/** the flag says that null is a value. */
const withoutNull = ({ enum: values }: JsonObject): JsonObject =>
  Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {};

const withNull = ({ enum: values }: JsonObject): JsonObject => (Array.isArray(values) ? { enum: [...values, null] } : {});

/** The members in the format's own spelling of their names; those of the other spelling go. */
function decodeNode(spelled: JsonObject, node: JsonObject): JsonObject {
  const names = Object.keys(spelled).filter((name) => !(name in node) || !name.includes('_'));
  const { type, nullable, ...others } = Object.fromEntries(names.map((name) => [name, spelled[name] ?? null]));
  const named = typeof type === 'number' ? TYPES[type] : typeof type === 'string' ? type.toLowerCase() : type;
  if (nullable === true && typeof named === 'string')
    return { type: [named, 'null'], ...others, ...withNull(withoutNull(others)) };
  return { ...(named !== undefined && { type: named }), ...others, ...(nullable !== undefined && { nullable }) };
}

/** protobuf's JSON takes an enum's number for its word. */
const TYPES: readonly string[] = ['unspecified', 'string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/** Only what is a schema is changed: a property may have any name. */
function walk(schema: Json, rewrite: Rewrite): Json {
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(rewrite(schema)).map(([name, value]) => [name, WALKS[name]?.(value, rewrite) ?? value]);
  return Object.fromEntries(members);
}

const each = (value: Json, rewrite: Rewrite): Json =>
  Array.isArray(value) ? value.map((item: Json) => walk(item, rewrite)) : walk(value, rewrite);

const byName = (value: Json, rewrite: Rewrite): Json =>
  isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, rewrite)])) : value;

const WALKS: Readonly<Record<string, (value: Json, rewrite: Rewrite) => Json>> = {
  properties: byName,
  $defs: byName,
  items: each,
  prefixItems: each,
  anyOf: each,
  oneOf: each,
  allOf: each,
  additionalProperties: each,
};
