import { canonicalJson, type JsonObject, lower, type MediaPart, type Message, type Request } from '@toolglot/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bedrockConverse } from './codec.ts';
import { bedrockProfile } from './profiles.ts';
import { bedrockRules } from './rules.ts';

const { decodeRequest, encodeRequest } = bedrockConverse;

const text = fc
  .constantFrom('', ' ', '上海、北京', '{"error":1}', 'half \ud83d')
  .map((of) => ({ type: 'text' as const, text: of }));
const mark = fc.constantFrom({}, { cache: {} }, { cache: { ttl: '1h' } });
const marked = fc.tuple(text, mark).map(([part, cache]) => ({ ...part, ...cache }));
const media = fc.constantFrom<MediaPart>(
  { type: 'media', mediaType: 'image/png', data: { base64: 'iVBORw0KGgo=' } },
  { type: 'media', mediaType: 'video/mpeg', data: { url: 's3://bucket/a.mpg' }, cache: {} },
  { type: 'media', mediaType: 'image/webp', data: { base64: 'UklGRg==' } },
);
const id = fc.constantFrom('a', 'b', 'call|fc_1', 'x'.repeat(70));
const name = fc.constantFrom('get_weather', 'weather.get', '查天气');
const args = fc.dictionary(fc.string({ maxLength: 4 }), fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.constant(null)), {
  maxKeys: 3,
});
const call = fc.record({ type: fc.constant('tool-call' as const), id, name, args: args.map((of): JsonObject => ({ ...of })) });
const value = fc.record({ type: fc.constant('json' as const), value: fc.oneof(fc.integer(), fc.constant({ celsius: 22 })) });
const result = fc.record({
  type: fc.constant('tool-result' as const),
  callId: id,
  name,
  content: fc.array(
    fc.oneof(
      text,
      value,
      media.map(({ cache, ...part }) => part),
    ),
    { maxLength: 3 },
  ),
  isError: fc.boolean(),
});
const message: fc.Arbitrary<Message> = fc.oneof(
  marked.map((part): Message => ({ role: 'system', content: [part] })),
  fc.array(fc.oneof(marked, media), { minLength: 1, maxLength: 3 }).map((content): Message => ({ role: 'user', content })),
  fc.array(fc.oneof(text, call), { minLength: 1, maxLength: 4 }).map((content): Message => ({ role: 'assistant', content })),
  fc.array(result, { minLength: 1, maxLength: 3 }).map((content): Message => ({ role: 'tool', content })),
);
const request: fc.Arbitrary<Request> = fc.record(
  {
    messages: fc.array(message, { minLength: 1, maxLength: 8 }),
    toolChoice: fc.constantFrom('auto' as const, 'required' as const),
    parallelCalls: fc.boolean(),
    settings: fc.record({ maxTokens: fc.integer({ min: 1, max: 10_000 }), stop: fc.constant(['END']) }),
  },
  { requiredKeys: ['messages'] },
);
const tools: NonNullable<Request['tools']> = ['get_weather', 'weather.get', '查天气'].map((of) => ({
  type: 'function',
  name: of,
  description: 'd',
}));

describe.each(['us.anthropic.claude-sonnet-5', 'us.amazon.nova-2-lite-v1:0', 'us.meta.llama4-maverick-17b-instruct-v1:0'])(
  '%s',
  (model) => {
    const profile = bedrockProfile(model);
    const lowered = (of: Request) => lower({ ...of, tools, model }, profile).request;

    test('what is sent is read back, but for the border between neighbours of one role', () => {
      fc.assert(
        fc.property(request, (of) => {
          const sent = lowered(of);
          const again = decodeRequest(encodeRequest(sent).body, { model }).request;
          expect(canonicalJson(said(again))).toBe(canonicalJson(said(sent)));
        }),
      );
    });

    test('the rules take what is sent', () => {
      fc.assert(
        fc.property(request, (of) => {
          const { body } = encodeRequest(lowered(of));
          expect(bedrockRules.filter((rule) => rule.check(body)).map(({ id }) => id)).toEqual([]);
        }),
      );
    });

    test('a body that was read is written as it was', () => {
      fc.assert(
        fc.property(request, (of) => {
          const { body } = encodeRequest(lowered(of));
          expect(encodeRequest(decodeRequest(body).request).body).toEqual(body);
        }),
      );
    });
  },
);

/** Without what only a decoder adds, and neighbours of one role as one message. */
function said({ messages, ...others }: Request): object {
  const turns: { role: string; content: unknown[] }[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content: [...content] });
  }
  return { ...others, messages: turns };
}
