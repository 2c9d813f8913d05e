import { anthropicMessages } from '@toolglot/anthropic/codec';
import {
  type Codec,
  type Json,
  type JsonObject,
  lower,
  type MediaPart,
  type Message,
  type Request,
  type ToolSpec,
  WireError,
} from '@toolglot/core';
import { openaiChat, openaiResponses } from '@toolglot/openai/codec';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const runs = { numRuns: Number(process.env.TOOLGLOT_RUNS ?? 150) };
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('', ' ', '上海、北京', '{"error":1}', 'half \ud83d'),
);
/** Numbers that JSON carries whole: others are a fault of the call, with a test of their own. */
const leaf = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(fc.string({ maxLength: 5 }), leaf, { maxKeys: 3 }));
const plainJson = (of: unknown): Json => JSON.parse(JSON.stringify(of));
const args = fc.dictionary(fc.string({ maxLength: 8 }), value, { maxKeys: 4 }).map((of): JsonObject => Object(plainJson(of)));
const id = fc.constantFrom('a', 'b', 'call|fc_1', 'x'.repeat(70));
const name = fc.constantFrom('get_weather', 'weather.get', '查天气');

const textPart = text.map((of) => ({ type: 'text' as const, text: of }));
const jsonPart = value.map((of) => ({ type: 'json' as const, value: plainJson(of) }));
const mediaPart = fc.constantFrom<MediaPart>(
  { type: 'media', mediaType: 'image/png', data: { base64: 'iVBORw0KGgo=' } },
  { type: 'media', mediaType: 'image/*', data: { url: 'https://example.com/a.png' } },
  { type: 'media', mediaType: 'application/pdf', data: { base64: 'JVBERi0=' }, filename: 'a.pdf' },
);
const callPart = fc.record({ type: fc.constant('tool-call' as const), id, name, args });
const resultPart = fc.record({
  type: fc.constant('tool-result' as const),
  callId: id,
  name,
  content: fc.array(fc.oneof(textPart, jsonPart), { maxLength: 3 }),
  isError: fc.boolean(),
});
const message: fc.Arbitrary<Message> = fc.oneof(
  textPart.map((part): Message => ({ role: 'system', content: [part] })),
  fc.array(fc.oneof(textPart, mediaPart), { minLength: 1, maxLength: 3 }).map((content): Message => ({ role: 'user', content })),
  fc
    .array(fc.oneof(textPart, callPart), { minLength: 1, maxLength: 4 })
    .map((content): Message => ({ role: 'assistant', content })),
  fc.array(resultPart, { minLength: 1, maxLength: 3 }).map((content): Message => ({ role: 'tool', content })),
);
const tools: fc.Arbitrary<readonly ToolSpec[]> = fc.uniqueArray(name, { minLength: 1 }).map((names) =>
  names.map(
    (of): ToolSpec => ({
      type: 'function',
      name: of,
      description: 'd',
      input: { type: 'object', properties: { city: { type: 'string' } } },
    }),
  ),
);
const request: fc.Arbitrary<Request> = fc.record(
  {
    model: fc.constant('m'),
    messages: fc.array(message, { minLength: 1, maxLength: 8 }),
    tools,
    toolChoice: fc.constantFrom('auto', 'none', 'required'),
    parallelCalls: fc.boolean(),
    settings: fc.record({
      maxTokens: fc.integer({ min: 1, max: 10_000 }),
      stop: fc.array(fc.constantFrom('END', 'STOP'), { minLength: 1 }),
    }),
  },
  { requiredKeys: ['model', 'messages'] },
);

/** Names that readers look for, and others. */
const key = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'messages',
    'input',
    'output',
    'tools',
    'choices',
    'content',
    'usage',
    'error',
    'system',
    'tool_choice',
    'stop_reason',
    'message',
  ),
);

/** Without what only a decoder adds, and what only the program knows. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  // 'auto' is what no choice means
  const said = 'toolChoice' in value && value.toolChoice === 'auto' ? { ...value, toolChoice: undefined } : value;
  // not to be held to the schema is what most formats mean by saying nothing
  const own = Object.entries(said).filter(
    ([name, member]) =>
      member !== undefined &&
      !(name === 'strict' && member === false) &&
      !['vendor', 'seal', 'argsText', 'origin', 'finish'].includes(name),
  );
  return Object.fromEntries(own.map(([name, member]) => [name, bare(member)]));
}

/** System messages at the head are one prompt: a format with one place for it has one message. */
function withOnePrompt({ messages, ...request }: Request): object {
  const rest = messages.findIndex(({ role }) => role !== 'system');
  const head = rest < 0 ? messages : messages.slice(0, rest);
  return { ...request, prompt: head.flatMap(({ content }) => [...content]), messages: messages.slice(head.length) };
}

/** Responses is a list of items: what the model says in two messages without anything between them is one turn. */
const hasTurns = ({ name }: Codec) => name !== openaiResponses.name;

function withJoinedTurns(request: Request): Request {
  const messages: Message[] = [];
  for (const message of request.messages) {
    const last = messages.at(-1);
    if (message.role !== 'assistant' || last?.role !== 'assistant') messages.push(message);
    else messages[messages.length - 1] = { ...last, content: [...last.content, ...message.content] };
  }
  return { ...request, messages };
}

describe.each<Codec>([openaiChat, openaiResponses, anthropicMessages])('$name', (codec) => {
  test('encoding a lowered request loses nothing: decoding gives it back', () => {
    fc.assert(
      fc.property(request, (of) => {
        const lowered = lower(of, codec.profile).request;
        const back = codec.decodeRequest(codec.encodeRequest(lowered).body).request;
        expect(bare(withOnePrompt(back))).toEqual(bare(withOnePrompt(hasTurns(codec) ? lowered : withJoinedTurns(lowered))));
      }),
      runs,
    );
  });

  test('encoding what was decoded gives the same body', () => {
    fc.assert(
      fc.property(request, (of) => {
        const { body } = codec.encodeRequest(lower(of, codec.profile).request);
        expect(codec.encodeRequest(codec.decodeRequest(body).request).body).toEqual(body);
      }),
      runs,
    );
  });

  test('readers take any JSON: what is not of the format at all is a WireError, nothing else is thrown', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(key, fc.jsonValue())), (of) => {
        for (const read of [() => codec.decodeRequest(of), () => codec.decodeResponse(of), () => codec.decodeError(400, of)])
          expectRead(read);
      }),
      runs,
    );
  });
});

function expectRead(read: () => unknown): void {
  try {
    expect(read()).toBeDefined();
  } catch (error) {
    expect(error).toBeInstanceOf(WireError);
  }
}
