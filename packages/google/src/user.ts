import { isJsonObject, type Json, UnsupportedError, type UserMessage } from '@toolglot/core';
import { CODEC } from './fields.ts';
import { decodeMedia, encodeMedia } from './media.ts';
import { decodeOpaque, encodeOpaque } from './opaque.ts';
import { decodeText, encodeText, isText } from './text.ts';
import type { WirePart } from './wire.ts';

type UserPart = UserMessage['content'][number];

/** A part of a user's turn. Throws `UnsupportedError` for answers to hosted tools that ask: no tool of this vendor does. */
export function encodeUserPart(part: UserPart, path: string): WirePart {
  switch (part.type) {
    case 'text':
      return encodeText(part);
    case 'media':
      return encodeMedia(part, path);
    case 'opaque':
      return encodeOpaque<WirePart>(part, path);
    case 'approval':
      throw new UnsupportedError(`an approval at ${path}`, CODEC, 'no hosted tool of this vendor asks for one');
  }
}

export function decodeUserPart(wire: Json): UserPart {
  if (!isJsonObject(wire)) return decodeOpaque(wire);
  return isText(wire) ? decodeText(wire) : (decodeMedia(wire) ?? decodeOpaque(wire));
}
