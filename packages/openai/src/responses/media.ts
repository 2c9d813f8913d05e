import { defined, type JsonObject, type MediaData, type MediaPart } from '@toolglot/core';
import { readFilled, readText } from '@toolglot/core/kit';
import type { Draft } from '../chat/wire.ts';
import type { WireInputFile, WireInputImage } from './wire.ts';

/** An image or a document as a part of content; `undefined` for sound and video, which Responses does not take. */
export function encodeMedia({ mediaType, data, filename }: MediaPart): WireInputImage | WireInputFile | undefined {
  if (/^(audio|video)\//.test(mediaType)) return undefined;
  if (!mediaType.startsWith('image/')) return fileOf(mediaType, data, filename);
  return imageOf('fileId' in data ? { file_id: data.fileId } : { image_url: urlOf(mediaType, data) });
}

/** The inverse for `input_image`; nothing where neither URL nor id is there. */
export function decodeImage({ image_url, file_id }: JsonObject): MediaPart | undefined {
  const url = readText(image_url);
  if (url !== undefined) return mediaAt(url, 'image/*');
  const fileId = readFilled(file_id);
  return fileId === undefined ? undefined : { type: 'media', mediaType: 'image/*', data: { fileId } };
}

/** The inverse for `input_file`; nothing for a file whose bytes are not in a data URL. */
export function decodeFile({ file_data, file_id, file_url, filename }: JsonObject): MediaPart | undefined {
  const named = defined({ filename: readText(filename) });
  const fileId = readFilled(file_id);
  if (fileId !== undefined) return { type: 'media', mediaType: 'application/*', data: { fileId }, ...named };
  const url = readText(file_url) ?? readText(file_data);
  const isReadable = url !== undefined && (typeof file_url === 'string' || DATA_URL.test(url));
  return isReadable ? { ...mediaAt(url, 'application/*'), ...named } : undefined;
}

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+);base64,(.*)$/s;

/** what is at an address: a data URL is its content. */
function mediaAt(url: string, otherwise: string): MediaPart {
  const [, mediaType, base64] = DATA_URL.exec(url) ?? [];
  const data: MediaData = base64 === undefined ? { url } : { base64 };
  return { type: 'media', mediaType: mediaType ?? otherwise, data };
}

function urlOf(mediaType: string, data: Exclude<MediaData, { readonly fileId: string }>): string {
  return 'url' in data ? data.url : `data:${mediaType};base64,${data.base64}`;
}

const imageOf = (image: Draft<WireInputImage>): WireInputImage => ({ type: 'input_image', ...defined(image) });

function fileOf(mediaType: string, data: MediaData, filename: string | undefined): WireInputFile {
  const place =
    'fileId' in data ? { file_id: data.fileId } : 'url' in data ? { file_url: data.url } : { file_data: urlOf(mediaType, data) };
  const file = { ...place, filename } satisfies Draft<WireInputFile>;
  return { type: 'input_file', ...defined(file) };
}
