import { isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import { applyForm, isDeeper, isPlainForm, keepForm, type WireForm } from '@toolglot/core/kit';

/** The format's name: of the codec, of its slots, and of the opaque parts that it made. */
export const CODEC = 'google-generate-content';

/** A name as the format writes it: protobuf's JSON takes `snake_case` too. */
const camelCase = (name: string): string => name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** An object with the names of its members as the format writes them; of two spellings of one name that one stays. */
export function camelKeys(object: JsonObject): JsonObject {
  const spelled = Object.entries(object).map(([name, value]) => [camelCase(name), value] as const);
  return { ...Object.fromEntries(spelled), ...object };
}

/** An object with its members as the format names them; of anything else, nothing. */
export const readMembers = (value: Json | undefined): JsonObject => (isJsonObject(value) ? camelKeys(value) : {});

/** Whether a value is nested beyond all that may be sent: to read it would fill the stack. */
export const isTooDeep = (value: unknown): boolean => isDeeper(value, 300);

/** The items of a list; a lone object stands for a list of one, as the vendor takes it. */
export function readItems(value: Json | undefined): readonly Json[] {
  if (isJsonObject(value)) return [value];
  return Array.isArray(value) ? value : [];
}

/** What must be kept of a wire object, so that our writing of it gives it back. `names` are what was read, in either spelling. */
export function keepSpelling(wire: JsonObject, made: object, names: readonly string[]): WireForm {
  const spelled = Object.keys(wire).filter((name) => names.includes(camelCase(name)));
  return keepForm(wire, made, [...names, ...spelled]);
}

/** Our writing with what was kept; an object that holds nothing is none. */
export function spellOptional<T extends object>(made: T, form: WireForm | undefined): T | undefined {
  const spelled = applyForm(made, form);
  return isPlainForm(spelled) ? undefined : spelled;
}

/** A thing with its slot, where that holds something. */
export function withSlot<T extends object, Slot extends object>(thing: T, slot: Slot): T {
  return isPlainForm(slot) ? thing : { ...thing, vendor: { [CODEC]: slot } };
}

/** The object, unless nothing is in it. */
export const unlessEmpty = <T extends object>(object: T): T | undefined => (isPlainForm(object) ? undefined : object);
