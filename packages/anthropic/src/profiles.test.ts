import { describe, expect, test } from 'vitest';
import { thinkingModes } from './profile.ts';
import { anthropicProfile } from './profiles.ts';

interface Facts {
  readonly forced: boolean;
  readonly prefill: boolean;
  readonly midSystem: boolean;
  readonly sampling: boolean;
  readonly bound: boolean;
  readonly modes: string;
}

const newest: Facts = { forced: false, prefill: false, midSystem: true, sampling: false, bound: true, modes: 'adaptive' };
const optional = { ...newest, forced: true, bound: false, modes: 'adaptive disabled' };
const manual: Facts = { forced: true, prefill: true, midSystem: false, sampling: true, bound: false, modes: 'enabled disabled' };

const facts: Readonly<Record<string, Facts>> = {
  'claude-opus-5-5': newest,
  'claude-fable-5-1': newest,
  'claude-fable-5': { ...newest, bound: false },
  'claude-sonnet-5-5': { ...newest, midSystem: false, modes: 'adaptive disabled between_tools' },
  'claude-opus-5': optional,
  'claude-sonnet-5': { ...optional, midSystem: false },
  'claude-opus-4-8': optional,
  'claude-opus-4-7': { ...optional, midSystem: false },
  'claude-sonnet-4-6': { ...optional, midSystem: false, modes: 'enabled adaptive disabled' },
  'claude-opus-4-5-20251101': manual,
  'claude-haiku-4-5': manual,
  'us.anthropic.claude-sonnet-4-5-20250929-v1:0': manual,
  'claude-opus-4-1@20250805': manual,
};

describe.each(Object.entries(facts))('%s', (id, expected) => {
  test('is known by its id', () => {
    const { name, choice, turns, settings, reasoning } = anthropicProfile(id);
    expect(name).toBe(`anthropic:${id}`);
    expect({
      forced: choice.required === 'native' && choice.named === 'native',
      prefill: turns.prefill,
      midSystem: turns.system === 'anywhere',
      sampling: settings.allow.includes('temperature'),
      bound: reasoning.bound,
      modes: thinkingModes(id)?.join(' '),
    }).toEqual(expected);
  });
});

test('a model that nobody knows yet is taken for the newest', () => {
  expect(anthropicProfile('claude-next')).toEqual({ ...anthropicProfile('claude-opus-5-5'), name: 'anthropic:claude-next' });
  expect(anthropicProfile('anthropic:claude-opus-5')).toEqual(anthropicProfile('claude-opus-5'));
});
