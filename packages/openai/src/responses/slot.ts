import { isJsonObject, isSealed, type Json, type OpaquePart, type Part, sealPart } from '@toolglot/core';
import { isPlainForm } from '@toolglot/core/kit';
import type { ResponsesPartSlot } from './slots.ts';

/** The format's name: where its data is in `vendor`, and in the origin of messages. */
export const CODEC = 'openai-responses';

/** What was kept of a part. Of a part that was changed since it was sealed, nothing: it stands for other content. */
export function slotOf(part: Part): ResponsesPartSlot | undefined {
  return part.seal !== undefined && !isSealed(part) ? undefined : part.vendor?.[CODEC];
}

/** A part with what is to be kept of it. */
export function withSlot<P extends Part>(part: P, slot: ResponsesPartSlot): P {
  return isPlainForm(slot) ? part : { ...part, vendor: { ...part.vendor, [CODEC]: slot } };
}

/** A part with what is to be kept of it, which holds only while the part is as it is. */
export function withBoundSlot<P extends Part>(part: P, slot: ResponsesPartSlot): P {
  return isPlainForm(slot) ? part : sealPart(withSlot(part, slot));
}

/** Something of a kind that is not known here, as it came. */
export const opaque = (value: unknown): OpaquePart => ({ type: 'opaque', codec: CODEC, value: asJson(value) });

/** what comes over the wire is JSON. */
function asJson(value: unknown): Json {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(asJson);
  return isJsonObject(value) ? value : null;
}
