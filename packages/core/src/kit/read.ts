import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';

/** A text, or `undefined`. */
export const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A text that says something, or `undefined`. */
export const readFilled = (value: unknown): string | undefined => readText(value) || undefined;

/** A number, or `undefined`. */
export const readNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A truth value, or `undefined`. */
export const readBoolean = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

/** The items of a list; of anything else, none. */
export function readList(value: Json | undefined): readonly Json[];
export function readList(value: unknown): readonly unknown[];
export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An object; for anything else an empty one. */
export const readObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** The first of some values that is not `undefined`. */
export const firstOf = <T>(...values: readonly (T | undefined)[]): T | undefined => values.find((value) => value !== undefined);
