import { isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import { readObject } from '@toolglot/core/kit';

/** A schema within a schema. */
export interface Found {
  readonly schema: JsonObject;
  readonly path: string;
}

/** A schema and all schemas in it; a property named like a keyword is no keyword. */
export function schemasOf(schema: Json | undefined, path: string): readonly Found[] {
  if (!isJsonObject(schema)) return [];
  const maps = ['properties', '$defs', 'definitions', 'patternProperties'].flatMap((name) =>
    Object.entries(readObject(schema[name])).map(([key, inner]) => ({ inner, at: `${name}.${key}` })),
  );
  const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((name) => {
    const list = schema[name];
    return Array.isArray(list) ? list.map((inner: Json, index) => ({ inner, at: `${name}.${index}` })) : [];
  });
  const singles = ['items', 'additionalProperties', 'not', 'contains'].map((name) => ({ inner: schema[name], at: name }));
  return [{ schema, path }, ...[...maps, ...lists, ...singles].flatMap(({ inner, at }) => schemasOf(inner, `${path}.${at}`))];
}
