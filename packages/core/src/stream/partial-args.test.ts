import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partialArgs } from './partial-args.ts';

const runs = { numRuns: Number(process.env.TOOLGLOT_RUNS ?? 50) };

test('arguments are read as far as they are written', async () => {
  const args = partialArgs();
  const seen: unknown[] = [];
  for (const piece of ['', '{"ci', 'ty":"上', '海","days":1', '2,"more":{"a":[1', ',2]}', '}']) {
    args.push(piece);
    seen.push(structuredClone(await args.read()));
  }
  expect(seen).toEqual([
    {},
    {},
    { city: '上' },
    { city: '上海' },
    { city: '上海', days: 12, more: { a: [] } },
    { city: '上海', days: 12, more: { a: [1, 2] } },
    { city: '上海', days: 12, more: { a: [1, 2] } },
  ]);
});

test('however the text is cut and however often one asks, the end is the whole, restored', async () => {
  const object = fc.dictionary(fc.constantFrom('a', 'b', 'city', '__proto__'), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(object, fc.integer({ min: 1, max: 5 }), async (value, size) => {
      const text = JSON.stringify(value);
      const args = partialArgs((of) => ({ wrapped: of }));
      for (let at = 0; at < text.length; at += size) {
        args.push(text.slice(at, at + size));
        if (at % 3 === 0) await args.read();
      }
      expect(JSON.stringify(await args.read())).toBe(JSON.stringify({ wrapped: JSON.parse(text) }));
      expect(JSON.stringify(await args.read())).toBe(JSON.stringify({ wrapped: JSON.parse(text) }));
    }),
    runs,
  );
});

test.each(['not JSON', '{"a":1}{"b":2}', '[1]', '"text"', '{"a": nul!'])('%s is read as far as it is an object', async (text) => {
  const args = partialArgs();
  for (const unit of text) args.push(unit);
  const read = await args.read();
  args.push('more');
  expect(await args.read()).toEqual(read);
  expect(Object.keys(read).every((key) => key === 'a')).toBe(true);
});

test('two who ask at once get the same', async () => {
  const args = partialArgs();
  args.push('{"a":"x');
  const first = args.read();
  args.push('y"');
  expect(await Promise.all([first, args.read()])).toEqual([{ a: 'xy' }, { a: 'xy' }]);
});
