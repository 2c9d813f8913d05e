import {
  defined,
  type EncodedError,
  type Headers,
  isJsonObject,
  type Json,
  VendorError,
  type VendorErrorKind,
} from '@toolglot/core';
import { decodeRetryHeaders, encodeRetryHeaders, readObject, readText } from '@toolglot/core/kit';
import type { WireError, WireErrorBody, WireErrorCode } from './wire.ts';

/** An error as this vendor sends it, with the status that belongs to its type. The kind survives. */
export function encodeError(error: VendorError): EncodedError {
  const { status, type } = SHAPES[error.kind];
  const said = error.type !== undefined && KINDS[error.type] === error.kind ? error.type : type;
  const code = error.vendorCode ?? CODES[error.kind];
  const details: WireErrorCode = code === undefined ? {} : { details: { error_code: code } };
  const spoken = { type: said, message: error.message } satisfies WireError;
  const body: WireErrorBody = { type: 'error', error: { ...spoken, ...details }, request_id: error.requestId ?? null };
  return { status, body, headers: encodeRetryHeaders(error) };
}

/** The error in an answer: by its code, its type, then its status, since proxies answer without either. */
export function decodeError(status: number, body: unknown, headers: Headers = {}): VendorError {
  const json = asJson(body);
  const { error, request_id: requestId, message } = readObject(json);
  const said = readObject(error);
  const text = readText(said.message) ?? readText(error) ?? readText(message) ?? summaryOf(status, json);
  const type = readText(said.type);
  const vendorCode = readText(readObject(said.details).error_code);
  const fields = { type, vendorCode, requestId: readText(requestId) ?? headers['request-id'], body: json };
  const kind = kindOf(status, type, vendorCode, text);
  return new VendorError(text, { status, kind, provider: 'anthropic', ...decodeRetryHeaders(headers), ...defined(fields) });
}

/** What the vendor sends for each kind; see its page on errors. */
const SHAPES: Readonly<Record<VendorErrorKind, { readonly status: number; readonly type: string }>> = {
  'invalid-request': { status: 400, type: 'invalid_request_error' },
  'context-length': { status: 400, type: 'invalid_request_error' },
  'content-filter': { status: 400, type: 'invalid_request_error' },
  'tool-call': { status: 400, type: 'invalid_request_error' },
  auth: { status: 401, type: 'authentication_error' },
  quota: { status: 402, type: 'billing_error' },
  permission: { status: 403, type: 'permission_error' },
  'not-found': { status: 404, type: 'not_found_error' },
  conflict: { status: 409, type: 'conflict_error' },
  'too-large': { status: 413, type: 'request_too_large' },
  'rate-limit': { status: 429, type: 'rate_limit_error' },
  server: { status: 500, type: 'api_error' },
  unknown: { status: 500, type: 'unknown_error' },
  timeout: { status: 504, type: 'timeout_error' },
  overloaded: { status: 529, type: 'overloaded_error' },
};

/** kinds that share their type with others have a code beside. */
const CODES: Readonly<Partial<Record<VendorErrorKind, string>>> = {
  'context-length': 'context_length_exceeded',
  'content-filter': 'content_filtered',
  'tool-call': 'tool_call_unreadable',
};

const KIND_OF_CODE: Readonly<Record<string, VendorErrorKind>> = {
  context_length_exceeded: 'context-length',
  content_filtered: 'content-filter',
  tool_call_unreadable: 'tool-call',
  contract_spend_limit_reached: 'quota',
  enforced_spend_limit_reached: 'quota',
};

const KINDS: Readonly<Record<string, VendorErrorKind>> = {
  invalid_request_error: 'invalid-request',
  authentication_error: 'auth',
  billing_error: 'quota',
  permission_error: 'permission',
  not_found_error: 'not-found',
  conflict_error: 'conflict',
  request_too_large: 'too-large',
  rate_limit_error: 'rate-limit',
  api_error: 'server',
  unknown_error: 'unknown',
  timeout_error: 'timeout',
  overloaded_error: 'overloaded',
};

const KIND_OF_STATUS: Readonly<Record<number, VendorErrorKind>> = {
  400: 'invalid-request',
  401: 'auth',
  402: 'quota',
  403: 'permission',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  413: 'too-large',
  422: 'invalid-request',
  429: 'rate-limit',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
};

/** there is no type or code for a prompt that is too long, only words. */
const TOO_LONG = /prompt is too long|exceeds? the (maximum )?context|context (window|length)/i;

function kindOf(status: number, type: string | undefined, code: string | undefined, text: string): VendorErrorKind {
  const byCode = code === undefined ? undefined : KIND_OF_CODE[code];
  const said = byCode ?? (type === undefined ? undefined : KINDS[type]) ?? KIND_OF_STATUS[status] ?? kindOfRange(status);
  return said === 'invalid-request' && TOO_LONG.test(text) ? 'context-length' : said;
}

function kindOfRange(status: number): VendorErrorKind {
  if (status >= 500) return 'server';
  return status >= 400 ? 'invalid-request' : 'unknown';
}

/** an answer that is no JSON, such as a proxy's page: its first words, where they are words. */
function summaryOf(status: number, body: Json): string {
  const words = typeof body === 'string' && !body.trimStart().startsWith('<') ? body.trim().slice(0, 200) : '';
  return words === '' ? `the vendor answered with status ${status}` : words;
}

function asJson(body: unknown): Json {
  if (typeof body === 'string') return parse(body);
  return isJsonObject(body) ? body : null;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
