import { isSealed, type JsonObject, type Part, sealPart } from '@toolglot/core';
import { applyForm, readText } from '@toolglot/core/kit';
import { CODEC, camelKeys, keepSpelling, withSlot } from './fields.ts';
import type { PartSlot, WirePart } from './wire.ts';

type Signature = Pick<WirePart, 'thoughtSignature'>;

/** The signature of a part. It goes with the content that it came with: a part whose seal is broken has none. */
function signatureOf(part: Part): Signature {
  const thoughtSignature = slotOf(part).signature;
  const isBroken = part.seal !== undefined && !isSealed(part);
  return thoughtSignature === undefined || isBroken ? {} : { thoughtSignature };
}

/** A part of the wire from its data: with its signature, and as it was spelled while nothing was changed. */
export function writePart(part: Part, data: WirePart): WirePart {
  return applyForm({ ...data, ...signatureOf(part) } satisfies WirePart, slotOf(part));
}

/**
 * A part with all that its wire part says beside the data that it was read from. `write` gives its data, `names` are those of
 * the data.
 */
export function keepPart<P extends Part>(part: P, wire: JsonObject, names: readonly string[], write: (part: P) => WirePart): P {
  const signature = readText(camelKeys(wire).thoughtSignature);
  const own = signature === undefined ? slotOf(part) : { ...slotOf(part), signature };
  const signed = signature === undefined ? withSlot(part, own) : sealPart(withSlot(part, own));
  const made = { ...write(signed), ...signatureOf(signed) };
  return withSlot(signed, { ...own, ...keepSpelling(wire, made, [...names, 'thoughtSignature']) });
}

export function slotOf(part: Part): PartSlot {
  return part.vendor?.[CODEC] ?? {};
}
