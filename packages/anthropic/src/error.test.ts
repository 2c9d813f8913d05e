import { VendorError, type VendorErrorKind } from '@toolglot/core';
import { expect, test } from 'vitest';
import { decodeError, encodeError } from './error.ts';

const kinds: readonly VendorErrorKind[] = [
  'rate-limit',
  'quota',
  'auth',
  'permission',
  'not-found',
  'overloaded',
  'timeout',
  'conflict',
  'invalid-request',
  'context-length',
  'too-large',
  'content-filter',
  'tool-call',
  'server',
  'unknown',
];

test.each(kinds)('the kind %s survives', (kind) => {
  const { status, body, headers } = encodeError(
    new VendorError('no', { status: 499, kind, requestId: 'req_1', retryAfter: 1500 }),
  );
  expect(decodeError(status, body, headers)).toMatchObject({ kind, message: 'no', requestId: 'req_1', retryAfter: 1500 });
});

const said = (type: string, message = 'no', details?: object) => ({
  type: 'error',
  error: { type, message, ...(details && { details }) },
});

test.each<[string, number, unknown, VendorErrorKind, boolean]>([
  ['an overload', 529, said('overloaded_error'), 'overloaded', true],
  ['too many requests', 429, said('rate_limit_error'), 'rate-limit', true],
  ['a spent budget', 429, said('rate_limit_error', 'no', { error_code: 'enforced_spend_limit_reached' }), 'quota', false],
  [
    'a prompt that is too long',
    400,
    said('invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum'),
    'context-length',
    false,
  ],
  ['a body that is too large', 413, said('request_too_large'), 'too-large', false],
  ['a wrong key', 401, said('authentication_error'), 'auth', false],
  ['a fault of the vendor', 500, said('api_error'), 'server', true],
  ['an answer with no body', 503, '', 'overloaded', true],
  ["a proxy's page", 502, '<html><body>Bad gateway</body></html>', 'server', true],
  ['an error of Bedrock', 403, { message: 'not yours' }, 'permission', false],
  ['an error as text', 400, 'upstream says no', 'invalid-request', false],
])('%s is known by its type or status', (_name, status, body, kind, retryable) => {
  const error = decodeError(status, body);
  expect(error).toMatchObject({ status, kind, retryable, provider: 'anthropic' });
  expect(error.message).toMatch(/\w/);
  expect(error.message).not.toContain('<');
});

test.each<[Readonly<Record<string, string>>, object]>([
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, { retryAfter: 250 }],
  [{ 'retry-after': '2' }, { retryAfter: 2000 }],
  [{ date: 'Mon, 30 Nov 2026 21:00:00 GMT', 'retry-after': 'Mon, 30 Nov 2026 21:00:07 GMT' }, { retryAfter: 7000 }],
  [{ 'x-should-retry': 'false' }, { shouldRetry: false, retryable: false }],
  [{ 'request-id': 'req_9' }, { requestId: 'req_9' }],
])('the headers %j are read', (headers, expected) => {
  expect(decodeError(529, said('overloaded_error'), headers)).toMatchObject(expected);
});

test('the code of the vendor is kept', () => {
  const body = said('invalid_request_error', 'no', { error_code: 'tool_name_conflict' });
  expect(decodeError(400, body)).toMatchObject({ vendorCode: 'tool_name_conflict', type: 'invalid_request_error', body });
});
