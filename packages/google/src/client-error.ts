import { defined, type Json, type JsonObject, TransportError, VendorError } from '@toolglot/core';
import { headersOf, isClientComplaint, readNumber } from '@toolglot/core/kit';
import { decodeError } from './error.ts';

/** What either client throws, as our own error with that as `cause`: known by its fields, so that any copy of the package will do. */
export function toOwnError(cause: unknown): unknown {
  if (!(cause instanceof Error)) return unreached(String(cause), cause);
  const fields: Readonly<Record<string, unknown>> = { ...cause };
  const status = readNumber(fields.status);
  if (status !== undefined) {
    const found = decodeError(status, bodyOf(cause.message, status, fields), headersOf(fields.headers));
    return new VendorError(found.message, found, { cause });
  }
  return isClientComplaint(cause) && !UNREACHED.test(cause.message) ? cause : unreached(cause.message, cause);
}

/** errors of a broken connection, or of a stream that is none, which the clients make plain errors of. */
const UNREACHED = new RegExp(
  [
    '^\\[GoogleGenerativeAI Error\\]: (Error fetching from|Request aborted when (fetching|reading)|Error reading from the stream)',
    '^\\[GoogleGenerativeAI Error\\]: (Failed to parse stream|Error parsing JSON response)',
    '^exception .* sending request$',
    '^(exception parsing stream chunk|Incomplete JSON segment at the end|Response body is empty)',
  ].join('|'),
  's',
);

function unreached(message: string, cause: unknown): TransportError {
  return new TransportError(`the vendor was not reached: ${message}`, { cause });
}

/** The body of an answer with an error, as far as the client tells it. */
function bodyOf(message: string, status: number, { errorDetails, statusText }: Readonly<Record<string, unknown>>): Json {
  if (statusText === undefined) return parsed(message);
  return { error: legacyError(message, status, errorDetails) };
}

/** `@google/genai` has the body as the text of its error, in streams behind a few words. */
function parsed(message: string): Json {
  try {
    return JSON.parse(message.replace(/^got status: [^{]*/, ''));
  } catch {
    return message;
  }
}

/** `@google/generative-ai` joins address, status, text and details in its message. */
function legacyError(message: string, code: number, details: unknown): JsonObject {
  const text = message.replace(/^\[GoogleGenerativeAI Error\]: Error fetching from \S+ \[\d+[^\]]*\] /, '');
  if (!isJson(details)) return { code, message: text };
  const printed = ` ${JSON.stringify(details)}`;
  return defined({ code, message: text.endsWith(printed) ? text.slice(0, -printed.length) : text, details });
}

/** they were read from the answer by the client. */
function isJson(details: unknown): details is Json {
  return Array.isArray(details);
}
