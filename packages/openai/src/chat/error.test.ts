import { VendorError, type VendorErrorKind } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { decodeError, encodeError } from './error.ts';

describe('bodies', () => {
  test.each<readonly [string, number, unknown, object]>([
    [
      'the own shape',
      400,
      { error: { message: 'm', type: 't', param: 'p', code: 'c' } },
      { message: 'm', type: 't', param: 'p', vendorCode: 'c' },
    ],
    ['a text for an error', 400, { error: 'm' }, { message: 'm' }],
    [
      'a list',
      400,
      [{ error: { code: 400, message: 'm', status: 'INVALID_ARGUMENT' } }],
      { message: 'm', type: 'INVALID_ARGUMENT' },
    ],
    ['fields at the top', 500, { code: 500, message: 'm', type: 'server_error' }, { message: 'm', kind: 'server' }],
    ['an object that says so', 422, { object: 'error', message: 'm' }, { message: 'm', kind: 'invalid-request' }],
    ['a detail', 401, { detail: 'm' }, { message: 'm', kind: 'auth' }],
    ['details', 422, { detail: [{ msg: 'm', loc: [] }] }, { message: 'm' }],
    ['a router with the upstream text', 400, { error: { message: 'm', code: 400, metadata: { raw: 'r' } } }, { message: 'm: r' }],
    ['JSON as text', 400, '{"error":{"message":"m"}}', { message: 'm' }],
    ['text', 502, 'bad gateway', { message: 'bad gateway', kind: 'server' }],
    ['a page', 503, '<html><style>a{}</style><h1>Down</h1></html>', { message: 'Down', kind: 'overloaded' }],
    ['nothing', 500, undefined, { kind: 'server', message: 'the vendor answered with status 500 and no message' }],
    ['an empty text', 404, '', { kind: 'not-found' }],
    ['null', 429, null, { kind: 'rate-limit' }],
  ])('%s', (_name, status, body, expected) => {
    const error = decodeError(status, body, { 'x-request-id': 'req_1' });
    expect(error).toBeInstanceOf(VendorError);
    expect(error).toMatchObject({ status, requestId: 'req_1', ...expected });
  });
});

describe('kinds', () => {
  const kinds: readonly (readonly [number, string | number | null, string, VendorErrorKind])[] = [
    [429, 'rate_limit_exceeded', '', 'rate-limit'],
    [429, 'insufficient_quota', '', 'quota'],
    [401, 'invalid_api_key', '', 'auth'],
    [403, null, '', 'permission'],
    [404, 'model_not_found', '', 'not-found'],
    [408, null, '', 'timeout'],
    [409, null, '', 'conflict'],
    [413, null, '', 'too-large'],
    [503, null, '', 'overloaded'],
    [500, null, '', 'server'],
    [400, 'context_length_exceeded', '', 'context-length'],
    [400, null, 'Your input exceeds the context window of this model', 'context-length'],
    [400, null, "This model's maximum prompt length is 131072", 'context-length'],
    [413, null, 'prompt is too long', 'context-length'],
    [401, null, 'no key for a context window of this size', 'auth'],
    [429, null, 'too many tokens a minute', 'rate-limit'],
    [400, 'content_filter', '', 'content-filter'],
    [400, 'tool_use_failed', '', 'tool-call'],
    [400, 'invalid_type', '', 'invalid-request'],
    [200, 429, '', 'rate-limit'],
    [200, null, '', 'unknown'],
  ];

  test.each(kinds)('%i %s %s is %s, and survives', (status, code, message, kind) => {
    const error = decodeError(status, { error: { message, code } });
    expect(error.kind).toBe(kind);
    const encoded = encodeError(error);
    expect(encoded.status).toBeGreaterThanOrEqual(400);
    expect(decodeError(encoded.status, encoded.body, encoded.headers).kind).toBe(kind);
  });

  test.each([...new Set(kinds.map(([, , , kind]) => kind))])('%s of another vendor survives', (kind) => {
    const { status, body, headers } = encodeError(new VendorError('m', { status: 400, kind, type: 'other', vendorCode: 'odd' }));
    expect(decodeError(status, body, headers)).toMatchObject({ kind, message: 'm' });
  });
});

describe('headers', () => {
  test.each([
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:27:00 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('%j asks to wait %j ms', (headers, retryAfter) => {
    expect(decodeError(429, {}, { ...headers }).retryAfter).toBe(retryAfter);
  });

  test('what the vendor says of another try goes before the kind', () => {
    expect(decodeError(500, {}, { 'x-should-retry': 'false' }).retryable).toBe(false);
    expect(decodeError(400, {}, { 'x-should-retry': 'true' }).retryable).toBe(true);
    expect(decodeError(429, { error: { code: 'insufficient_quota' } }).retryable).toBe(false);
    expect(decodeError(429, {}).retryable).toBe(true);
  });

  test('all of it comes back', () => {
    const body = {
      error: { message: 'm', type: 'invalid_request_error', param: null, code: 'tool_use_failed', failed_generation: '<f>' },
    };
    const headers = { 'retry-after-ms': '1500', 'retry-after': '2', 'x-should-retry': 'true', 'x-request-id': 'r' };
    const error = decodeError(400, body, headers);
    expect(error).toMatchObject({
      kind: 'tool-call',
      failedGeneration: '<f>',
      retryAfter: 1500,
      requestId: 'r',
      retryable: true,
    });
    expect(encodeError(error)).toEqual({ status: 400, body, headers });
  });
});
