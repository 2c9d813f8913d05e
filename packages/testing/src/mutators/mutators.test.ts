import { canonicalJson, type Message } from '@toolglot/core';
import { expect, test } from 'vitest';
import { goodRequest, plainRequest } from '../fixtures/good-request.ts';
import { mutators } from '../index.ts';

const spoiled = (id: string) => mutators.find((mutator) => mutator.id === id)?.apply(goodRequest);
const roles = (messages: readonly Message[] = []) => messages.map(({ role }) => role).join(' ');

test('ids are unique', () => {
  expect(new Set(mutators.map(({ id }) => id)).size).toBe(mutators.length);
});

test.each(mutators)('$id spoils a copy and leaves the request as it was', ({ apply }) => {
  const requests = [goodRequest, plainRequest];
  const before = canonicalJson(requests);
  const copies = requests.flatMap((request) => apply(request) ?? []);
  expect(copies.length).toBeGreaterThan(0);
  for (const copy of copies) expect(requests.map(canonicalJson)).not.toContain(canonicalJson(copy));
  expect(canonicalJson(requests)).toBe(before);
});

test('a mutator says where it has nothing to spoil', () => {
  expect(mutators.filter(({ apply }) => !apply(plainRequest)).map(({ id }) => id)).toEqual([
    'drop-result',
    'repeat-result',
    'orphan-result',
    'reorder-results',
    'text-before-results',
    'system-before-results',
    'results-in-another-turn',
    'unanswered-call',
    'repeated-call',
    'illegal-call-name',
    'illegal-call-id',
    'long-call-id',
    'repeated-tool',
  ]);
});

test('an id is changed at the call and at its result', () => {
  const changed = spoiled('illegal-call-id');
  expect(changed?.messages[1]).toMatchObject({ content: [{ id: 'call:1/ü' }, { id: 'call_2' }] });
  expect(changed?.messages[2]).toMatchObject({ content: [{ callId: 'call:1/ü' }, { callId: 'call_2' }] });
});

test('turns are put where they do not belong', () => {
  expect(roles(spoiled('text-before-results')?.messages)).toBe('user assistant user tool assistant user');
  expect(roles(spoiled('assistant-first')?.messages)).toBe('assistant user assistant tool assistant user');
  expect(roles(spoiled('assistant-last')?.messages)).toBe('user assistant tool assistant user assistant');
  expect(roles(spoiled('results-in-another-turn')?.messages)).toBe('user assistant user assistant tool assistant user');
});
