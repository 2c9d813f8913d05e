import { expect, test } from 'vitest';
import { noColours, noShapes } from './fixtures/plain-codec.ts';
import { ruleSuite } from './index.ts';

const problems = (...input: Parameters<typeof ruleSuite>) => ruleSuite(...input).flatMap(({ problem }) => problem ?? []);
const cases = [
  { rule: 'no-colours', body: { colour: 1 } },
  { rule: 'no-shapes', body: { shape: 1 } },
];

test('rules whose cases break them alone are well', () => {
  expect(ruleSuite([noColours, noShapes], cases)).toEqual([{ rule: 'no-colours' }, { rule: 'no-shapes' }]);
});

test('a rule without a case, a case without a rule and a doubled rule are named', () => {
  expect(problems([noColours, noColours], cases)).toEqual([
    'no-colours: is there twice',
    'no-colours: its case breaks no-colours, no-colours',
    'no-shapes: is no rule',
  ]);
  expect(problems([noColours, noShapes], cases.slice(1))).toEqual(['no-colours: has no case']);
});

test('a case that breaks nothing, or another rule too, is named', () => {
  const bad = [
    { rule: 'no-colours', body: null },
    { rule: 'no-shapes', body: { shape: 1, colour: 1 } },
  ];
  expect(problems([noColours, noShapes], bad)).toEqual([
    'no-colours: is not broken by its case',
    'no-shapes: its case breaks no-colours, no-shapes',
  ]);
});
