import { isJsonObject, type Json, type JsonObject, type SystemMessage } from '@toolglot/core';
import { applyForm } from '@toolglot/core/kit';
import { CODEC, keepSpelling, readItems, withSlot } from './fields.ts';
import { decodeOpaque, encodeOpaque } from './opaque.ts';
import { decodeText, encodeText, isText } from './text.ts';
import type { WireContent, WirePart } from './wire.ts';

type SystemPart = SystemMessage['content'][number];

/** The instructions, as one content. The role says nothing here; the vendor's own client writes a user's. */
export function encodeSystem(messages: readonly SystemMessage[], path: string): WireContent {
  const items = messages.flatMap(({ content }) => content);
  const parts = items.map((part, index) => encodePart(part, `${path}.content[${index}]`));
  return applyForm({ role: 'user', parts } satisfies WireContent, messages[0]?.vendor?.[CODEC]);
}

/** One message for the whole content, which may also be a text. */
export function decodeSystem(wire: Json): SystemMessage {
  if (!isJsonObject(wire)) return { role: 'system', content: typeof wire === 'string' ? [decodePart({ text: wire })] : [] };
  const message: SystemMessage = { role: 'system', content: readItems(wire.parts).map(decodePart) };
  return withSlot(message, keepSpelling(wire, encodeSystem([message], ''), ['role', 'parts']));
}

function encodePart(part: SystemPart, path: string): WirePart {
  return part.type === 'text' ? encodeText(part) : encodeOpaque<WirePart>(part, path);
}

function decodePart(wire: Json | JsonObject): SystemPart {
  return isJsonObject(wire) && isText(wire) ? decodeText(wire) : decodeOpaque(wire);
}
