import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { mapChildren } from './children.ts';

/** Keywords that each vendor's strict mode takes, with all their values. */
const WORDS: ReadonlySet<string> = new Set([
  ...[
    '$defs',
    '$ref',
    'additionalProperties',
    'anyOf',
    'const',
    'description',
    'enum',
    'items',
    'properties',
    'required',
    'type',
  ],
]);

/** Whether a schema is within what the strict modes of all vendors take as it stands: closed objects, all of whose properties are required. */
export function isStrict(schema: Json): boolean {
  if (!isJsonObject(schema)) return schema === false;
  return Object.keys(schema).every((keyword) => WORDS.has(keyword)) && isClosed(schema) && childrenOf(schema).every(isStrict);
}

function isClosed({ type, properties, required, additionalProperties }: JsonObject): boolean {
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object')) || properties !== undefined;
  if (!isObject) return additionalProperties === undefined;
  const listed: readonly Json[] = Array.isArray(required) ? required : [];
  return additionalProperties === false && Object.keys(properties ?? {}).every((key) => listed.includes(key));
}

function childrenOf(schema: JsonObject): readonly Json[] {
  const children: Json[] = [];
  mapChildren(schema, (child) => {
    children.push(child);
    return child;
  });
  return children;
}
