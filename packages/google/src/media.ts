import { defined, type JsonObject, type MediaPart, UnsupportedError } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';
import { CODEC, camelKeys, readMembers } from './fields.ts';
import { keepPart, writePart } from './signed.ts';
import type { Members, WireBlob, WireFile, WirePart } from './wire.ts';

/** An inline or file part. Throws `UnsupportedError` for a transcript, and for bytes whose exact type is not said. */
export function encodeMedia(part: MediaPart, path: string): WirePart {
  return writePart(part, encodeData(part, path));
}

/** `undefined` for a part that holds neither bytes nor the place of a file. */
export function decodeMedia(wire: JsonObject): MediaPart | undefined {
  const { inlineData, fileData } = camelKeys(wire);
  const read = inlineData === undefined ? decodeFile(readMembers(fileData)) : decodeBlob(readMembers(inlineData));
  if (read === undefined) return undefined;
  const part: MediaPart = { type: 'media', ...read };
  return keepPart(part, wire, ['inlineData', 'fileData'], (media) => encodeData(media, ''));
}

function encodeData({ mediaType, data, filename: displayName, transcript }: MediaPart, path: string) {
  if (transcript !== undefined) throw new UnsupportedError(`a transcript at ${path}`, CODEC, 'send it as text');
  const mimeType = mediaType.includes('*') ? undefined : mediaType;
  if (!('base64' in data)) {
    const fileUri = 'url' in data ? data.url : data.fileId;
    return { fileData: defined({ mimeType, fileUri, displayName } satisfies Members<WireFile>) };
  }
  if (mimeType === undefined) throw new UnsupportedError(`media of type '${mediaType}' at ${path}`, CODEC, 'say its exact type');
  return { inlineData: defined({ mimeType, data: data.base64, displayName } satisfies Members<WireBlob>) };
}

/** The alphabet for URLs, which the vendor takes too, is the other one here. */
function decodeBlob({ data, mimeType, displayName }: JsonObject) {
  const mediaType = readText(mimeType);
  if (typeof data !== 'string' || mediaType === undefined || mediaType.includes('*')) return undefined;
  const base64 = data.replaceAll('-', '+').replaceAll('_', '/');
  return { mediaType, data: { base64 }, ...defined({ filename: readText(displayName) }) };
}

function decodeFile({ fileUri, mimeType, displayName }: JsonObject) {
  if (typeof fileUri !== 'string') return undefined;
  const data = isStored(fileUri) ? { fileId: fileUri } : { url: fileUri };
  return { mediaType: readText(mimeType) ?? '*/*', data, ...defined({ filename: readText(displayName) }) };
}

/** Only this vendor can read it: a file of its Files API, or in its cloud. */
function isStored(uri: string): boolean {
  return !/^https?:/.test(uri) || /^https:\/\/generativelanguage\.googleapis\.com\//.test(uri);
}
