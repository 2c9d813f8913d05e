import { expect, test } from 'vitest';
import { calls, target, user } from './lower.fixtures.ts';
import { lower } from './lower.ts';

const media = (mediaType: string, more: object = {}) =>
  ({ type: 'media', mediaType, data: { base64: 'AA==' }, ...more }) as const;
const named = (mediaType: string) => media(mediaType, { filename: 'a' });
const nameless = target({ unnamedMedia: ['image/*'] });

test('the name of a file goes where the target has no place for it, in messages and in results; others stay', () => {
  const messages = [
    { role: 'user', content: [named('image/png'), named('application/pdf'), media('image/png')] },
    calls('a'),
    {
      role: 'tool',
      content: [{ type: 'tool-result', callId: 'a', name: 'get_weather', content: [named('image/png'), named('text/plain')] }],
    },
  ] as const;
  const { request, losses } = lower({ messages }, nameless);
  expect(request.messages[0]?.content).toEqual([media('image/png'), named('application/pdf'), media('image/png')]);
  expect(request.messages[2]?.content).toMatchObject([{ content: [media('image/png'), named('text/plain')] }]);
  expect(JSON.stringify(request.messages[2])).not.toContain('"image/png","data":{"base64":"AA=="},"filename"');
  expect(losses.map(({ code, severity, path }) => `${severity} ${code} ${path}`)).toEqual([
    'note media-name messages[0].content[0].filename',
    'note media-name messages[2].content[0].content[0].filename',
  ]);
  expect(lower({ messages: request.messages }, nameless)).toMatchObject({ request, losses: [] });
  expect(lower({ messages }, target())).toMatchObject({ request: { messages }, losses: [] });
});

test('a file that the target takes beside a text only gets one, unless one is there', () => {
  const profile = target({ captionedMedia: ['application/*'] });
  const blank = { type: 'text', text: ' ' } as const;
  const messages = [
    { role: 'user', content: [blank, media('application/pdf')] },
    { role: 'user', content: [media('application/pdf'), { type: 'text', text: 'Sum it up.' }] },
    { role: 'user', content: [media('image/png')] },
  ] as const;
  const { request, losses } = lower({ messages }, profile);
  const caption = { type: 'text', text: '(A file.)' };
  expect(request.messages.map(({ content }) => content)).toEqual([
    [caption, blank, media('application/pdf')],
    messages[1].content,
    messages[2].content,
  ]);
  expect(losses.map(({ code, effect, path }) => `${effect} ${code} ${path}`)).toEqual(['synthesised media-caption messages[0]']);
  expect(lower(request, profile)).toMatchObject({ request, losses: [] });
});

test('media of an assistant, where the target takes them of users only, is refused with its place', () => {
  const messages = [user('draw'), { role: 'assistant', content: [{ type: 'text', text: '-' }, media('image/png')] }] as const;
  expect(() => lower({ messages }, target({ userMedia: ['image/*'] }))).toThrow(
    "media in an assistant's turn at messages[1].content[1]",
  );
  expect(lower({ messages }, target({ userMedia: ['audio/*'] })).request.messages).toEqual(messages);
});

test('a message without names is the same object', () => {
  const bare = lower({ messages: [user('go')] }, nameless).request;
  expect(lower(bare, nameless).request.messages[0]).toBe(bare.messages[0]);
});
