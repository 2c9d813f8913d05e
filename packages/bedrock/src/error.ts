import {
  defined,
  type EncodedError,
  type Headers,
  isJsonObject,
  type Json,
  VendorError,
  type VendorErrorKind,
} from '@toolglot/core';
import { decodeRetryHeaders, encodeRetryHeaders, firstOf, readObject, readText } from '@toolglot/core/kit';
import { PROVIDER } from './fields.ts';

const TYPE = 'x-amzn-errortype';
const REQUEST_ID = 'x-amzn-requestid';

/** An error as this vendor sends it, its type in a header. The kind survives. */
export function encodeError(error: VendorError): EncodedError {
  const { status, type } = SHAPES[error.kind];
  const said = error.type !== undefined && KINDS[error.type.toLowerCase()] === error.kind ? error.type : type;
  const reason = REASONS.has(error.kind) && { reason: error.kind };
  const id = error.requestId === undefined ? {} : { [REQUEST_ID]: error.requestId };
  return { status, body: { message: error.message, ...reason }, headers: { [TYPE]: said, ...id, ...encodeRetryHeaders(error) } };
}

/** The error in an answer: by its type, in a header or in the body, then by its status. */
export function decodeError(status: number, body: unknown, headers: Headers = {}): VendorError {
  const json = asJson(body);
  const { message, Message, __type, code, reason } = readObject(json);
  const text = firstOf(readText(message), readText(Message)) ?? summaryOf(status, json);
  const type = bareType(firstOf(headers[TYPE], readText(__type), readText(code)));
  const kind = KIND_OF_REASON[readText(reason) ?? ''] ?? kindOf(status, type, text);
  const fields = defined({ type, requestId: headers[REQUEST_ID], body: json });
  return new VendorError(text, { status, kind, provider: PROVIDER, ...decodeRetryHeaders(headers), ...fields });
}

/** What the vendor sends for each kind; see its pages on error codes. */
const SHAPES: Readonly<Record<VendorErrorKind, { readonly status: number; readonly type: string }>> = {
  'invalid-request': { status: 400, type: 'ValidationException' },
  'context-length': { status: 400, type: 'ValidationException' },
  'content-filter': { status: 400, type: 'ValidationException' },
  'tool-call': { status: 424, type: 'ModelErrorException' },
  auth: { status: 403, type: 'UnrecognizedClientException' },
  quota: { status: 400, type: 'ServiceQuotaExceededException' },
  permission: { status: 403, type: 'AccessDeniedException' },
  'not-found': { status: 404, type: 'ResourceNotFoundException' },
  conflict: { status: 409, type: 'ConflictException' },
  'too-large': { status: 413, type: 'RequestEntityTooLargeException' },
  'rate-limit': { status: 429, type: 'ThrottlingException' },
  server: { status: 500, type: 'InternalServerException' },
  unknown: { status: 500, type: 'UnknownError' },
  timeout: { status: 408, type: 'ModelTimeoutException' },
  overloaded: { status: 503, type: 'ServiceUnavailableException' },
};

/** kinds that share their type with others: our own fakes say the kind beside. */
const REASONS: ReadonlySet<VendorErrorKind> = new Set(['context-length', 'content-filter', 'tool-call']);

const KIND_OF_REASON: Readonly<Record<string, VendorErrorKind>> = Object.fromEntries([...REASONS].map((kind) => [kind, kind]));

/** types in lower case, since streams write them so at the head. */
const KINDS: Readonly<Record<string, VendorErrorKind>> = {
  validationexception: 'invalid-request',
  unrecognizedclientexception: 'auth',
  expiredtokenexception: 'auth',
  invalidsignatureexception: 'auth',
  incompletesignatureexception: 'auth',
  missingauthenticationtokenexception: 'auth',
  invalidclienttokenid: 'auth',
  accessdeniedexception: 'permission',
  optinrequired: 'permission',
  resourcenotfoundexception: 'not-found',
  servicequotaexceededexception: 'quota',
  throttlingexception: 'rate-limit',
  toomanyrequestsexception: 'rate-limit',
  requestentitytoolargeexception: 'too-large',
  conflictexception: 'conflict',
  modeltimeoutexception: 'timeout',
  requesttimeoutexception: 'timeout',
  modelnotreadyexception: 'overloaded',
  serviceunavailableexception: 'overloaded',
  serviceunavailable: 'overloaded',
  internalserverexception: 'server',
  internalfailure: 'server',
  modelerrorexception: 'server',
  modelstreamerrorexception: 'server',
  unknownerror: 'unknown',
};

const KIND_OF_STATUS: Readonly<Record<number, VendorErrorKind>> = {
  400: 'invalid-request',
  401: 'auth',
  403: 'permission',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  413: 'too-large',
  424: 'server',
  429: 'rate-limit',
  503: 'overloaded',
  504: 'timeout',
};

/** there is no type for a prompt that is too long, only the words of each model. */
const TOO_LONG =
  /input is too long|prompt is too long|input tokens exceeded|exceeds? (the )?(maximum )?(context|length)|context (window|length)/i;

function kindOf(status: number, type: string | undefined, text: string): VendorErrorKind {
  const said = (type === undefined ? undefined : KINDS[type.toLowerCase()]) ?? KIND_OF_STATUS[status] ?? kindOfRange(status);
  return said === 'invalid-request' && TOO_LONG.test(text) ? 'context-length' : said;
}

function kindOfRange(status: number): VendorErrorKind {
  if (status >= 500) return 'server';
  return status >= 400 ? 'invalid-request' : 'unknown';
}

/** without the namespace before it and the address behind it. */
function bareType(type: string | undefined): string | undefined {
  return type?.split(':')[0]?.split('#').at(-1) || undefined;
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
