import type { StreamingCodec } from '@toolglot/core';
import { decodeError, encodeError } from './error.ts';
import { CODEC } from './fields.ts';
import { googleBase } from './profile.ts';
import { decodeRequest, encodeRequest } from './request.ts';
import { decodeResponse, encodeResponse, normalize } from './response.ts';
import { decodeStream, encodeStream } from './stream.ts';

export type { MessageSlot, PartSlot, RequestSlot, ResponseSlot } from './wire.ts';

/** Gemini's generateContent, both halves: the REST body of the Developer API and of Vertex; the model is in the address. */
export const googleGenerateContent: StreamingCodec = {
  name: CODEC,
  profile: googleBase,
  path: '/models/*:generateContent',
  streamPath: '/models/*:streamGenerateContent',
  encodeRequest,
  decodeRequest,
  encodeResponse,
  decodeResponse,
  decodeStream,
  encodeStream,
  encodeError,
  decodeError,
  normalize,
};
