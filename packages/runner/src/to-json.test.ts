import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toJson } from './to-json.ts';

class Point {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
}

class Hidden {
  readonly #secret = 1;
  read() {
    return this.#secret;
  }
}

test('what JSON cannot hold is said plainly', () => {
  const cycle: Record<string, unknown> = { id: 10n };
  cycle.self = cycle;
  expect(toJson(cycle)).toEqual({ id: '10', self: '[circular]' });
  expect(toJson({ at: new Date(0), url: new URL('https://a.example/') })).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    url: 'https://a.example/',
  });
  expect(toJson(new Map([['k', 1]]))).toEqual({ k: 1 });
  expect(toJson(new Map([[{ a: 1 }, new Set([2])]]))).toEqual([[{ a: 1 }, [2]]]);
  expect(toJson(new TypeError('x', { cause: 'secret' }))).toEqual({ name: 'TypeError', message: 'x' });
  expect(toJson([Number.NaN, Number.NEGATIVE_INFINITY, undefined, Symbol('s')])).toEqual(['NaN', '-Infinity', null, 'Symbol(s)']);
  expect(toJson(new Uint8Array(3))).toBe('[binary, 3 bytes]');
  expect(toJson({ f: function name() {}, u: undefined })).toEqual({ f: '[function name]' });
});

test('an instance shows its fields, and one that shows none its class', () => {
  expect(toJson({ point: new Point(1, 2), hidden: new Hidden() })).toEqual({ point: { x: 1, y: 2 }, hidden: '[Hidden]' });
  expect(toJson(Object.create(null))).toEqual({});
});

test('one object in two places is no cycle, and what throws when read does not end the run', () => {
  const shared = { a: 1 };
  expect(toJson([shared, shared])).toEqual([shared, shared]);
  const mean = {
    get trap() {
      throw new Error('no');
    },
  };
  expect(toJson({ mean, ok: 1 })).toEqual({ mean: '[unreadable: no]', ok: 1 });
  const deep = Array.from({ length: 10_000 }).reduce<unknown>((inner) => [inner], 1);
  expect(JSON.stringify(toJson(deep))).toContain('[too deep]');
});

test('JSON comes back as it is, also with keys such as __proto__', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => void expect(toJson(value)).toEqual(JSON.parse(JSON.stringify(value)))),
  );
  expect(Object.keys(Object(toJson(JSON.parse('{"__proto__":{"a":1}}'))))).toEqual(['__proto__']);
});

test('any value at all becomes JSON', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withNullPrototype: true,
  });
  fc.assert(fc.property(anything, (value) => void expect(JSON.parse(JSON.stringify(toJson(value)))).toEqual(toJson(value))));
});

test('one object in very many places is said in as many as there is room for', () => {
  const twice = (value: unknown) => [value, value];
  const doubled = Array.from({ length: 60 }).reduce<unknown>(twice, 'x');
  const text = JSON.stringify(toJson({ doubled, after: {} }));
  expect(text.length).toBeLessThan(5_000_000);
  expect(text).toContain('[too large]');
  const long = Array.from({ length: 30 }).reduce<unknown>(twice, 'x'.repeat(100_000));
  expect(JSON.stringify(toJson(long)).length).toBeLessThan(150_000_000);
  class Fresh {
    toJSON = () => [new Fresh(), new Fresh()];
  }
  expect(JSON.stringify(toJson(new Fresh()))).toContain('[too large]');
  expect(toJson({ holes: Array(2 ** 32 - 1), ok: 1 })).toEqual({ holes: '[too large]', ok: 1 });
  expect(toJson(Array(300_000).fill(1))).toHaveLength(300_000);
});
