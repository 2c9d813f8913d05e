import { type Json, type OpaquePart, UnsupportedError } from '@toolglot/core';
import { CODEC } from './fields.ts';
import { trusted } from './wire.ts';

/** A part of a kind that has no neutral form, as it came. Throws `UnsupportedError` for another format's. */
export function encodeOpaque<Wire>(part: OpaquePart, path: string): Wire {
  if (part.codec === CODEC) return trusted<Wire>(part.value);
  throw new UnsupportedError(
    `a part of '${part.codec}' at ${path}`,
    CODEC,
    'parts unknown to us go back to where they came from only',
  );
}

export function decodeOpaque(value: Json): OpaquePart {
  return { type: 'opaque', codec: CODEC, value };
}
