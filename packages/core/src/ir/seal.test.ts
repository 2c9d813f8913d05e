import { expect, test } from 'vitest';
import { isSealed, sealPart, translatePart } from './seal.ts';

const call = sealPart({ type: 'tool-call', id: 'a', name: 'get_weather', args: { city: '北京', unit: 'c' } });

test('a sealed part is as it was, whatever the order of its keys', () => {
  expect(isSealed({ ...call, args: { unit: 'c', city: '北京' } })).toBe(true);
  expect(isSealed({ ...call, id: 'b' })).toBe(true);
});

test('an edit breaks the seal', () => {
  expect(isSealed({ ...call, args: { city: '上海' } })).toBe(false);
  expect(isSealed({ ...call, name: 'other' })).toBe(false);
});

test('a translation keeps a whole seal and does not mend a broken one', () => {
  expect(isSealed(translatePart(call, { name: 'other' }))).toBe(true);
  expect(isSealed(translatePart({ ...call, args: {} }, { name: 'other' }))).toBe(false);
});
