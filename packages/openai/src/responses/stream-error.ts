import { type Headers, isJsonObject, type JsonObject, type ToolglotError, VendorError } from '@toolglot/core';
import { readNumber, readObject } from '@toolglot/core/kit';
import { decodeError, encodeError } from '../chat/error.ts';

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

/** The inverse, for any error: its kind survives. */
export function encodeErrorFrame(error: ToolglotError): JsonObject {
  const said =
    error instanceof VendorError ? error : new VendorError(error.message, { status: 500, kind: 'server' }, { cause: error });
  const { body, status } = encodeError(said);
  const frame = readObject(readObject(body).error);
  return decodeErrorFrame(frame).kind === said.kind ? frame : { ...frame, code: status };
}

/** the type of the event is none of an error. */
function flat({ type: _type, sequence_number: _number, ...error }: JsonObject): JsonObject {
  return error;
}
