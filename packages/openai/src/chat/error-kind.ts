import type { VendorError, VendorErrorKind } from '@toolglot/core';

interface Words {
  readonly status: number;
  readonly code: string | undefined;
  readonly type: string | undefined;
  readonly message: string;
}

/** What an error is about: what its code says, else its status, else its words. */
export function kindOf({ status, code, type, message }: Words): VendorErrorKind {
  const spoken = byWord.get(code?.toLowerCase()) ?? byWord.get(type?.toLowerCase());
  if (spoken !== undefined) return spoken;
  const http = status < 400 ? Number(code) : status;
  const kind = byStatus.get(http) ?? (http >= 500 && http < 600 ? 'server' : 'unknown');
  return REFINED.has(kind) && TOO_LONG.test(message) ? 'context-length' : kind;
}

/** Words that `kindOf` reads as the error's own kind: its own where they do, else OpenAI's. */
export function spellKind(error: VendorError): { readonly status: number; readonly type: string; readonly code: string | null } {
  const { status, kind, type, vendorCode, message } = error;
  const own = status >= 400 && kindOf({ status, code: vendorCode, type, message }) === kind;
  return own ? { status, type: type ?? typeOf(status), code: vendorCode ?? null } : SPELLED[kind];
}

const typeOf = (status: number) => (status >= 500 ? 'server_error' : 'invalid_request_error');

const byWord: ReadonlyMap<string | undefined, VendorErrorKind> = new Map<string | undefined, VendorErrorKind>([
  ['insufficient_quota', 'quota'],
  ['billing_hard_limit_reached', 'quota'],
  ['rate_limit_exceeded', 'rate-limit'],
  ['context_length_exceeded', 'context-length'],
  ['too_many_prompt_tokens', 'context-length'],
  ['too_many_tokens', 'context-length'],
  ['content_filter', 'content-filter'],
  ['content_policy_violation', 'content-filter'],
  ['tool_use_failed', 'tool-call'],
  ['invalid_value', 'invalid-request'],
  ['request_too_large', 'too-large'],
  ['internal_error', 'server'],
  ['unknown_error', 'unknown'],
]);

const byStatus: ReadonlyMap<number, VendorErrorKind> = new Map<number, VendorErrorKind>([
  [400, 'invalid-request'],
  [401, 'auth'],
  [402, 'quota'],
  [403, 'permission'],
  [404, 'not-found'],
  [405, 'invalid-request'],
  [408, 'timeout'],
  [409, 'conflict'],
  [413, 'too-large'],
  [415, 'invalid-request'],
  [422, 'invalid-request'],
  [429, 'rate-limit'],
  [503, 'overloaded'],
  [529, 'overloaded'],
]);

/** kinds that may turn out to be a prompt that is too long. */
const REFINED: ReadonlySet<VendorErrorKind> = new Set(['invalid-request', 'too-large', 'server', 'unknown']);

/** how vendors of this format say it when they have no code for it. */
const TOO_LONG =
  /context (window|length)|too many tokens|maximum prompt length|exceeded model token limit|length of (the|all) messages|prompt (is )?too long/i;

const SPELLED: Readonly<
  Record<VendorErrorKind, { readonly status: number; readonly type: string; readonly code: string | null }>
> = {
  'rate-limit': { status: 429, type: 'requests', code: 'rate_limit_exceeded' },
  quota: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  auth: { status: 401, type: 'invalid_request_error', code: 'invalid_api_key' },
  permission: { status: 403, type: 'invalid_request_error', code: null },
  'not-found': { status: 404, type: 'invalid_request_error', code: null },
  overloaded: { status: 503, type: 'server_error', code: null },
  timeout: { status: 408, type: 'invalid_request_error', code: null },
  conflict: { status: 409, type: 'invalid_request_error', code: null },
  'invalid-request': { status: 400, type: 'invalid_request_error', code: 'invalid_value' },
  'context-length': { status: 400, type: 'invalid_request_error', code: 'context_length_exceeded' },
  'too-large': { status: 413, type: 'invalid_request_error', code: 'request_too_large' },
  'content-filter': { status: 400, type: 'invalid_request_error', code: 'content_filter' },
  'tool-call': { status: 400, type: 'invalid_request_error', code: 'tool_use_failed' },
  server: { status: 500, type: 'server_error', code: 'internal_error' },
  unknown: { status: 400, type: 'invalid_request_error', code: 'unknown_error' },
};
