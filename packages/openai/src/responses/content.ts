import {
  type CacheMark,
  defined,
  isJsonObject,
  type JsonObject,
  type MediaPart,
  type OpaquePart,
  type Part,
  type TextPart,
} from '@toolglot/core';
import { applyForm, keepForm, readObject, readText } from '@toolglot/core/kit';
import type { Draft } from '../chat/wire.ts';
import { type EncodeContext, encodeOpaque, unsupported } from './context.ts';
import { decodeFile, decodeImage, encodeMedia } from './media.ts';
import { opaque, slotOf, withSlot } from './slot.ts';
import type { WireBreakpoint, WireInputText, WirePart } from './wire.ts';

/** What a list of content can hold in every role, and in a result. */
export type ContentPart = TextPart | MediaPart | OpaquePart;

/** Content as it is in neutral form. */
export interface Content<P> {
  readonly content: readonly P[];
  readonly plain?: boolean;
}

/** One text as a string, all else as a list: `plain` says where the wire does otherwise. */
export function encodeContent<P extends Part, W>(
  { content, plain }: Content<P>,
  encodePart: (part: P, index: number) => W,
): string | readonly W[] {
  const [first] = content;
  if (first === undefined) return plain === false ? [] : '';
  if (content.length === 1 && plain !== false && isBare(first)) return first.text;
  return content.map(encodePart);
}

/** The inverse: a string is one text; what is neither string nor list is no content. */
export function decodeContent<P extends Part>(wire: unknown, decodePart: (wire: unknown) => P): Content<P | TextPart> {
  if (typeof wire === 'string') return { content: [{ type: 'text', text: wire }] };
  const content = Array.isArray(wire) ? wire.map(decodePart) : [];
  const [first] = content;
  if (content.length === 0) return { content, plain: false };
  return content.length === 1 && first?.type === 'text' && isBare(first) ? { content, plain: false } : { content };
}

/** Whether a text is no more than its characters, so that a string can stand for it. */
export const isBare = (part: Part): part is TextPart =>
  part.type === 'text' && part.cache === undefined && slotOf(part) === undefined;

/** A part of a user message, a system message or a result. Throws `UnsupportedError` for what Responses does not take. */
export function encodePart(part: ContentPart, path: string, context: EncodeContext): WirePart {
  if (part.type === 'opaque') return encodeOpaque<WirePart>(part, path, context);
  const made = makePart(part);
  if (made === undefined) throw unsupported(`media ${part.type === 'media' ? part.mediaType : ''}`, path, context, HINT);
  return applyForm(made, slotOf(part));
}

const HINT = 'images and documents are taken; sound and video are not';

/** The inverse. A kind that is not known is kept as it is. */
export function decodePart(wire: unknown): ContentPart {
  const part = isJsonObject(wire) ? readPart(wire) : undefined;
  const made = part && makePart(part);
  if (part === undefined || made === undefined || !isJsonObject(wire)) return opaque(wire);
  return withSlot(part, keepForm(wire, made, ['type', 'prompt_cache_breakpoint']));
}

/** A part of a system message: texts, and what was kept as it is. */
export function decodeTextPart(wire: unknown): TextPart | OpaquePart {
  const part = decodePart(wire);
  return part.type === 'media' ? opaque(wire) : part;
}

function makePart(part: TextPart | MediaPart): WirePart | undefined {
  const made = part.type === 'text' ? encodeText(part) : encodeMedia(part);
  return made && { ...made, ...defined({ prompt_cache_breakpoint: encodeCache(part) } satisfies WireMark) };
}

const encodeText = ({ text }: TextPart): WireInputText => ({ type: 'input_text', text });

type WireMark = Draft<Pick<WireInputText, 'prompt_cache_breakpoint'>>;

/** the wire has one kind of mark, whose time is said for the whole request. */
const encodeCache = ({ cache }: { readonly cache?: CacheMark }): WireBreakpoint | undefined => cache && { mode: 'explicit' };

function decodeCache({ prompt_cache_breakpoint: mark }: JsonObject): { readonly cache?: CacheMark } {
  return readObject(mark).mode === 'explicit' ? { cache: {} } : {};
}

type Reader = (wire: JsonObject) => TextPart | MediaPart | undefined;

const readWords: Reader = ({ text }) => (typeof text === 'string' ? { type: 'text', text } : undefined);

const readers: ReadonlyMap<unknown, Reader> = new Map<unknown, Reader>([
  ['input_text', readWords],
  ['text', readWords],
  ['output_text', readWords],
  ['input_image', decodeImage],
  ['input_file', decodeFile],
]);

function readPart(wire: JsonObject): TextPart | MediaPart | undefined {
  const part = readers.get(readText(wire.type))?.(wire);
  return part && { ...part, ...decodeCache(wire) };
}
