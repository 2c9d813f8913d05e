import { defined, type EncodedError, type Headers, isJsonObject, type Json, type JsonObject, VendorError } from '@toolglot/core';
import {
  decodeRetryHeaders,
  encodeRetryHeaders,
  firstOf,
  readFilled,
  readList,
  readNumber,
  readObject,
} from '@toolglot/core/kit';
import { kindOf, spellKind } from './error-kind.ts';
import type { Draft, WireErrorBody, WireErrorObject } from './wire.ts';

/** An error as a vendor sent it: in OpenAI's shape or another, as text, as a page of HTML, or without a body. */
export function decodeError(status: number, body: unknown, headers: Headers = {}): VendorError {
  const said = errorIn(body);
  const code = firstOf(readFilled(said.code), readNumber(said.code)?.toString());
  const type = firstOf(readFilled(said.type), readFilled(said.error_type), readFilled(said.status));
  const message = messageIn(said, body) ?? `the vendor answered with status ${status} and no message`;
  const sent = defined({
    type,
    vendorCode: code,
    param: readFilled(said.param),
    ...decodeRetryHeaders(headers),
    requestId: headers['x-request-id'],
    failedGeneration: readFilled(said.failed_generation),
    body: asBody(body),
  });
  return new VendorError(message, { status, kind: kindOf({ status, code, type, message }), ...sent });
}

/** The inverse, in OpenAI's own shape. The kind survives: where the error's own words would not tell it, OpenAI's do. */
export function encodeError(error: VendorError): EncodedError {
  const { message, param = null, failedGeneration, requestId } = error;
  const { status, type, code } = spellKind(error);
  const headers = { ...encodeRetryHeaders(error), ...(requestId !== undefined && { 'x-request-id': requestId }) };
  const said = { message, type, param, code, failed_generation: failedGeneration } satisfies Draft<WireErrorObject>;
  return { status, body: { error: defined(said) } satisfies WireErrorBody, headers };
}

/** the object that speaks of the error: `{ error }`, `[{ error }]`, or the body itself. */
function errorIn(body: unknown): JsonObject {
  if (Array.isArray(body)) return errorIn(readList(body)[0]);
  if (typeof body === 'string') return errorIn(parse(body));
  const whole = readObject(body);
  return isJsonObject(whole.error) ? whole.error : whole;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? undefined : value;
  } catch {
    return undefined;
  }
}

function messageIn(said: JsonObject, body: unknown): string | undefined {
  const upstream = readFilled(readObject(said.metadata).raw);
  const detail = firstOf(readFilled(said.detail), ...readList(said.detail).map((item) => readFilled(readObject(item).msg)));
  const message = firstOf(readFilled(said.message), readFilled(said.error), detail, textOf(body));
  return message !== undefined && upstream !== undefined ? `${message}: ${upstream}` : message;
}

/** a page of HTML says what it says between its tags; 500 characters of it are enough. */
function textOf(body: unknown): string | undefined {
  if (typeof body !== 'string' || parse(body) !== undefined) return undefined;
  const text = body.replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  return text.trim().slice(0, 500) || undefined;
}

function asBody(body: unknown): Json | undefined {
  return typeof body === 'string' || isJsonObject(body) || isList(body) ? body : undefined;
}

/** what comes over the wire is JSON. */
const isList = (body: unknown): body is readonly Json[] => Array.isArray(body);
