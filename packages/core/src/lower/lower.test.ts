import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Message } from '../ir/message.ts';
import { copyAndFreeze } from '../json/freeze.ts';
import type { Profile } from '../profile.ts';
import { calls, results, says, target, user } from './lower.fixtures.ts';
import { lower } from './lower.ts';

const strict = target({
  limits: { name: { pattern: '^[a-z_]+$', max: 12 }, id: { pattern: '^[a-z0-9]{9}$', max: 9 } },
  turns: { first: 'user', last: 'user', blank: false, system: 'head', prefill: false, order: 'calls-last', bridge: 'OK.' },
});
const profiles: readonly Profile[] = [target(), strict, target({ turns: { last: 'user', prefill: true, blank: false } })];

/** Conversations as they should not be: results missing, orphaned, twice, late; ids again; blank and broken text. */
const id = fc.constantFrom('a', 'b', 'c');
const text = fc.constantFrom('', ' ', 'so', 'half \ud83d');
const message: fc.Arbitrary<Message> = fc.oneof(
  text.map(user),
  text.map(says),
  text.map((of): Message => ({ role: 'system', content: [{ type: 'text', text: of }] })),
  fc.array(id, { minLength: 1, maxLength: 3 }).map((ids) => calls(...ids)),
  fc.tuple(id, text).map(([one, of]): Message => ({ role: 'assistant', content: [...calls(one).content, ...says(of).content] })),
  fc.array(id, { maxLength: 3 }).map((ids) => results(...ids)),
);
const conversation = fc.array(message, { maxLength: 12 });
const profile = fc.constantFrom(...profiles);
const runs = { numRuns: Number(process.env.TOOLGLOT_RUNS ?? 200) };

test('lowering is idempotent: what is lowered stays as it is, with no more losses', () => {
  fc.assert(
    fc.property(conversation, profile, (messages, of) => {
      const once = lower({ messages }, of);
      const twice = lower(once.request, of);
      expect(twice.request).toEqual(once.request);
      expect(twice.losses).toEqual([]);
    }),
    runs,
  );
});

test('each call has exactly one result, directly behind, in call order, and no id stands twice', () => {
  fc.assert(
    fc.property(conversation, profile, (messages, of) => {
      const lowered = lower({ messages }, of).request.messages;
      const ids = lowered.map((one) => one.content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])));
      const answered = lowered.map((one) => one.content.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : [])));
      ids.forEach((called, index) => {
        expect(answered[index + 1] ?? []).toEqual(called);
      });
      expect(new Set(ids.flat()).size).toBe(ids.flat().length);
    }),
    runs,
  );
});

test('what is lowered of a conversation that ends on a closed step is a prefix of what is lowered of a longer one', () => {
  fc.assert(
    fc.property(conversation, conversation, profile, (before, after, of) => {
      const closed = [...before, user('so?'), says('so.'), user('?')];
      const short = lower({ messages: closed }, of).request.messages;
      const long = lower({ messages: [...closed, ...after] }, of).request.messages;
      expect(JSON.stringify(long.slice(0, short.length))).toBe(JSON.stringify(short));
    }),
    runs,
  );
});

test('a conversation that is lowered step by step is lowered like the whole, also where it forks', () => {
  fc.assert(
    fc.property(conversation, conversation, conversation, profile, (trunk, left, right, of) => {
      const kept = copyAndFreeze({ messages: trunk }).messages;
      const stepwise = (tail: readonly Message[]) => grow(kept, tail, (messages) => lower({ messages }, of));
      const [one, two] = [stepwise(left), stepwise(right)];
      for (const messages of [one, two, [...one]]) {
        const fresh = structuredClone(messages);
        expect(lower({ messages }, of).request).toEqual(lower({ messages: fresh }, of).request);
        expect(lower({ messages }, of).losses).toEqual(lower({ messages: fresh }, of).losses);
      }
    }),
    runs,
  );
});

/** The messages with a tail, one more at a time, each length visited. */
function grow(
  messages: readonly Message[],
  tail: readonly Message[],
  visit: (messages: readonly Message[]) => void,
): readonly Message[] {
  return tail.map(copyAndFreeze).reduce((before: readonly Message[], next) => {
    visit(before);
    return before.concat(next);
  }, messages);
}

test('a step costs its new messages, not the conversation', () => {
  const spy = vi.spyOn(String.prototype, 'isWellFormed');
  let messages: readonly Message[] = copyAndFreeze([user('?')]);
  const costs = Array.from({ length: 200 }, (_, step) => {
    spy.mockClear();
    messages = [...messages, copyAndFreeze(calls(`c${step}`)), copyAndFreeze(results(`c${step}`))];
    lower({ messages }, strict);
    return spy.mock.calls.length;
  });
  spy.mockRestore();
  expect(costs[0]).toBeGreaterThan(0);
  expect(costs.at(-1)).toBe(costs[1]);
});

test('nothing that is passed in is changed, and what comes out is frozen', () => {
  const messages = [user(' '), calls('a', 'a'), results('a')];
  const before = structuredClone(messages);
  const { request } = lower({ messages }, strict);
  expect(messages).toEqual(before);
  expect(Object.isFrozen(request.messages[0]?.content)).toBe(true);
});
