import { expect, test } from 'vitest';
import type { Request } from '../ir/request.ts';
import type { Profile } from '../profile.ts';
import { target, user } from './lower.fixtures.ts';
import { lower } from './lower.ts';

const text = (of: string) => ({ type: 'text', text: of, cache: { ttl: '1h' } }) as const;
const marked: Request = {
  messages: [
    { role: 'system', content: [text('Be brief.')] },
    { role: 'user', content: [{ type: 'text', text: 'go' }, text('?')] },
    { role: 'assistant', content: [{ type: 'tool-call', id: 'a', name: 'f', args: {}, cache: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', callId: 'a', name: 'f', content: [text('ok')], cache: {} }] },
  ],
  tools: [{ type: 'function', name: 'f', cache: {} }],
};
const lowered = (cache: Profile['cache']) => lower(marked, target({ cache }));
const places = (cache: Profile['cache']) => lowered(cache).losses.map(({ code, severity, path }) => [code, severity, path]);
const dropped = (path: string) => ['cache-mark', 'note', path];

test('where marks are the way to cache, all of them go', () => {
  expect(lowered({ style: 'marks' })).toMatchObject({ request: marked, losses: [] });
});

test.each(['automatic', 'none'] as const)("a vendor whose cache is '%s' gets no mark, and each that went is a note", (style) => {
  expect(JSON.stringify(lowered({ style }).request)).not.toContain('cache');
  expect(places({ style })).toEqual(
    [
      ...['tools[0].cache', 'messages[0].content[0].cache', 'messages[1].content[1].cache', 'messages[2].content[0].cache'],
      ...['messages[3].content[0].cache', 'messages[3].content[0].content[0].cache'],
    ].map(dropped),
  );
});

test('marks stay in the places that the profile names, without a time where it has none', () => {
  const cache = { style: 'automatic', on: ['system', 'user'], ttl: false } as const;
  expect(lowered(cache).request.messages.slice(0, 2)).toMatchObject([
    { content: [{ text: 'Be brief.', cache: {} }] },
    { content: [{ text: 'go' }, { text: '?', cache: {} }] },
  ]);
  expect(JSON.stringify(lowered(cache).request)).not.toContain('1h');
  expect(places(cache)).toContainEqual(dropped('messages[1].content[1].cache.ttl'));
});

test('marks within a result are on the result where they may not stand within', () => {
  const { request, losses } = lowered({ style: 'marks', inner: false });
  const [result] = request.messages[3]?.content ?? [];
  expect(result).toMatchObject({ cache: {}, content: [{ type: 'text', text: 'ok' }] });
  expect(JSON.stringify(result)).not.toContain('1h');
  expect(losses).toMatchObject([{ code: 'cache-mark', effect: 'moved', path: 'messages[3].content[0].content[0].cache' }]);
  const marking = { role: 'tool', content: [{ type: 'tool-result', callId: 'a', name: 'f', content: [text('ok')] }] } as const;
  const hoisted = lower(
    { ...marked, messages: [...marked.messages.slice(0, 3), marking] },
    target({ cache: { style: 'marks', inner: false } }),
  );
  expect(hoisted.request.messages[3]?.content).toMatchObject([{ cache: { ttl: '1h' } }]);
  expect(lower(request, target({ cache: { style: 'marks', inner: false } }))).toMatchObject({ request, losses: [] });
});

test('a vendor that sets no marks by itself is not asked to; marks stay', () => {
  const automatic = { ...marked, cache: 'auto' } as const;
  const { request, losses } = lower(automatic, target({ cache: { style: 'marks', auto: false } }));
  expect(request).toEqual(lowered({ style: 'marks' }).request);
  expect(losses).toMatchObject([{ code: 'cache', path: 'cache', severity: 'note' }]);
  expect(lower(automatic, target({ cache: { style: 'marks' } }))).toMatchObject({ request: { cache: 'auto' }, losses: [] });
  const off = { ...marked, cache: 'off' } as const;
  expect(lower(off, target({ cache: { style: 'marks', auto: false } }))).toMatchObject({ request: off, losses: [] });
});

test('what has no mark is the same object, and nothing is lost twice', () => {
  const once = lowered({ style: 'none' });
  expect(lower(once.request, target({ cache: { style: 'none' } }))).toMatchObject({ request: once.request, losses: [] });
  const bare = lower({ messages: [user('go')] }, target()).request;
  expect(lower(bare, target()).request.messages[0]).toBe(bare.messages[0]);
});

test('the prompt before stays the same when the conversation goes on', () => {
  const { messages } = lowered({ style: 'automatic' }).request;
  const long = { ...marked, messages: [...marked.messages, { role: 'user', content: [text('more')] } as const] };
  expect(lower(long, target({ cache: { style: 'automatic' } })).request.messages.slice(0, messages.length)).toEqual(messages);
});
