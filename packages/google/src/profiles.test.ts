import { describe, expect, test } from 'vitest';
import { googleProfile } from './profiles.ts';

interface Facts {
  readonly thinking: 'level' | 'budget' | 'none';
  readonly off: boolean;
  readonly demandsSignatures: boolean;
  readonly mediaInResults: boolean;
  readonly hosted: 'flag' | 'refuse';
}

const newest: Facts = { thinking: 'level', off: false, demandsSignatures: true, mediaInResults: true, hosted: 'flag' };
const budget: Facts = { thinking: 'budget', off: true, demandsSignatures: false, mediaInResults: false, hosted: 'refuse' };
const plain: Facts = { ...budget, thinking: 'none', off: false };

const facts: Readonly<Record<string, Facts>> = {
  'gemini-3-pro-preview': newest,
  'gemini-3.1-flash-lite': newest,
  'gemini-3.6-flash': newest,
  'gemini-flash-latest': newest,
  'gemini-2.5-pro': { ...budget, off: false },
  'gemini-2.5-flash': budget,
  'gemini-2.5-flash-lite': budget,
  'gemini-2.0-flash': plain,
  'gemini-1.5-pro-002': plain,
};

describe.each(Object.entries(facts))('%s', (id, expected) => {
  test('is known by its id', () => {
    const { name, reasoning, results, settings, hostedBesideFunctions } = googleProfile(id);
    const thinks = settings.allow.some((setting) => setting.startsWith('reasoning'));
    expect(name).toBe(`google:${id}`);
    expect({
      thinking: thinks ? (reasoning.budgetOnly ? 'budget' : 'level') : 'none',
      off: reasoning.off,
      demandsSignatures: reasoning.sentinel !== undefined,
      mediaInResults: results.media.length > 0,
      hosted: hostedBesideFunctions,
    }).toEqual(expected);
  });
});

test('a model that nobody knows yet is taken for the newest, whatever its id stands behind', () => {
  expect(googleProfile('gemini-9')).toEqual({ ...googleProfile('gemini-3.6-flash'), name: 'google:gemini-9' });
  expect(googleProfile('google:models/gemini-2.5-pro')).toEqual(googleProfile('gemini-2.5-pro'));
});
