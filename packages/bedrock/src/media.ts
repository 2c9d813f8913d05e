import {
  canonicalJson,
  digest,
  type Json,
  type JsonObject,
  type MediaData,
  type MediaPart,
  UnsupportedError,
} from '@toolglot/core';
import { readObject, readText } from '@toolglot/core/kit';
import { CODEC, keepSlot, memberOf, withSlot } from './fields.ts';
import { decodeFormat, encodeFormat, isMediaKind, type MediaKind } from './formats.ts';
import { trusted, type WireAudio, type WireBlock, type WireDocument, type WireImage, type WireVideo } from './wire.ts';

const HINT = 'images, documents, video and audio of the formats that the vendor lists are taken';

/** what a document is called that has no name: the wire wants one, and no two that are the same. */
const nameFor = (data: MediaData) => `Document ${digest(canonicalJson(data))}`;

/** An image, document, video or audio block. Throws `UnsupportedError` for other types, and for what has no place in a block. */
export function encodeMedia(part: MediaPart, path: string): WireBlock {
  const { data } = part;
  if ('fileId' in data) refuse(`a file's id at ${path}`, 'send its bytes, or an s3:// URL');
  if ('url' in data && !data.url.startsWith('s3://')) refuse(`the URL at ${path}`, 'send the bytes, or an s3:// URL');
  const { kind, format } = encodeFormat(part.mediaType) ?? refuse(`media of type '${part.mediaType}' at ${path}`, HINT);
  if (part.transcript !== undefined) refuse(`a transcript at ${path}`, 'send it as text');
  if (part.filename !== undefined && kind !== 'document') refuse(`the name of a medium at ${path}`, 'say it in a text');
  return trusted<WireBlock>({ [kind]: withSlot(makeContent(kind, format, part), part) });
}

/** `undefined` for a block of another kind, and for one whose format or source has no neutral form. */
export function decodeMedia(block: Json): MediaPart | undefined {
  const [kind, value] = memberOf(block) ?? [];
  if (!isMediaKind(kind)) return undefined;
  const content = readObject(value);
  const mediaType = decodeFormat(kind, readText(content.format) ?? '');
  const data = decodeSource(readObject(content.source));
  if (mediaType === undefined || data === undefined) return undefined;
  const name = kind === 'document' ? readText(content.name) : undefined;
  const filename = name === undefined || name === nameFor(data) ? {} : { filename: name };
  const part: MediaPart = { type: 'media', mediaType, data, ...filename };
  const made = makeContent(kind, encodeFormat(mediaType)?.format ?? '', part);
  return { ...part, ...keepSlot(content, made) };
}

function makeContent(kind: MediaKind, format: string, { data, filename = nameFor(data) }: MediaPart): JsonObject {
  const source = encodeSource(data);
  switch (kind) {
    case 'document':
      return { format: trusted<DocumentFormat>(format), name: filename, source } satisfies WireDocument;
    case 'image':
      return { format: trusted<WireImage['format']>(format), source } satisfies WireImage;
    case 'video':
      return { format: trusted<WireVideo['format']>(format), source } satisfies WireVideo;
    case 'audio':
      return { format: trusted<WireAudio['format']>(format), source } satisfies WireAudio;
  }
}

type DocumentFormat = NonNullable<WireDocument['format']>;

function encodeSource(data: MediaData) {
  if ('base64' in data) return { bytes: data.base64 } satisfies WireImage['source'];
  return { s3Location: { uri: 'url' in data ? data.url : data.fileId } } satisfies WireImage['source'];
}

/** a document's text is bytes, too: its slot says that it was text. */
function decodeSource(source: JsonObject): MediaData | undefined {
  const [kind, value] = memberOf(source) ?? [];
  if (kind === 'bytes' && typeof value === 'string') return { base64: value };
  if (kind === 'text' && typeof value === 'string') return { base64: encodeUtf8(value) };
  const uri = kind === 's3Location' ? readText(readObject(value).uri) : undefined;
  return uri?.startsWith('s3://') ? { url: uri } : undefined;
}

function encodeUtf8(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}

function refuse(feature: string, hint: string): never {
  throw new UnsupportedError(feature, CODEC, hint);
}
