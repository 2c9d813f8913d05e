import { expect, test } from 'vitest';
import type { Request } from '../ir/request.ts';
import { target, user } from './lower.fixtures.ts';
import { lower } from './lower.ts';

const tool = { type: 'function', name: 'get_weather' } as const;
const request = (fields: object): Request =>
  JSON.parse(JSON.stringify({ messages: [user('?')], tools: [tool], toolChoice: 'required', vendor: { test: { fields } } }));
const profile = target({ cache: { held: 'theCache' } });

test('tools and the choice among them do not go beside a cache that holds its own, and that is said', () => {
  const { request: sent, losses } = lower(request({ theCache: 'c' }), profile);
  expect(sent).toEqual({ messages: [user('?')], vendor: { test: { fields: { theCache: 'c' } } } });
  expect(losses.map(({ code, effect, path }) => `${effect} ${code} ${path}`)).toEqual([
    'dropped held-in-cache tools',
    'dropped held-in-cache toolChoice',
  ]);
  expect(lower(sent, profile)).toMatchObject({ request: sent, losses: [] });
});

test('they go where no cache is named, and to targets that have no such caches', () => {
  expect(lower(request({ other: 'c' }), profile).request.tools).toHaveLength(1);
  expect(lower(request({ theCache: 'c' }), target()).request.tools).toHaveLength(1);
});
