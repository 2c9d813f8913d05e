import {
  type AssistantPart,
  isJsonObject,
  type JsonObject,
  type OpaquePart,
  type ReasoningPart,
  type RefusalPart,
  type TextPart,
} from '@toolglot/core';
import { applyForm, keepForm } from '@toolglot/core/kit';
import { asWire, type DecodedContent, decodeContent, decodePart, encodeContent, encodeOpaque, encodeText } from './content.ts';
import type { EncodeContext } from './context.ts';
import { decodeThinking, encodeThinking } from './reasoning.ts';
import { opaque, slotOf, withSlot } from './slot.ts';
import type { WireSaid, WireSaidPart } from './wire.ts';

/** What stands in the content of an assistant message. */
export type SaidPart = TextPart | RefusalPart | ReasoningPart | OpaquePart;

/** The content of an assistant message: one text, a list, or null; not there at all where `plain` says so. */
export function encodeSaid(said: DecodedContent<SaidPart>, path: string, context: EncodeContext): WireSaid | undefined {
  if (said.content.length === 0) return said.plain === false ? undefined : null;
  return encodeContent(said, (part, index) => encodeSaidPart(part, `${path}.content[${index}]`, context));
}

/** The inverse. A list with a refusal in it is a list also if it holds one thing. */
export function decodeSaid(wire: unknown): DecodedContent<SaidPart> {
  if (wire === undefined) return { content: [], plain: false };
  const said = decodeContent(wire, decodeSaidPart);
  return said.content.some(({ type }) => type === 'refusal') ? { ...said, plain: false } : said;
}

function encodeSaidPart(part: SaidPart, path: string, context: EncodeContext): WireSaidPart {
  if (part.type === 'opaque') return asWire<WireSaidPart>(encodeOpaque(part, path, context));
  return applyForm(makeSaid(part), slotOf(part));
}

function makeSaid(part: Exclude<SaidPart, OpaquePart>): WireSaidPart {
  switch (part.type) {
    case 'text':
      return encodeText(part);
    case 'refusal':
      return { type: 'refusal', refusal: part.text };
    case 'reasoning':
      return encodeThinking(part);
  }
}

function decodeSaidPart(wire: unknown): SaidPart {
  const part = isJsonObject(wire) ? readSaid(wire) : undefined;
  if (part === undefined || !isJsonObject(wire)) return opaque(wire);
  return withSlot(part, { ...slotOf(part), ...keepForm(wire, makeSaid(part), ['cache_control']) });
}

function readSaid(wire: JsonObject): Exclude<SaidPart, OpaquePart> | undefined {
  const { type, refusal } = wire;
  if (type === 'thinking') return decodeThinking(wire);
  if (type === 'refusal') return typeof refusal === 'string' ? { type: 'refusal', text: refusal } : undefined;
  const part = decodePart(wire);
  return part.type === 'text' ? part : undefined;
}

/** The parts that stand in the content. */
export const isSaid = (part: AssistantPart): part is SaidPart =>
  part.type === 'text' || part.type === 'refusal' || part.type === 'reasoning' || part.type === 'opaque';
