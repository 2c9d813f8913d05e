/** The blocks that hold media. */
export type MediaKind = 'image' | 'document' | 'video' | 'audio';

/** A format of the wire with its media type; where several formats have one type, the first is written. */
const FORMATS: Readonly<Record<MediaKind, Readonly<Record<string, string>>>> = {
  image: { png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' },
  document: {
    pdf: 'application/pdf',
    csv: 'text/csv',
    doc: 'application/msword',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xls: 'application/vnd.ms-excel',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    html: 'text/html',
    txt: 'text/plain',
    md: 'text/markdown',
  },
  video: {
    mp4: 'video/mp4',
    mov: 'video/quicktime',
    mkv: 'video/x-matroska',
    webm: 'video/webm',
    flv: 'video/x-flv',
    mpeg: 'video/mpeg',
    mpg: 'video/mpeg',
    wmv: 'video/x-ms-wmv',
    three_gp: 'video/3gpp',
  },
  audio: {
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    aac: 'audio/aac',
    flac: 'audio/flac',
    m4a: 'audio/mp4',
    mp4: 'audio/mp4',
    ogg: 'audio/ogg',
    opus: 'audio/opus',
    webm: 'audio/webm',
    mka: 'audio/x-matroska',
    mkv: 'audio/x-matroska',
    pcm: 'audio/pcm',
    mpeg: 'audio/mpeg',
    mpga: 'audio/mpeg',
    'x-aac': 'audio/aac',
  },
};

const KINDS: readonly MediaKind[] = ['image', 'document', 'video', 'audio'];

/** The kind of block and the format for a media type; `undefined` where the vendor has none. */
export function encodeFormat(mediaType: string): { readonly kind: MediaKind; readonly format: string } | undefined {
  return KINDS.flatMap((kind) => {
    const [format] = Object.entries(FORMATS[kind]).find(([, type]) => type === mediaType) ?? [];
    return format === undefined ? [] : [{ kind, format }];
  })[0];
}

/** The media type of a format; `undefined` where we do not know it. */
export function decodeFormat(kind: MediaKind, format: string): string | undefined {
  return Object.hasOwn(FORMATS[kind], format) ? FORMATS[kind][format] : undefined;
}

/** Whether the vendor has a block of this kind for media. */
export function isMediaKind(kind: string | undefined): kind is MediaKind {
  return KINDS.some((known) => known === kind);
}
