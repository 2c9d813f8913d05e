import type { StreamingCodec } from '@toolglot/core';
import { decodeError, encodeError } from '../chat/error.ts';
import { openaiResponsesProfile } from './profile.ts';
import { decodeRequest, encodeRequest } from './request.ts';
import { decodeResponse, encodeResponse } from './response.ts';
import { CODEC } from './slot.ts';
import { decodeStream, encodeStream } from './stream.ts';

/** OpenAI's Responses, as OpenAI and some others speak it. */
export const openaiResponses: StreamingCodec = {
  name: CODEC,
  profile: openaiResponsesProfile,
  path: '/responses',
  encodeRequest,
  decodeRequest,
  encodeResponse,
  decodeResponse,
  decodeStream,
  encodeStream,
  encodeError,
  decodeError,
  normalize: (response) => decodeResponse(encodeResponse(response)),
};
