import {
  defined,
  isJsonObject,
  type JsonObject,
  type OpaquePart,
  type Part,
  type RefusalPart,
  type TextPart,
} from '@toolglot/core';
import { applyForm, keepForm, readFilled, readList } from '@toolglot/core/kit';
import type { Draft } from '../chat/wire.ts';
import { isBare } from './content.ts';
import { type EncodeContext, encodeOpaque, readingContext } from './context.ts';
import { idToSend, type Links } from './item-id.ts';
import { opaque, slotOf, withBoundSlot, withSlot } from './slot.ts';
import type { ResponsesPartSlot } from './slots.ts';
import { asWire, type WireInputMessage, type WireItem, type WireSaid, type WireSaidMessage } from './wire.ts';

/** What a message of a model holds. */
export type SaidPart = TextPart | RefusalPart | OpaquePart;

/** How a message is written. */
interface Saying {
  readonly links: Links;
  /** whether one text is a string. */
  readonly plain: boolean | undefined;
  readonly path: string;
}

/** One message from the parts that stand in it: with its id as the model's own, else as callers write it. */
export function encodeSaid(parts: readonly SaidPart[], saying: Saying, context: EncodeContext): WireItem {
  const [first] = parts;
  return applyForm(makeSaid(parts, saying, context), first && slotOf(first)?.item);
}

/** The inverse; a message that holds nothing is kept as it is. */
export function decodeSaid(item: JsonObject, slot: ResponsesPartSlot): readonly SaidPart[] {
  const { content } = item;
  const wires = typeof content === 'string' ? [content] : readList(content);
  const parts = wires.map((wire) => decodePiece(wire, slot.id !== undefined));
  const [first, ...others] = parts;
  if (first === undefined) return [opaque(item)];
  const list = typeof content === 'string' || slot.id !== undefined ? {} : { list: true };
  const phase = defined({ phase: readFilled(item.phase) });
  const known: ResponsesPartSlot = { ...slot, ...(isLoneBare(parts) && list), ...phase, ...first.vendor?.['openai-responses'] };
  const head = withSlot(first, known);
  const made = makeSaid([head, ...others], { links: 'whole', plain: undefined, path: '' }, readingContext);
  const form = keepForm(item, made, []);
  const kept = { ...known, ...(Object.keys(form).length > 0 && { item: form }) };
  return [
    withBoundSlot(first, kept),
    ...others.map((part) => withBoundSlot(part, { ...part.vendor?.['openai-responses'], joined: true })),
  ];
}

/** Whether a text begins no message of its own. */
export const isJoined = (part: SaidPart): boolean => part.vendor?.['openai-responses']?.joined === true;

const isLoneBare = ([first, ...others]: readonly SaidPart[]) => first !== undefined && others.length === 0 && isBare(first);

function makeSaid(parts: readonly SaidPart[], { links, plain, path }: Saying, context: EncodeContext): WireItem {
  const [first] = parts;
  const kept = first?.vendor?.['openai-responses'];
  const isWhole = parts.every((part) => part.seal === undefined || slotOf(part) !== undefined);
  const id = first && isWhole ? idToSend(first, 'msg', links, context) : undefined;
  const phase = defined({
    phase: kept?.phase === undefined ? undefined : asWire<NonNullable<WireSaidMessage['phase']>>(kept.phase),
  });
  const isList = kept?.list ?? plain === false;
  const text = id === undefined && !isList && parts.length === 1 && first?.type === 'text' ? plainText(first) : undefined;
  if (text !== undefined) return { role: 'assistant', content: text, ...phase } satisfies WireInputMessage;
  const content = parts.map((part) => encodePiece(part, id !== undefined, path, context));
  if (id === undefined) return { role: 'assistant', content, ...phase } satisfies WireInputMessage;
  return { type: 'message', id, role: 'assistant', status: 'completed', content, ...phase } satisfies WireSaidMessage;
}

/** the text, where no more than its characters are to be said: what is kept of its message is no matter. */
function plainText(part: TextPart): string | undefined {
  const { fields, form } = slotOf(part) ?? {};
  return fields === undefined && form === undefined ? part.text : undefined;
}

function encodePiece(part: SaidPart, annotated: boolean, path: string, context: EncodeContext): WireSaid {
  if (part.type === 'opaque') return encodeOpaque<WireSaid>(part, path, context);
  return applyForm(makePiece(part, annotated), slotOf(part));
}

function makePiece(part: TextPart | RefusalPart, annotated: boolean): WireSaid {
  if (part.type === 'refusal') return { type: 'refusal', refusal: part.text };
  const bare = { type: 'output_text', text: part.text } satisfies Draft<WireSaid>;
  return annotated ? { ...bare, annotations: [] } : bare;
}

function decodePiece(wire: unknown, annotated: boolean): SaidPart {
  if (typeof wire === 'string') return { type: 'text', text: wire };
  if (!isJsonObject(wire)) return unknownPiece(wire);
  const { type, text, refusal } = wire;
  if (type === 'refusal' && typeof refusal === 'string') return keepPiece({ type: 'refusal', text: refusal }, wire, annotated);
  const isText = type === 'output_text' || type === 'input_text' || type === 'text';
  return isText && typeof text === 'string' ? keepPiece({ type: 'text', text }, wire, annotated) : unknownPiece(wire);
}

const PIECE = { kind: 'piece' };

const unknownPiece = (wire: unknown): SaidPart => withSlot(opaque(wire), PIECE);

/** Whether a part stands in a message, and is no item of its own. */
export const isSaid = (part: Part): part is SaidPart =>
  part.type === 'text' ||
  part.type === 'refusal' ||
  (part.type === 'opaque' && part.vendor?.['openai-responses']?.kind === PIECE.kind);

const keepPiece = (part: TextPart | RefusalPart, wire: JsonObject, annotated: boolean) =>
  withSlot(part, keepForm(wire, makePiece(part, annotated), []));
