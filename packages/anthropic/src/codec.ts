import type { StreamingCodec } from '@toolglot/core';
import { decodeError, encodeError } from './error.ts';
import { CODEC } from './fields.ts';
import { anthropicBase } from './profile.ts';
import { decodeRequest, encodeRequest } from './request.ts';
import { decodeResponse, encodeResponse, normalize } from './response.ts';
import { decodeStream, encodeStream } from './stream.ts';

export type { BlockSlot, BodySlot, MessageSlot } from './wire.ts';

/** Anthropic's Messages API, both halves: `POST /v1/messages`, and the bodies of Bedrock's InvokeModel for these models. */
export const anthropicMessages: StreamingCodec = {
  name: CODEC,
  profile: anthropicBase,
  path: '/v1/messages',
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
