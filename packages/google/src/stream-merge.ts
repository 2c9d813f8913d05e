import type { Json, JsonObject } from '@toolglot/core';

/** Members of an object that comes in pieces. */
export type Merged = Map<string, Json>;

/** Takes the members of the next piece: the later one counts, unless it says nothing. */
export function mergeInto(merged: Merged, piece: JsonObject, except: readonly string[] = []): void {
  for (const [name, value] of Object.entries(piece)) {
    const isSaid = value !== undefined && (value !== null || !merged.has(name));
    if (isSaid && !except.includes(name)) merged.set(name, value);
  }
}

export const objectOf = (merged: Merged): JsonObject => Object.fromEntries(merged);
