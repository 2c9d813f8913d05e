import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical.ts';
import { defined } from './defined.ts';
import { digest } from './digest.ts';
import { copyAndFreeze } from './freeze.ts';

test('canonical JSON is the same whatever the order of the keys, and tells values apart', () => {
  expect(canonicalJson({ b: [{ d: 1, c: '北京' }], a: null })).toBe('{"a":null,"b":[{"c":"北京","d":1}]}');
  expect(canonicalJson({ a: 1, b: undefined })).toBe('{"a":1}');
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('a key named __proto__ is a key like any other', () => {
  const value = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}');
  expect(canonicalJson(value)).toBe('{"__proto__":{"a":1},"constructor":2}');
  expect(JSON.stringify(copyAndFreeze(value))).toBe('{"__proto__":{"a":1},"constructor":2}');
  expect(Object.getPrototypeOf(copyAndFreeze(value))).toBe(Object.prototype);
});

test('a copy is frozen to the depth, the source is not, and a frozen copy is copied for nothing', () => {
  const source = { a: [{ b: 1 }], gone: undefined };
  const copied = copyAndFreeze(source);
  expect(copied).toEqual({ a: [{ b: 1 }] });
  expect(Object.isFrozen(copied.a[0])).toBe(true);
  expect(Object.isFrozen(source.a)).toBe(false);
  expect(copyAndFreeze(copied)).toBe(copied);
  expect(copyAndFreeze({ again: copied }).again).toBe(copied);
});

test('what JSON cannot hold is refused', () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  expect(() => copyAndFreeze(cycle)).toThrow('cycle');
  expect(() => copyAndFreeze({ a: () => 1 })).toThrow('function');
});

test.each([
  ['a Date', new Date(0)],
  ['a Map', new Map()],
  ['a Uint8Array', new Uint8Array(1)],
  ['a bigint', 5n],
  ['a symbol', Symbol('s')],
])('%s would not come back from JSON as it was: it is refused, and the error says where', (what, value) => {
  expect(() => copyAndFreeze({ messages: [{ 'a b': value }] })).toThrow(
    `expected plain data, found ${what} at messages[0]["a b"]`,
  );
});

test('data as deep as no one writes it is refused before the stack is full', () => {
  const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  expect(JSON.stringify(copyAndFreeze(deep(500)))).toHaveLength(1_000);
  expect(() => copyAndFreeze(deep(100_000))).toThrow('expected plain data, found more than 500 levels at [0][0]');
});

test('a hole in a list is a member without a value', () => {
  // biome-ignore lint/suspicious/noSparseArray: that is what is tested
  expect(0 in copyAndFreeze([, 1])).toBe(true);
});

test('the same object in two places is no cycle', () => {
  const shared = { a: 1 };
  expect(copyAndFreeze([shared, shared])).toEqual([{ a: 1 }, { a: 1 }]);
});

test('a digest is short, plain and of the whole text', () => {
  expect(digest('a', 8)).toMatch(/^[0-9a-z]{8}$/);
  expect(digest('a')).not.toBe(digest('b'));
  expect(digest('a', 9)).toBe(digest('a').slice(0, 9));
});

test('members that are undefined are left out', () => {
  expect(Object.keys(defined({ a: 1, b: undefined }))).toEqual(['a']);
});
