import { isJsonObject, type OpaquePart, type Part } from '@toolglot/core';
import { CODEC, opaque, withSlot } from './slot.ts';
import { asWire, type WireItem } from './wire.ts';

const WHOLE = 'item';

/** An item that stands for a whole message, as it came: marked, unless a role says that it is one. */
export const decodeWhole = (item: unknown): OpaquePart =>
  hasRole(item) ? opaque(item) : withSlot(opaque(item), { kind: WHOLE });

/** The inverse; nothing for content that is a part of a message. */
export function encodeWhole([part, ...others]: readonly Part[]): readonly WireItem[] {
  if (part?.type !== 'opaque' || part.codec !== CODEC || others.length > 0) return [];
  const isWhole = hasRole(part.value) || part.vendor?.[CODEC]?.kind === WHOLE;
  return isWhole ? [asWire<WireItem>(part.value)] : [];
}

const hasRole = (item: unknown) => isJsonObject(item) && 'role' in item;
