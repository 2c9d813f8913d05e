import type { Headers, Json, Rule } from '@toolglot/core';

/** A minimal body that breaks one rule and no other. */
export interface RuleCase {
  readonly rule: string;
  readonly body: Json;
  readonly headers?: Headers;
}

/** What became of a rule; `problem` is absent where all is well. */
export interface RuleVerdict {
  readonly rule: string;
  readonly problem?: string;
}

/**
 * Checks that rules and cases belong together: each rule has a case, each case breaks its rule alone.
 *
 * @example
 * test.each(ruleSuite(rules, cases))('$rule is broken alone', ({ problem }) => expect(problem).toBeUndefined());
 */
export function ruleSuite(rules: readonly Rule[], cases: readonly RuleCase[]): readonly RuleVerdict[] {
  const known = new Set(rules.map(({ id }) => id));
  const missing = rules.filter(({ id }) => !cases.some(({ rule }) => rule === id)).map(({ id }) => verdict(id, 'has no case'));
  const doubled = rules.filter(({ id }, index) => rules.findIndex((rule) => rule.id === id) < index);
  return [
    ...missing,
    ...doubled.map(({ id }) => verdict(id, 'is there twice')),
    ...cases.map((each) => (known.has(each.rule) ? judge(rules, each) : verdict(each.rule, 'is no rule'))),
  ];
}

function judge(rules: readonly Rule[], { rule, body, headers }: RuleCase): RuleVerdict {
  const broken = rules.filter((each) => each.check(body, headers) !== undefined).map(({ id }) => id);
  if (broken.length === 1 && broken[0] === rule) return { rule };
  return verdict(rule, broken.length === 0 ? 'is not broken by its case' : `its case breaks ${broken.join(', ')}`);
}

function verdict(rule: string, problem: string): RuleVerdict {
  return { rule, problem: `${rule}: ${problem}` };
}
