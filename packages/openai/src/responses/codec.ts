import type { Codec } from '@toolglot/core';
import { decodeError, encodeError } from '../chat/error.ts';
import { openaiResponsesProfile } from './profile.ts';
import { decodeRequest, encodeRequest } from './request.ts';
import { decodeResponse, encodeResponse } from './response.ts';
import { CODEC } from './slot.ts';

/** OpenAI's Responses, as OpenAI and some others speak it. */
export const openaiResponses: Codec = {
  name: CODEC,
  profile: openaiResponsesProfile,
  path: '/responses',
  encodeRequest,
  decodeRequest,
  encodeResponse,
  decodeResponse,
  encodeError,
  decodeError,
  normalize: (response) => decodeResponse(encodeResponse(response)),
};
