import { type CacheMark, defined, isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import type { BlockSlot, Members, Open, WireCacheControl, WireText } from './wire.ts';

/** The format's name: of the codec, of its slots, and of the opaque parts that it made. */
export const CODEC = 'anthropic-messages';

export function asObject(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The members under the given names, as far as they are there. */
export function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

/** The members that have none of the given names; `undefined` where there is none. */
export function without(object: JsonObject, names: readonly string[]): JsonObject | undefined {
  const entries = Object.entries(object).filter(([name]) => !names.includes(name));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function encodeCache(cache: CacheMark): JsonObject {
  return defined({ type: 'ephemeral', ttl: cache.ttl } satisfies Members<Open<WireCacheControl, 'ttl'>>);
}

/** The neutral mark, where the wire's is no more than that. */
function decodeCache(value: Json | undefined): CacheMark | undefined {
  if (!isJsonObject(value) || value.type !== 'ephemeral' || without(value, ['type', 'ttl'])) return undefined;
  return value.ttl === undefined ? {} : typeof value.ttl === 'string' ? { ttl: value.ttl } : undefined;
}

interface Marked {
  readonly cache?: CacheMark;
  readonly vendor?: { readonly [CODEC]?: BlockSlot };
}

/** Cache mark and slot fields of a part or tool, as members of its block. */
export function encodeExtras({ cache, vendor }: Marked): JsonObject {
  const mark = cache && ({ cache_control: encodeCache(cache) } satisfies Open<Pick<WireText, 'cache_control'>, 'cache_control'>);
  return { ...vendor?.[CODEC]?.fields, ...mark };
}

/** A block with the cache mark and the slot fields of its part. */
export function withExtras<Block extends object>(part: Marked, block: Block): Block {
  return { ...encodeExtras(part), ...block };
}

/** Cache mark and slot of a block: all of its members that are not among the known ones. */
export function decodeExtras(block: JsonObject, known: readonly string[]): Marked {
  const cache = decodeCache(block.cache_control);
  const fields = without(block, cache ? [...known, 'cache_control'] : known);
  return defined({ cache, vendor: fields && { [CODEC]: { fields } } });
}
