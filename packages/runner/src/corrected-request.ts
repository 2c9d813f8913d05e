import type { Json, Request } from '@toolglot/core';
import { clipBytes } from './clip.ts';
import { textMessage } from './read-messages.ts';
import { isVendorError } from './retry.ts';

const LONGEST_QUOTE = 2_000;

/**
 * The request for another try: where the vendor could not read what the model wrote as a call, the model is told so,
 * in a message that is no part of the conversation. Groq: `tool_use_failed` with `failed_generation`.
 */
export function correctedRequest(request: Request, failure: unknown): Request {
  const written = isVendorError(failure) && failure.kind === 'tool-call' ? failure.failedGeneration : undefined;
  if (written === undefined) return request;
  const observation: Json = {
    error: 'unreadable-call',
    message: 'Your last answer could not be read as a tool call. Nothing was executed.',
    details: { received: clipBytes(written, LONGEST_QUOTE) },
    suggestion: 'Call a tool by its name, with arguments that are one valid JSON object, or answer with text.',
  };
  return { ...request, messages: [...request.messages, textMessage('user', JSON.stringify(observation))] };
}
