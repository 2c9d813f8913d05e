import type { Json } from '../json/json.ts';

/** A schema without booleans: `true` takes everything, `false` nothing. */
export function sayBoolean(schema: Json): Json {
  if (typeof schema !== 'boolean') return schema;
  return schema ? {} : { not: {} };
}
