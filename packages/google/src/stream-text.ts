import { isJsonObject, type Json, type JsonObject } from '@toolglot/core';

/** A part that is nothing but a text, perhaps of a thought. */
export type BareText = JsonObject & { readonly text: string };

/** A text or thought that comes in pieces. */
export interface TextRun {
  readonly wire: JsonObject;
  readonly pieces: string[];
}

/**
 * Whether a part is bare text, which may be one of several pieces: nothing but a text, and whether it is a thought. A part that is
 * signed is whole: it is never joined with another one.
 */
export function isBareText(wire: Json | undefined): wire is BareText {
  return isJsonObject(wire) && typeof wire.text === 'string' && Object.keys(wire).every((name) => BARE.includes(name));
}

/** Whether a part is the next piece of what another one began. Parts that one chunk lists beside each other are never pieces of one. */
export function isPieceOf(wire: JsonObject, begun: JsonObject | undefined): boolean {
  return begun !== undefined && isBareText(begun) && isBareText(wire) && wire.thought === begun.thought;
}

export const joined = ({ wire, pieces }: TextRun): JsonObject => ({ ...wire, text: pieces.join('') });

const BARE: readonly string[] = ['text', 'thought'];
