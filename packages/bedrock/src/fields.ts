import { defined, isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import { applyForm, isPlainForm, keepForm } from '@toolglot/core/kit';
import type { BlockSlot } from './wire.ts';

/** The format's name: of the codec, of its slots, and of the opaque parts that it made. */
export const CODEC = 'bedrock-converse';

/** The provider that models are of where a request or answer does not say. */
export const PROVIDER = 'bedrock';

/** Something with this format's data. */
export interface Slotted {
  readonly vendor?: { readonly [CODEC]?: BlockSlot };
}

export function asObject(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The members that have none of the given names. */
export function without(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The only member of an object: the kind of a block, and what it holds. */
export function memberOf(block: Json | undefined): readonly [kind: string, value: Json] | undefined {
  const [only, ...others] = isJsonObject(block) ? Object.entries(block) : [];
  return others.length === 0 ? only : undefined;
}

/** What a block of one kind holds, where that is an object. */
export function objectIn(block: Json | undefined, kind: string): JsonObject | undefined {
  const [name, value] = memberOf(block) ?? [];
  return name === kind ? asObject(value) : undefined;
}

/** The slot for what `made`, our spelling of a wire object, does not say. */
export function keepSlot(wire: JsonObject, made: object, more: BlockSlot = {}): Slotted {
  const slot = defined({ ...keepForm(wire, made, []), ...more });
  return isPlainForm(slot) ? {} : { vendor: { [CODEC]: slot } };
}

/** Our spelling of a wire object, with what its slot says beside. */
export function withSlot<T extends object>(made: T, { vendor }: Slotted): T {
  return applyForm(made, vendor?.[CODEC]);
}
