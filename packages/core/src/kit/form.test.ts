import { expect, test } from 'vitest';
import type { JsonObject } from '../json/json.ts';
import { applyForm, keepForm } from './form.ts';

test('fields and spellings that are deeper than what may be sent are not kept', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  const wire: JsonObject = { a: deep, b: deep, c: 1, d: 'two' };
  const kept = keepForm(wire, { a: 1, d: 2 }, ['a', 'd']);
  expect(kept).toEqual({ fields: { c: 1 }, form: { of: expect.any(String), set: { d: 'two' } } });
  expect(applyForm({ a: 1, d: 2 }, kept)).toEqual({ a: 1, c: 1, d: 'two' });
});
