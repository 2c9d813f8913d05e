import {
  defined,
  type EncodedError,
  type Headers,
  isJsonObject,
  type Json,
  type JsonObject,
  VendorError,
  type VendorErrorKind,
} from '@toolglot/core';
import { decodeRetryHeaders, encodeRetryHeaders, readList, readObject, readText } from '@toolglot/core/kit';
import type { WireErrorBody, WireErrorDetail } from './wire.ts';

/** An error as this vendor sends it, with the status that belongs to its kind. The kind survives. */
export function encodeError(error: VendorError): EncodedError {
  const { status: code, word } = SHAPES[error.kind];
  const said = error.type !== undefined && KINDS[error.type] === error.kind ? error.type : word;
  const details = detailsOf(error);
  const body = {
    error: { code, message: error.message, status: said, ...(details.length > 0 && { details }) },
  } satisfies WireErrorBody;
  return { status: code, body, headers: encodeRetryHeaders(error) };
}

/** The error in an answer, alone or in a list: by its reason, its HTTP status, then its word. */
export function decodeError(status: number, body: unknown, headers: Headers = {}): VendorError {
  const json = asJson(body);
  const error = errorIn(json);
  const details = readList(error.details).map(readObject);
  const message = readText(error.message) ?? summaryOf(status, json);
  const type = readText(error.status);
  const vendorCode = readText(detailOf(details, 'ErrorInfo').reason);
  const retry = { ...decodeRetryHeaders(headers), ...defined({ retryAfter: delayIn(details) }) };
  const kind = kindOf(status, type, vendorCode, message);
  return new VendorError(message, { status, kind, provider: 'google', ...retry, ...defined({ type, vendorCode, body: json }) });
}

/** What the vendor sends for each kind; the words are those of `google.rpc.Code`. */
const SHAPES: Readonly<Record<VendorErrorKind, { readonly status: number; readonly word: string }>> = {
  'invalid-request': { status: 400, word: 'INVALID_ARGUMENT' },
  'context-length': { status: 400, word: 'INVALID_ARGUMENT' },
  'content-filter': { status: 400, word: 'INVALID_ARGUMENT' },
  'tool-call': { status: 400, word: 'INVALID_ARGUMENT' },
  auth: { status: 401, word: 'UNAUTHENTICATED' },
  quota: { status: 402, word: 'RESOURCE_EXHAUSTED' },
  permission: { status: 403, word: 'PERMISSION_DENIED' },
  'not-found': { status: 404, word: 'NOT_FOUND' },
  conflict: { status: 409, word: 'ABORTED' },
  'too-large': { status: 413, word: 'INVALID_ARGUMENT' },
  'rate-limit': { status: 429, word: 'RESOURCE_EXHAUSTED' },
  server: { status: 500, word: 'INTERNAL' },
  unknown: { status: 500, word: 'UNKNOWN' },
  overloaded: { status: 503, word: 'UNAVAILABLE' },
  timeout: { status: 504, word: 'DEADLINE_EXCEEDED' },
};

/** kinds that share their status with others have a reason beside. */
const REASONS: Readonly<Partial<Record<VendorErrorKind, string>>> = {
  'context-length': 'CONTEXT_LENGTH_EXCEEDED',
  'content-filter': 'CONTENT_FILTERED',
  'tool-call': 'TOOL_CALL_UNREADABLE',
  unknown: 'UNKNOWN_ERROR',
};

const KIND_OF_REASON: Readonly<Record<string, VendorErrorKind>> = {
  API_KEY_INVALID: 'auth',
  CONTEXT_LENGTH_EXCEEDED: 'context-length',
  CONTENT_FILTERED: 'content-filter',
  TOOL_CALL_UNREADABLE: 'tool-call',
  UNKNOWN_ERROR: 'unknown',
};

/** the status comes first: 402 has the word of 429. */
const KIND_OF_STATUS: Readonly<Record<number, VendorErrorKind>> = {
  400: 'invalid-request',
  401: 'auth',
  402: 'quota',
  403: 'permission',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  413: 'too-large',
  429: 'rate-limit',
  500: 'server',
  503: 'overloaded',
  504: 'timeout',
};

/** for answers whose own status is not that of an error. */
const KINDS: Readonly<Record<string, VendorErrorKind>> = {
  INVALID_ARGUMENT: 'invalid-request',
  FAILED_PRECONDITION: 'invalid-request',
  OUT_OF_RANGE: 'invalid-request',
  UNAUTHENTICATED: 'auth',
  PERMISSION_DENIED: 'permission',
  NOT_FOUND: 'not-found',
  ABORTED: 'conflict',
  ALREADY_EXISTS: 'conflict',
  RESOURCE_EXHAUSTED: 'rate-limit',
  CANCELLED: 'timeout',
  INTERNAL: 'server',
  UNAVAILABLE: 'overloaded',
  DEADLINE_EXCEEDED: 'timeout',
};

/** there is no word for a prompt that is too long. */
const TOO_LONG = /token count .*exceeds|exceeds the maximum number of (input )?tokens/i;

function kindOf(status: number, word: string | undefined, reason: string | undefined, text: string): VendorErrorKind {
  const byReason = reason === undefined ? undefined : KIND_OF_REASON[reason];
  const byWord = word === undefined ? undefined : KINDS[word];
  const said = byReason ?? KIND_OF_STATUS[status] ?? byWord ?? kindOfRange(status);
  return said === 'invalid-request' && TOO_LONG.test(text) ? 'context-length' : said;
}

function kindOfRange(status: number): VendorErrorKind {
  if (status >= 500) return 'server';
  return status >= 400 ? 'invalid-request' : 'unknown';
}

const TYPE = 'type.googleapis.com/google.rpc.';

function detailsOf({ kind, vendorCode, retryAfter }: VendorError): readonly WireErrorDetail[] {
  const reason = vendorCode ?? REASONS[kind];
  return [
    ...(reason === undefined ? [] : [{ '@type': `${TYPE}ErrorInfo`, reason, domain: 'googleapis.com' } as const]),
    ...(retryAfter === undefined ? [] : [{ '@type': `${TYPE}RetryInfo`, retryDelay: `${retryAfter / 1000}s` } as const]),
  ];
}

const detailOf = (details: readonly JsonObject[], name: string): JsonObject =>
  details.find((detail) => readText(detail['@type'])?.endsWith(`.${name}`)) ?? {};

/** milliseconds of a `retryDelay` such as `12.5s`. */
function delayIn(details: readonly JsonObject[]): number | undefined {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(readText(detailOf(details, 'RetryInfo').retryDelay) ?? '') ?? [];
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}

/** an error may be the first of a list; the client gives it as JSON in a text. */
function errorIn(body: Json): JsonObject {
  const [first] = Array.isArray(body) ? body : [body];
  return readObject(readObject(first).error);
}

/** an answer that is no JSON, such as a proxy's page: its first words, where they are words. */
function summaryOf(status: number, body: Json): string {
  const words = typeof body === 'string' && !body.trimStart().startsWith('<') ? body.trim().slice(0, 200) : '';
  return words === '' ? `the vendor answered with status ${status}` : words;
}

function asJson(body: unknown): Json {
  if (typeof body === 'string') return parse(body);
  return isJsonObject(body) || isJson(body) ? body : null;
}

const isJson = (body: unknown): body is readonly Json[] => Array.isArray(body);

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
