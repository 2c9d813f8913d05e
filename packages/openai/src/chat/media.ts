import { defined, type MediaData, type MediaPart } from '@toolglot/core';
import { firstOf, readObject, readText } from '@toolglot/core/kit';
import { slotOf, withSlot } from './slot.ts';
import type { Draft, WireFile, WireImage, WirePart } from './wire.ts';

/** An image, a sound or a document as a part of a user message; `undefined` for what Chat does not take. */
export function encodeMedia(part: MediaPart): WirePart | undefined {
  const { mediaType, data, filename } = part;
  if ('fileId' in data) return fileOf({ file_id: data.fileId, filename });
  if (mediaType.startsWith('image/')) return imageOf({ url: urlOf(mediaType, data), detail: detailOf(part) });
  if ('url' in data || mediaType.startsWith('video/')) return undefined;
  if (mediaType.startsWith('audio/')) return encodeAudio(mediaType, data.base64);
  return fileOf({ file_data: urlOf(mediaType, data), filename });
}

/** The inverse for `image_url`; nothing where there is no URL. */
export function decodeImage(wire: unknown): MediaPart | undefined {
  const { url, detail } = readObject(wire);
  const address = firstOf(readText(url), readText(wire));
  if (address === undefined) return undefined;
  const kept = readText(detail);
  return withSlot(mediaAt(address, 'image/*'), kept === undefined ? {} : { detail: kept });
}

/** The inverse for `input_audio`. */
export function decodeAudio(wire: unknown): MediaPart | undefined {
  const { data, format } = readObject(wire);
  const base64 = readText(data);
  const [mediaType] = Object.entries(AUDIO).find(([, word]) => word === format) ?? [];
  return base64 === undefined || mediaType === undefined ? undefined : { type: 'media', mediaType, data: { base64 } };
}

/** The inverse for `file`. */
export function decodeFile(wire: unknown): MediaPart | undefined {
  const { file_id, file_data, filename } = readObject(wire);
  const name = readText(filename);
  const named = name === undefined ? {} : { filename: name };
  const id = readText(file_id);
  if (id !== undefined) return { type: 'media', mediaType: 'application/*', data: { fileId: id }, ...named };
  const data = readText(file_data);
  return data?.startsWith('data:') ? { ...mediaAt(data, 'application/*'), ...named } : undefined;
}

/** what is at an address: a data URL is its content. */
function mediaAt(url: string, otherwise: string): MediaPart {
  const [, mediaType, base64] = /^data:([\w.+-]+\/[\w.+-]+);base64,(.*)$/s.exec(url) ?? [];
  const data: MediaData = base64 === undefined ? { url } : { base64 };
  return { type: 'media', mediaType: mediaType ?? otherwise, data };
}

function urlOf(mediaType: string, data: Exclude<MediaData, { readonly fileId: string }>): string {
  return 'url' in data ? data.url : `data:${mediaType};base64,${data.base64}`;
}

/** the two formats that Chat takes. */
const AUDIO = { 'audio/wav': 'wav', 'audio/mpeg': 'mp3' } as const;

function encodeAudio(mediaType: string, data: string): WirePart | undefined {
  if (mediaType !== 'audio/wav' && mediaType !== 'audio/mpeg') return undefined;
  return { type: 'input_audio', input_audio: { data, format: AUDIO[mediaType] } };
}

const fileOf = (file: Draft<WireFile>): WirePart => ({ type: 'file', file: defined(file) });

const imageOf = ({ url, detail }: Draft<WireImage> & Pick<WireImage, 'url'>): WirePart => ({
  type: 'image_url',
  image_url: defined({ url, detail } satisfies Draft<WireImage>),
});

function detailOf(part: MediaPart): WireImage['detail'] {
  const detail = slotOf(part)?.detail;
  return detail === 'auto' || detail === 'low' || detail === 'high' ? detail : undefined;
}
