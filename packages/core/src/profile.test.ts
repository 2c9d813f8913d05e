import { expect, test } from 'vitest';
import { target } from './lower/lower.fixtures.ts';
import { extendProfile, familyOf, matches } from './profile.ts';

test('changes are laid over a profile to any depth, and the base stays', () => {
  const base = target();
  const changed = extendProfile(base, { name: 'test:other', limits: { name: { max: 9 } }, media: ['image/*'] });
  expect(changed).toMatchObject({ name: 'test:other', provider: 'test', media: ['image/*'] });
  expect(changed.limits.name).toEqual({ pattern: base.limits.name.pattern, max: 9 });
  expect(base.limits.name.max).toBe(64);
});

test('a pattern with stars fits whole texts', () => {
  expect(matches('gpt-5*', 'gpt-5.4')).toBe(true);
  expect(matches('gpt-5*', 'my-gpt-5')).toBe(false);
  expect(matches('*', '')).toBe(true);
  expect(matches('image/*', 'image/png')).toBe(true);
  expect(matches('a.b', 'axb')).toBe(false);
});

test('the first family that fits a model is the model’s', () => {
  const families = [
    { match: 'gpt-5*', profile: { provider: 'a' } },
    { match: '*', profile: { provider: 'b' } },
  ];
  expect(familyOf(families, 'gpt-5-mini')?.profile.provider).toBe('a');
  expect(familyOf(families, 'o3')?.profile.provider).toBe('b');
  expect(familyOf([], 'o3')).toBeUndefined();
});
