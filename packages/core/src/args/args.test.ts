import { describe, expect, test } from 'vitest';
import { sealPart } from '../ir/seal.ts';
import { ownArgsText, readArgs, writeArgs } from './args.ts';

const call = (value: unknown) => sealPart({ type: 'tool-call' as const, id: 'c', name: 'f', ...readArgs(value) });

describe('readArgs', () => {
  test.each(['', '  \n', null, undefined])('no text is no arguments: %j', (value) => {
    expect(readArgs(value)).toMatchObject({ args: {} });
    expect(readArgs(value).fault).toBeUndefined();
    expect(writeArgs(call(value))).toBe('{}');
  });

  test('an object is taken as it is, and has no text', () => {
    expect(readArgs({ city: '北京' })).toEqual({ args: { city: '北京' } });
  });

  test('JSON in a JSON string is parsed once more, when that gives an object', () => {
    expect(readArgs('"{\\"a\\":1}"')).toEqual({ args: { a: 1 }, argsText: '"{\\"a\\":1}"' });
    expect(readArgs('"[1]"').fault?.code).toBe('not-an-object');
    expect(readArgs('"\\"{}\\""').fault?.code).toBe('not-an-object');
  });

  test.each(['{}{"a":1}', '{"a":', 'a', '{"a":1}}'])('text that is not one JSON value is a fault and stays: %s', (text) => {
    expect(readArgs(text)).toMatchObject({ args: {}, argsText: text, fault: { code: 'invalid-json' } });
  });

  test.each(['[]', '1', 'null', '"a"', 'true'])('JSON that is no object is a fault: %s', (text) => {
    expect(readArgs(text)).toMatchObject({ args: {}, argsText: text, fault: { code: 'not-an-object' } });
  });

  test('a value that is no object is a fault, and its text is kept', () => {
    expect(readArgs([1])).toMatchObject({ args: {}, argsText: '[1]', fault: { code: 'not-an-object' } });
  });

  test('arguments nested deeper than any are meant are a fault, before they fill a stack', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(readArgs(nested(200)).fault).toBeUndefined();
    const fault = { code: 'invalid-json', message: 'the arguments are nested more than 200 levels deep' };
    expect(readArgs(nested(201))).toEqual({ args: {}, argsText: nested(201), fault });
    expect(readArgs(JSON.stringify(nested(201)))).toMatchObject({ args: {}, fault });
    expect(readArgs(JSON.parse(nested(100_000)))).toEqual({ args: {}, fault });
    expect(readArgs(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toEqual({ args: {}, fault });
  });

  test('a key named __proto__ is a key like any other', () => {
    expect(Object.keys(readArgs('{"__proto__":{"a":1}}').args)).toEqual(['__proto__']);
  });

  test('a great integer is whole where there is text, and a fault where there is none', () => {
    expect(readArgs('{"id":2512292042121000001}').fault).toBeUndefined();
    expect(readArgs({ deep: [{ id: 2 ** 60 }] })).toMatchObject({ args: {}, fault: { code: 'unsafe-integer' } });
    expect(readArgs({ id: 2 ** 53 - 1, share: 0.1 }).fault).toBeUndefined();
  });
});

describe('writeArgs', () => {
  test('the text is sent byte for byte while the call is as it was', () => {
    const great = call('{ "id": 2512292042121000001 }');
    expect(writeArgs(great)).toBe('{ "id": 2512292042121000001 }');
    expect(writeArgs({ ...great, args: { id: 1 } })).toBe('{"id":1}');
  });

  test('what could not be read is an empty object, and its text is at hand', () => {
    expect(writeArgs(call('{"a":'))).toBe('{}');
    expect(ownArgsText(call('{"a":'))).toBe('{"a":');
    expect(ownArgsText(call(''))).toBe('');
  });
});
