import { canonicalJson } from '../json/canonical.ts';
import { isDeeper } from '../json/depth.ts';
import { digest } from '../json/digest.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';

/** What a wire object holds beside, and instead of, what its neutral form is written as. */
export interface WireForm {
  /** fields that have no neutral place, as they are on the wire. */
  readonly fields?: JsonObject;
  /** another spelling of the same; it holds only while what it stands for is as it was. */
  readonly form?: {
    /** digest of our own spelling of the fields that are set or unset. */
    readonly of: string;
    readonly set?: JsonObject;
    readonly unset?: readonly string[];
  };
}

// deeper than what is read as arguments, and less deep than what may be sent
const MAX_DEPTH = 300;

/** What must be kept so that `applyForm` on `made`, our spelling, gives the wire's own object. */
export function keepForm(wire: JsonObject, made: object, known: readonly string[]): WireForm {
  const ours = asJsonObject(made);
  const keys = [...new Set([...known, ...Object.keys(ours)])];
  const fields = Object.entries(wire).filter(([key, value]) => !keys.includes(key) && !isDeeper(value, MAX_DEPTH));
  const differing = keys.filter((key) => !isDeeper(wire[key], MAX_DEPTH) && print(wire[key]) !== print(ours[key]));
  const set = differing.filter((key) => wire[key] !== undefined).map((key) => [key, wire[key] ?? null] as const);
  const unset = differing.filter((key) => wire[key] === undefined);
  return {
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(differing.length > 0 && {
      form: {
        of: digestOf(ours, [...set.map(([key]) => key), ...unset]),
        ...(set.length > 0 && { set: Object.fromEntries(set) }),
        ...(unset.length > 0 && { unset }),
      },
    }),
  };
}

/** Our spelling with the fields that were kept, and with the wire's spelling where nothing was changed since. */
export function applyForm<T extends object>(made: T, slot: WireForm | undefined): T {
  if (slot === undefined) return made;
  const ours = asJsonObject(made);
  const { set = {}, unset = [], of = undefined } = slot.form ?? {};
  const holds = of !== undefined && of === digestOf(ours, [...Object.keys(set), ...unset]);
  const entries = Object.entries(ours).filter(([key]) => !holds || !unset.includes(key));
  return asMade<T>({ ...Object.fromEntries(entries), ...(holds && set), ...slot.fields });
}

/** Whether there is nothing to keep. */
export const isPlainForm = (slot: object): boolean => Object.keys(slot).length === 0;

/** A wire type of the vendor's client as the JSON that it is. */
export function asJsonObject(value: object): JsonObject {
  // interfaces lack the index signature that their JSON has
  return isJsonObject(value) ? value : {};
}

/** the vendor's own spelling is taken to be of the type that we would have written. */
const asMade = <T extends object>(value: JsonObject) => value as T;

const print = (value: Json | undefined) => (value === undefined ? '' : canonicalJson(value));

const digestOf = (made: JsonObject, keys: readonly string[]) => digest(keys.map((key) => `${key}:${print(made[key])}`).join());
