import {
  type CacheMark,
  defined,
  isJsonObject,
  type Json,
  type JsonObject,
  type MediaPart,
  type OpaquePart,
  type Part,
  type TextPart,
} from '@toolglot/core';
import { applyForm, keepForm, readObject, readText } from '@toolglot/core/kit';
import { type EncodeContext, unsupported } from './context.ts';
import { decodeAudio, decodeFile, decodeImage, encodeMedia } from './media.ts';
import { CODEC, opaque, slotOf, withSlot } from './slot.ts';
import type { Draft, WireCache, WirePart, WireText } from './wire.ts';

/** What a list of content can hold in every role. */
export type ContentPart = TextPart | MediaPart | OpaquePart;

/** Content as it is in neutral form. */
export interface DecodedContent<P> {
  readonly content: readonly P[];
  readonly plain?: boolean;
}

/** One text as a string, all else as a list: `plain` says where the wire does otherwise. */
export function encodeContent<P extends Part, W>(
  { content, plain }: DecodedContent<P>,
  encodePart: (part: P, index: number) => W,
): string | readonly W[] {
  const [first] = content;
  if (first === undefined) return '';
  if (content.length === 1 && first.type === 'text' && isPlain(first, plain)) return first.text;
  return content.map(encodePart);
}

/** The inverse: a string is one text; what is neither string nor list is no content. */
export function decodeContent<P extends { readonly type: string }>(
  wire: unknown,
  decodePart: (wire: unknown) => P,
): DecodedContent<P | TextPart> {
  if (typeof wire === 'string') return { content: [{ type: 'text', text: wire }] };
  const content = Array.isArray(wire) ? wire.map(decodePart) : [];
  return content.length === 1 && content[0]?.type === 'text' ? { content, plain: false } : { content };
}

/** whether a text may go out as a bare string: a list has room for more than the text. */
const isPlain = (part: TextPart, plain = part.cache === undefined && slotOf(part) === undefined) => plain;

/** A part of a user message, or of content that takes the same. Throws `UnsupportedError` for what Chat does not take. */
export function encodePart(part: ContentPart, path: string, context: EncodeContext): WirePart {
  if (part.type === 'opaque') return asWire(encodeOpaque(part, path, context));
  const made = part.type === 'text' ? encodeText(part) : encodeMediaPart(part);
  if (made === undefined) throw unsupported(`media ${part.type === 'media' ? part.mediaType : ''}`, path, context, HINT);
  return applyForm(made, slotOf(part));
}

const HINT = 'images go inline or by URL, documents and audio (wav, mp3) inline, files by id';

/** The inverse. A kind that is not known is kept as it is. */
export function decodePart(wire: unknown): ContentPart {
  const part = isJsonObject(wire) ? readPart(wire) : undefined;
  const made = part?.type === 'media' ? encodeMediaPart(part) : part && encodeText(part);
  if (part === undefined || made === undefined || !isJsonObject(wire)) return opaque(wire);
  return withSlot(part, { ...slotOf(part), ...keepForm(wire, made, ['type', 'cache_control']) });
}

type WireMark = Draft<WireCache>;

function encodeMediaPart(part: MediaPart): WirePart | undefined {
  const made = encodeMedia(part);
  return made && { ...made, ...defined({ cache_control: encodeCache(part) } satisfies WireMark) };
}

/** A part of a system message: texts, and what was kept as it is. */
export function encodeTextPart(part: TextPart | OpaquePart, path: string, context: EncodeContext): WireText {
  return part.type === 'text' ? applyForm(encodeText(part), slotOf(part)) : asWire(encodeOpaque(part, path, context));
}

/** The inverse. */
export function decodeTextPart(wire: unknown): TextPart | OpaquePart {
  const part = decodePart(wire);
  return part.type === 'media' ? opaque(wire) : part;
}

/** A text in a list. */
export const encodeText = (part: TextPart): WireText =>
  defined({ type: 'text', text: part.text, cache_control: encodeCache(part) } satisfies Draft<WireText>);

/** A part that was kept goes back to this format only. Throws `UnsupportedError` for those of others. */
export function encodeOpaque({ codec, value }: OpaquePart, path: string, context: EncodeContext): Json {
  if (codec === CODEC) return value;
  throw unsupported(`a part of '${codec}'`, path, context, 'leave it out: only that format can read it');
}

/** A mark up to which vendors are asked to cache. */
export const encodeCache = ({ cache }: { readonly cache?: CacheMark }): WireCache['cache_control'] =>
  cache && defined({ type: 'ephemeral', ttl: cache.ttl } satisfies Draft<WireCache['cache_control']>);

/** The inverse. */
export function decodeCache({ cache_control }: JsonObject): { readonly cache?: CacheMark } {
  const { type, ttl } = readObject(cache_control);
  const time = readText(ttl);
  return type === 'ephemeral' ? { cache: time === undefined ? {} : { ttl: time } } : {};
}

type Reader = (wire: JsonObject) => TextPart | MediaPart | undefined;

const readers: ReadonlyMap<unknown, Reader> = new Map<unknown, Reader>([
  ['text', ({ text }) => (typeof text === 'string' ? { type: 'text', text } : undefined)],
  ['image_url', ({ image_url }) => decodeImage(image_url)],
  ['input_audio', ({ input_audio }) => decodeAudio(input_audio)],
  ['file', ({ file }) => decodeFile(file)],
]);

function readPart(wire: JsonObject): TextPart | MediaPart | undefined {
  const part = readers.get(wire.type)?.(wire);
  return part && { ...part, ...decodeCache(wire) };
}

/** What came from the wire goes back as it is, of whatever kind it was. */
export const asWire = <T extends Json | object>(value: Json) => value as T;
