import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Response } from '../ir/response.ts';
import { fitId } from './fit-ids.ts';
import { calls, outline, results, target, user } from './lower.fixtures.ts';
import { lower } from './lower.ts';

test('every id becomes legal, legal ids stay, different ids stay different', () => {
  for (const rule of [
    { pattern: '^[a-zA-Z0-9_-]+$', max: 40 },
    { pattern: '^[a-zA-Z0-9]{9}$', max: 9 },
  ])
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (a, b) => {
        expect(fitId(a, rule)).toMatch(new RegExp(rule.pattern));
        expect(fitId(fitId(a, rule), rule)).toBe(fitId(a, rule));
        if (a !== b) expect(fitId(a, rule)).not.toBe(fitId(b, rule));
      }),
    );
});

test('two long ids with one beginning stay apart, and call and result agree', () => {
  const [one, two] = [`${'x'.repeat(60)}1`, `${'x'.repeat(60)}2`];
  const { request, losses } = lower({ messages: [calls(one, two), results(two, one)] }, target());
  const [called, answered] = outline(request.messages);
  expect(called?.replace('call', 'result')).toBe(answered);
  expect(new Set(called?.split(' ')).size).toBe(3);
  expect(losses).toMatchObject([{ code: 'call-id', effect: 'renamed', path: 'messages[0]' }]);
});

test('an id that stands in two turns is made unique, pair by pair', () => {
  const { request } = lower({ messages: [calls('a'), results('a'), user('?'), calls('a'), results('a')] }, target());
  const [first, , , second] = request.messages;
  expect(request.messages[4]?.content[0]).toMatchObject({ callId: second?.content.map((part) => 'id' in part && part.id)[0] });
  expect(outline([first, second].filter((m) => m !== undefined))[0]).toBe('call a');
  expect(outline(request.messages)[3]).not.toBe('call a');
});

test('an answer that begins its ids anew does not clash with the conversation', () => {
  const { raise } = lower({ messages: [calls('call_0'), results('call_0')] }, target());
  const answer: Response = { message: calls('call_0', 'call_1'), finish: { reason: 'tool-calls' } };
  const ids = raise(answer).message.content.map((part) => part.type === 'tool-call' && part.id);
  expect(ids[0]).not.toBe('call_0');
  expect(ids[1]).toBe('call_1');
  expect(raise(answer)).toEqual(raise(answer));
});
