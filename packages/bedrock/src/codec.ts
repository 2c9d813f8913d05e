import type { Codec } from '@toolglot/core';
import { decodeError, encodeError } from './error.ts';
import { CODEC } from './fields.ts';
import { bedrockBase } from './profile.ts';
import { decodeRequest, encodeRequest } from './request.ts';
import { decodeResponse, encodeResponse, normalize } from './response.ts';

export type { AnswerSlot, BlockSlot, BodySlot, GroupName, MessageSlot } from './wire.ts';

/** Amazon Bedrock's Converse API, both halves: `POST /model/<id>/converse`. The model is in the path, not in the body. */
export const bedrockConverse: Codec = {
  name: CODEC,
  profile: bedrockBase,
  path: '/model/*/converse',
  encodeRequest,
  decodeRequest,
  encodeResponse,
  decodeResponse,
  encodeError,
  decodeError,
  normalize,
};
