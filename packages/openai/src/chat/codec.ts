import type { Codec } from '@toolglot/core';
import { decodeError, encodeError } from './error.ts';
import { openaiChatProfile } from './profile.ts';
import { decodeRequest, encodeRequest } from './request.ts';
import { decodeResponse, encodeResponse } from './response.ts';
import { CODEC } from './slot.ts';

/** OpenAI's Chat Completions, as OpenAI and many others speak it. */
export const openaiChat: Codec = {
  name: CODEC,
  profile: openaiChatProfile,
  path: '/chat/completions',
  encodeRequest,
  decodeRequest,
  encodeResponse,
  decodeResponse,
  encodeError,
  decodeError,
  normalize: (response) => decodeResponse(encodeResponse(response)),
};
