import { type Headers, isJsonObject, type JsonObject, type VendorError } from '@toolglot/core';
import { readNumber, readObject } from '@toolglot/core/kit';
import { decodeError } from '../chat/error.ts';

/** The error that a payload of a stream speaks of, flat or nested, or that of an answer that failed; nothing where it speaks of none. */
export function decodeStreamError(payload: JsonObject): VendorError | undefined {
  const { type, error, response } = payload;
  if (type === 'error') return decodeErrorFrame(error ?? flat(payload));
  if (response === undefined) return error ? decodeErrorFrame(error) : undefined;
  const answer = readObject(response);
  return type === 'response.failed' || answer.status === 'failed' ? decodeErrorFrame(answer.error ?? {}) : undefined;
}

/** An error in a stream that had begun: its status is 200, unless the error says one. */
export function decodeErrorFrame(error: unknown, headers: Headers = {}): VendorError {
  const code = readNumber(readObject(error).code) ?? 200;
  return decodeError(code >= 400 && code < 600 ? code : 200, isJsonObject(error) ? { error } : error, headers);
}

/** the type of the event is none of an error. */
function flat({ type: _type, sequence_number: _number, ...error }: JsonObject): JsonObject {
  return error;
}
