import { defined, type JsonObject, type MediaData, type MediaPart, UnsupportedError } from '@toolglot/core';
import { readObject, readText } from '@toolglot/core/kit';
import { CODEC, decodeExtras, withExtras } from './fields.ts';
import { type Members, trusted, type WireBase64Image, type WireDocument, type WireImage } from './wire.ts';

const HINT = 'images (png, jpeg, gif, webp), PDF and plain text are taken';

/** An image or document block. Throws `UnsupportedError` for audio, video, transcripts, and names of images. */
export function encodeMedia(part: MediaPart, path: string): WireImage | WireDocument {
  if (part.transcript !== undefined) throw new UnsupportedError(`a transcript at ${path}`, CODEC, 'send it as text');
  if (part.mediaType.startsWith('image/')) return encodeImage(part, path);
  if (/^(application|text)\//.test(part.mediaType)) return encodeDocument(part, path);
  throw new UnsupportedError(`media of type '${part.mediaType}' at ${path}`, CODEC, HINT);
}

/** `undefined` for a block whose source has no neutral form, such as a list of blocks. */
export function decodeMedia(block: JsonObject): MediaPart | undefined {
  const source = readObject(block.source);
  const decoded = block.type === 'image' ? decodeSource(source, 'image/*') : decodeDocumentSource(source);
  if (!decoded) return undefined;
  const title = block.type === 'document' ? readText(block.title) : undefined;
  const known = title === undefined ? ['type', 'source'] : ['type', 'source', 'title'];
  return { type: 'media', ...decoded, ...(title !== undefined && { filename: title }), ...decodeExtras(block, known) };
}

function encodeImage(part: MediaPart, path: string): WireImage {
  if (part.filename !== undefined) throw new UnsupportedError(`the name of an image at ${path}`, CODEC, 'say it in a text');
  const { data } = part;
  const source = 'base64' in data ? encodeBytes(part.mediaType, data.base64) : encodeReference(data);
  return withExtras<WireImage>(part, { type: 'image', source });
}

/** the vendor names the image types that it takes in its error. */
function encodeBytes(mediaType: string, data: string): WireBase64Image {
  return { type: 'base64', media_type: trusted<WireBase64Image['media_type']>(mediaType), data };
}

function encodeDocument(part: MediaPart, path: string): WireDocument {
  const source = encodeDocumentSource(part, path);
  return withExtras(part, defined({ type: 'document', source, title: part.filename } satisfies Members<WireDocument>));
}

function encodeDocumentSource({ mediaType, data }: MediaPart, path: string): WireDocument['source'] {
  if (!('base64' in data)) return encodeReference(data);
  if (mediaType === 'application/pdf') return { type: 'base64', media_type: mediaType, data: data.base64 };
  if (mediaType === 'text/plain') return { type: 'text', media_type: mediaType, data: decodeUtf8(data.base64) };
  throw new UnsupportedError(`media of type '${mediaType}' at ${path}`, CODEC, HINT);
}

function encodeReference(data: Exclude<MediaData, { base64: string }>) {
  if ('url' in data) return { type: 'url', url: data.url } satisfies WireImage['source'];
  return { type: 'file', file_id: data.fileId } satisfies WireImage['source'];
}

function decodeDocumentSource(source: JsonObject): Pick<MediaPart, 'mediaType' | 'data'> | undefined {
  if (source.type !== 'text') return decodeSource(source, 'application/*');
  const { media_type: mediaType, data, type, ...others } = source;
  const exact = mediaType === 'text/plain' && typeof data === 'string' && Object.keys(others).length === 0;
  return exact ? { mediaType, data: { base64: encodeUtf8(data) } } : undefined;
}

function decodeSource(source: JsonObject, anyType: string): Pick<MediaPart, 'mediaType' | 'data'> | undefined {
  const { type, media_type: mediaType, data, url, file_id: fileId, ...others } = source;
  if (Object.keys(others).length > 0) return undefined;
  if (type === 'base64' && typeof mediaType === 'string' && typeof data === 'string')
    return { mediaType, data: { base64: data } };
  if (type === 'url' && typeof url === 'string') return { mediaType: anyType, data: { url } };
  if (type === 'file' && typeof fileId === 'string') return { mediaType: anyType, data: { fileId } };
  return undefined;
}

function encodeUtf8(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}

function decodeUtf8(base64: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
  );
}
