import { VendorError, type VendorErrorKind } from '@toolglot/core';
import { expect, test } from 'vitest';
import { decodeError, encodeError } from './error.ts';

const kinds: readonly VendorErrorKind[] = [
  ...([
    'rate-limit',
    'quota',
    'auth',
    'permission',
    'not-found',
    'overloaded',
    'timeout',
    'conflict',
    'invalid-request',
  ] as const),
  ...(['context-length', 'too-large', 'content-filter', 'tool-call', 'server', 'unknown'] as const),
];

test.each(kinds)('the kind %s survives', (kind) => {
  const { status, body, headers } = encodeError(
    new VendorError('no', { status: 418, kind, requestId: 'req-1', retryAfter: 1500 }),
  );
  expect(decodeError(status, body, headers)).toMatchObject({ kind, message: 'no', requestId: 'req-1', retryAfter: 1500 });
});

test.each<[number, string, VendorErrorKind]>([
  [400, 'ValidationException:http://internal.amazon.com/coral/com.amazon.bedrock/', 'invalid-request'],
  [400, 'com.amazon.coral.service#ExpiredTokenException', 'auth'],
  [429, 'ThrottlingException', 'rate-limit'],
  [429, 'ModelNotReadyException', 'overloaded'],
  [424, 'ModelErrorException', 'server'],
  [424, 'modelStreamErrorException', 'server'],
  [408, 'ModelTimeoutException', 'timeout'],
  [400, 'ServiceQuotaExceededException', 'quota'],
  [403, 'AnExceptionOfNextYear', 'permission'],
])('status %i with type %s is %s', (status, type, kind) => {
  const said = type.split(':')[0]?.split('#').at(-1);
  expect(decodeError(status, { message: 'no' }, { 'x-amzn-errortype': type })).toMatchObject({ kind, type: said });
  expect(decodeError(status, { __type: type, Message: 'no' })).toMatchObject({ kind, type: said, message: 'no' });
});

test.each([
  'The model returned the following errors: Input Tokens Exceeded: Number of input tokens exceeds maximum length.',
  'Input is too long for requested model.',
  'The model returned the following errors: prompt is too long: 250000 tokens > 200000 maximum',
])('a prompt that is too long is known by its words: %s', (message) => {
  expect(decodeError(400, { message }).kind).toBe('context-length');
  expect(decodeError(500, { message }).kind).toBe('server');
});

test.each<[number, VendorErrorKind]>([
  [400, 'invalid-request'],
  [401, 'auth'],
  [404, 'not-found'],
  [418, 'invalid-request'],
  [502, 'server'],
  [503, 'overloaded'],
  [302, 'unknown'],
])('without a type, status %i is %s', (status, kind) => expect(decodeError(status, undefined).kind).toBe(kind));

test('an answer that is no JSON is an error with its first words, unless it is a page', () => {
  expect(decodeError(503, 'upstream is down').message).toBe('upstream is down');
  expect(decodeError(502, '<html>').message).toBe('the vendor answered with status 502');
  expect(decodeError(400, '{"message":"no"}').message).toBe('no');
});
