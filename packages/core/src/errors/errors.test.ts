import { expect, test } from 'vitest';
import { LossError } from './loss-error.ts';
import { textOfThrown } from './text-of-thrown.ts';
import { ToolDefinitionError } from './tool-definition-error.ts';
import { ToolExecutionError } from './tool-execution-error.ts';
import { ToolInputError } from './tool-input-error.ts';
import { isToolglotError } from './toolglot-error.ts';
import { UnsupportedError } from './unsupported-error.ts';
import { VendorError, type VendorErrorKind } from './vendor-error.ts';
import { WireError } from './wire-error.ts';

test('messages say what, where and what was expected', () => {
  const messages = [
    new WireError('choices[0]', 'an object', null),
    new UnsupportedError('images in results', 'test:model', 'send them as a user message'),
    new ToolDefinitionError('pay', 'input.properties.day', 'a Date has no JSON; use z.iso.date()'),
    new ToolInputError('pay', [{ path: ['orders', 0, 'id'], message: 'expected string, received number' }]),
    new ToolExecutionError('pay', { cause: new Error('no such order') }),
    new LossError([{ code: 'c', path: 'tools[0]', effect: 'dropped', severity: 'lost', message: 'gone' }]),
  ].map(({ message }) => message);
  expect(messages).toEqual([
    'choices[0]: expected an object, received null',
    'test:model does not support images in results: send them as a user message',
    "tool 'pay', input.properties.day: a Date has no JSON; use z.iso.date()",
    "arguments of 'pay' do not fit: at orders[0].id: expected string, received number",
    "tool 'pay' failed: no such order",
    'the request would lose tools[0]: gone',
  ]);
});

test('an error of another copy of the package is known by its brand', () => {
  const error = new UnsupportedError('x', 'y');
  const foreign = Object.defineProperty(new Error('x'), Symbol.for('toolglot.error'), { value: true });
  expect([error, foreign, new Error('x'), {}, null].map(isToolglotError)).toEqual([true, true, false, false, false]);
  expect(error.name).toBe('UnsupportedError');
});

test('a vendor’s own word on another try goes before the kind', () => {
  const retryable = (kind: VendorErrorKind, shouldRetry?: boolean) =>
    new VendorError('m', { status: 500, kind, ...(shouldRetry !== undefined && { shouldRetry }) }).retryable;
  expect([retryable('server'), retryable('rate-limit'), retryable('quota'), retryable('invalid-request')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([retryable('server', false), retryable('invalid-request', true)]).toEqual([false, true]);
});

test('fields that a vendor does not give are absent', () => {
  expect(Object.keys(new VendorError('m', { status: 400, kind: 'auth' }))).not.toContain('retryAfter');
});

test('whatever was thrown has a text, and nothing that is asked of it throws', () => {
  const bare = Object.create(null);
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const trap = () => {
    throw bare;
  };
  const mean = new Proxy(new Error('m'), { has: trap, get: trap });
  const thrown = [new Error('why'), 'text', undefined, Symbol('s'), 5n, bare, proxy, mean];
  expect(thrown.map(textOfThrown)).toEqual([
    ...['why', 'text', 'undefined', 'Symbol(s)', '5', 'an object that is no error', 'an object that is no error'],
    'what was thrown cannot be read',
  ]);
  expect(thrown.map(isToolglotError)).toEqual(thrown.map(() => false));
  expect(new ToolExecutionError('pay', { cause: mean }).message).toBe("tool 'pay' failed: what was thrown cannot be read");
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  expect(new WireError('body', 'a text', cycle).message).toBe('body: expected a text, received object');
});

test('an error about a client, or its options, in a wrong place does not tell its key', () => {
  class Client {
    readonly apiKey = 'sk-1';
  }
  const received = (value: unknown) => new WireError('body', 'a text', value).message.replace(/^.*, received /, '');
  expect(received(new Client())).toBe('object of class Client');
  expect(received(new (class {})())).toBe('object of class without a name');
  expect(received({ baseURL: '/', apiKey: 'sk-1', headers: { Authorization: 'Bearer sk-1' }, maxTokens: 3 })).toBe(
    'object {"baseURL":"/","apiKey":"…","headers":{"Authorization":"…"},"maxTokens":3}',
  );
});
