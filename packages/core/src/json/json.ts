/** Any value that `JSON.stringify` prints and `JSON.parse` gives back unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Keys are data: a key named `__proto__` or `constructor` is a key like any other. */
export type JsonObject = { readonly [key: string]: Json };

/** Whether a value is an object with keys: not `null`, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
