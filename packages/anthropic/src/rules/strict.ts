import type { Json, JsonObject, Violation } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';

import { type Found, schemasOf } from './schema-walk.ts';
import { first, said } from './view.ts';

/** What all strict schemas of a request may have, together. */
export const MAX = { tools: 20, optional: 24, unions: 16 };

/** keywords that a strict schema may not have; other keywords that say nothing to the vendor are left out here. */
const REFUSED = `oneOf not if then else patternProperties propertyNames minProperties maxProperties dependentRequired
  dependentSchemas unevaluatedProperties prefixItems contains minContains maxContains uniqueItems maxItems minLength maxLength
  minimum maximum exclusiveMinimum exclusiveMaximum multipleOf`.split(/\s+/);

/** What is wrong with a strict schema. */
export function checkStrict(root: Json | undefined, at: string): Violation | undefined {
  if (isRecursive(root)) return { path: at, message: 'Recursive schemas are not supported' };
  return first(schemasOf(root, at), checkNode);
}

/** What is too much in all strict schemas of a request. */
export function checkSize(roots: readonly Json[]): Violation | undefined {
  const nodes = roots.flatMap((root) => schemasOf(root, '')).map(({ schema }) => schema);
  const optional = nodes.reduce((sum, node) => sum + countOptional(node), 0);
  const unions = nodes.filter(({ anyOf, type }) => Array.isArray(anyOf) || Array.isArray(type)).length;
  if (optional > MAX.optional) return { path: 'tools', message: `Too many optional parameters (${optional}) in strict schemas` };
  if (unions > MAX.unions)
    return { path: 'tools', message: `Too many parameters with union types (${unions}) in strict schemas` };
  return undefined;
}

function checkNode({ schema, path }: Found): Violation | undefined {
  const keyword = REFUSED.find((name) => name in schema) ?? (hasMany(schema) ? 'minItems' : undefined);
  if (keyword !== undefined) return { path, message: `For '${said(schema.type)}' type, property '${keyword}' is not supported` };
  if (isForeign(schema.$ref)) return { path, message: 'External $ref is not supported' };
  if (readList(schema.enum).some(isCompound)) return { path, message: 'enum values must be strings, numbers, booleans or null' };
  if (schema.type !== 'object' || schema.additionalProperties === false) return undefined;
  return { path, message: "For 'object' type, 'additionalProperties' must be explicitly set to false" };
}

const hasMany = ({ minItems }: JsonObject) => typeof minItems === 'number' && minItems > 1;

const isForeign = (ref: Json | undefined) => typeof ref === 'string' && !ref.startsWith('#');

const isCompound = (value: Json) => typeof value === 'object' && value !== null;

function countOptional({ properties, required }: JsonObject): number {
  const names = readList(required);
  return Object.keys(readObject(properties)).filter((name) => !names.includes(name)).length;
}

function isRecursive(root: Json | undefined): boolean {
  const refs = refsIn(root);
  return refs.includes('#') || refs.some((ref) => reached(root, ref).has(ref));
}

const refsIn = (schema: Json | undefined) => schemasOf(schema, '').flatMap(({ schema: { $ref } }) => readText($ref) ?? []);

/** all references that come of following one. */
function reached(root: Json | undefined, ref: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [ref];
  for (const next of open) {
    const inner = refsIn(target(root, next)).filter((name) => !found.has(name));
    for (const name of inner) found.add(name);
    open.push(...new Set(inner));
  }
  return found;
}

function target(root: Json | undefined, ref: string): Json | undefined {
  const [, list, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref) ?? [];
  return list === undefined || name === undefined ? undefined : readObject(readObject(root)[list])[name];
}
