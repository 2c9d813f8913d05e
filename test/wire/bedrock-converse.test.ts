import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { bedrock } from '@toolglot/bedrock';
import { bedrockConverse } from '@toolglot/bedrock/codec';
import { bedrockProfile } from '@toolglot/bedrock/profiles';
import { bedrockRules } from '@toolglot/bedrock/rules';
import {
  type AssistantPart,
  type FunctionTool,
  type JsonObject,
  lower,
  type Message,
  type Request,
  type ToolCall,
  type ToolResult,
  tool,
  VendorError,
} from '@toolglot/core';
import { run } from '@toolglot/runner';
import { fakeVendor } from '@toolglot/testing';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

// the client warns of the oldest Node that we run on
vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true');

const { encodeRequest, decodeRequest, decodeResponse } = bedrockConverse;

const CLAUDE = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const LLAMA = 'us.meta.llama4-maverick-17b-instruct-v1:0';

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const assistant = (...content: AssistantPart[]): Message => ({ role: 'assistant', content });
const results = (...content: ToolResult[]): Message => ({ role: 'tool', content });
const call = (id: string, name = 'get_weather'): ToolCall => ({ type: 'tool-call', id, name, args: { city: '北京' } });
const result = (callId: string, more: Partial<ToolResult> = {}): ToolResult => ({
  type: 'tool-result',
  callId,
  name: 'get_weather',
  content: [{ type: 'text', text: '22°C' }],
  ...more,
});
const weather: FunctionTool = {
  type: 'function',
  name: 'get_weather',
  input: { type: 'object', properties: { city: { type: 'string' } } },
};
const step: readonly Message[] = [user('北京?'), assistant(call('a')), results(result('a'))];

/** The body for a request, lowered for a model; the vendor's rules must take it. */
function send(request: Partial<Request>, model = CLAUDE): JsonObject {
  const profile = bedrockProfile(model);
  const { request: lowered } = lower({ model, messages: [user('北京?')], ...request }, profile);
  const { body } = encodeRequest(lowered);
  expect(bedrockRules.filter((rule) => rule.check(body)).map(({ id }) => id)).toEqual([]);
  return body;
}

const codesOf = (request: Partial<Request>, model = CLAUDE) =>
  lower({ model, messages: [user('北京?')], ...request }, bedrockProfile(model)).losses.map(({ code }) => code);

describe('requests, as a model gets them', () => {
  test('an illegal name and an illegal id become legal ones, and the name comes back', () => {
    const tools: readonly FunctionTool[] = [{ type: 'function', name: 'weather.get' }];
    const messages = [
      user('q'),
      assistant(call('call|fc_1', 'weather.get')),
      results(result('call|fc_1', { name: 'weather.get' })),
    ];
    expect(JSON.stringify(send({ messages, tools }))).not.toMatch(/"(weather\.get|call\|fc_1)"/);
    const { request, raise } = lower({ messages: [user('q')], tools }, bedrockProfile(CLAUDE));
    const [named] = request.tools ?? [];
    const name = named?.type === 'function' ? named.name : '';
    const content = [{ toolUse: { toolUseId: 'a', name, input: {} } }];
    const { message } = raise(decodeResponse({ output: { message: { role: 'assistant', content } }, stopReason: 'tool_use' }));
    expect(message.content).toMatchObject([{ name: 'weather.get' }]);
  });

  test('calls without results get one, and turns alternate whatever the conversation is', () => {
    const messages = [user('a'), user('b'), assistant(call('a'), call('b')), results(result('a')), user('c'), user('d')];
    const roles = JSON.stringify(send({ messages, tools: [weather] })).match(/"role":"[a-z]+"/g);
    expect(roles).toEqual(['"role":"user"', '"role":"assistant"', '"role":"user"']);
  });

  test('blank text, and messages that hold nothing else, are left out', () => {
    const messages = [user('q'), assistant({ type: 'text', text: ' \n' }, call('a')), results(result('a')), user('')];
    expect(JSON.stringify(send({ messages, tools: [weather] }))).not.toMatch(/"text":"\s*(\\n)?"/);
  });

  test('values and errors of results are said as each model takes them', () => {
    const content = [{ type: 'json', value: { celsius: 22 } }] as const;
    const messages = [user('q'), assistant(call('a')), results(result('a', { content, isError: true }))];
    const [, , claude] = decodeRequest(send({ messages, tools: [weather] })).request.messages;
    expect(claude?.content).toMatchObject([{ isError: true, content }]);
    const llama = JSON.stringify(send({ messages, tools: [weather] }, LLAMA));
    expect(llama).not.toContain('status');
    expect(llama).toContain(JSON.stringify(JSON.stringify({ error: '{"celsius":22}' })));
  });

  test('media in an error result go behind it', () => {
    const content = [
      { type: 'text', text: 'no' },
      { type: 'media', mediaType: 'image/png', data: { base64: 'YQ==' } },
    ] as const;
    const messages = [user('q'), assistant(call('a')), results(result('a', { content, isError: true }))];
    expect(send({ messages, tools: [weather] }).messages).toMatchObject([
      {},
      {},
      { content: [{ toolResult: { status: 'error' } }, {}, { image: { format: 'png', source: { bytes: 'YQ==' } } }] },
    ]);
    expect(codesOf({ messages, tools: [weather] })).toContain('result-media');
  });

  test.each<[Request['toolChoice'], string, JsonObject | undefined]>([
    ['auto', CLAUDE, { auto: {} }],
    ['required', CLAUDE, { any: {} }],
    [{ tool: 'get_weather' }, CLAUDE, { tool: { name: 'get_weather' } }],
    ['required', LLAMA, { auto: {} }],
    [{ tool: 'get_weather' }, LLAMA, { auto: {} }],
    [undefined, CLAUDE, undefined],
  ])('the choice %j of %s is %j', (toolChoice, model, expected) => {
    const { toolConfig } = send({ tools: [weather], ...(toolChoice && { toolChoice }) }, model);
    expect(Object(toolConfig).toolChoice).toEqual(expected);
  });

  test('one call at a time cannot be asked for: that is a loss', () => {
    expect(codesOf({ tools: [weather], parallelCalls: false })).toContain('parallel-calls');
    expect(JSON.stringify(send({ tools: [weather], parallelCalls: false }))).not.toContain('parallel');
  });

  test('reasoning without a signature that holds is left out', () => {
    const messages = [user('q'), assistant({ type: 'reasoning', text: 'hm' }, call('a')), results(result('a'))];
    expect(JSON.stringify(send({ messages, tools: [weather] }))).not.toContain('reasoningContent');
    expect(codesOf({ messages, tools: [weather] })).toContain('unsigned-reasoning');
  });

  test('signed reasoning of an answer goes back with its call, byte for byte', () => {
    const block = { reasoningContent: { reasoningText: { text: 'I look.', signature: 'c2lnbmVk' } } };
    const content = [block, { toolUse: { toolUseId: 'a', name: 'get_weather', input: {}, type: 'tool_use' } }];
    const { message } = decodeResponse({ output: { message: { role: 'assistant', content } }, stopReason: 'tool_use' });
    const body = send({ messages: [user('q'), message, results(result('a'))], tools: [weather] });
    expect(body.messages).toMatchObject([{}, { content: [block, { toolUse: { toolUseId: 'a' } }] }, {}]);
    expect(codesOf({ messages: [user('q'), message, results(result('a'))], tools: [weather] }, LLAMA)).toContain('old-reasoning');
  });

  test('effort goes to models that have it, a budget to those that reason within one', () => {
    const thinking = (request: Partial<Request>, model: string) =>
      Object(send(request, model).additionalModelRequestFields).thinking;
    const effort = { settings: { reasoning: { effort: 'high' } } } as const;
    expect(thinking(effort, 'us.anthropic.claude-sonnet-5')).toEqual({ type: 'adaptive' });
    expect(send(effort, 'us.anthropic.claude-sonnet-5').outputConfig).toEqual({ effort: 'high' });
    expect(thinking({ settings: { reasoning: { budget: 2048 } } }, CLAUDE)).toEqual({ type: 'enabled', budget_tokens: 2048 });
    expect(codesOf(effort, LLAMA)).toContain('setting');
    expect(send(effort, LLAMA)).not.toHaveProperty('additionalModelRequestFields');
  });

  test('a longer conversation begins with the same bytes', () => {
    const shorter = send({ messages: step, tools: [weather] });
    const longer = send({ messages: [...step, assistant({ type: 'text', text: '22°C' }), user('and?')], tools: [weather] });
    const [before, after] = [shorter, longer].map(({ messages }) => JSON.stringify(messages).slice(0, -1));
    expect(after?.startsWith(before ?? '-')).toBe(true);
    expect(longer.toolConfig).toEqual(shorter.toolConfig);
  });
});

interface Sent {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The vendor's own client, over a vendor of ours without a socket. */
function clientOver(vendor: ReturnType<typeof fakeVendor>): BedrockRuntimeClient {
  const handle = async ({ path, ...init }: Sent) => {
    const { status: statusCode, headers, body } = await vendor.fetch(`https://fake.example${path}`, init);
    return { response: { statusCode, headers: Object.fromEntries(headers), body } };
  };
  const credentials = { accessKeyId: 'not', secretAccessKey: 'real' };
  return new BedrockRuntimeClient({ region: 'us-east-1', credentials, requestHandler: { handle } });
}

describe('through the vendor’s own client', () => {
  test('a run with three calls at once ends with an answer', async () => {
    const cities = ['上海', '北京', '广州'];
    const calls = cities.map((city) => ({ name: 'get_weather', args: { city } }));
    const vendor = fakeVendor(bedrockConverse, bedrockRules, [{ calls }, '都是 22°C']);
    const asked: unknown[] = [];
    const getWeather = tool({
      name: 'get_weather',
      description: 'Weather now.',
      input: z.object({ city: z.string() }),
      execute: ({ city }) => {
        asked.push(city);
        return { celsius: 22 };
      },
    });
    const { text } = await run({
      model: bedrock(CLAUDE, { client: clientOver(vendor) }),
      prompt: '天气?',
      tools: [getWeather],
    });
    expect(text).toBe('都是 22°C');
    expect(asked).toEqual(cities);
    expect(vendor.exchanges.map(({ path, status }) => `${path} ${status}`)).toEqual(
      Array(2).fill(`/model/${encodeURIComponent(CLAUDE)}/converse 200`),
    );
    vendor.done();
  });

  test('what the vendor refuses is an error with the vendor’s words', async () => {
    const vendor = fakeVendor(bedrockConverse, bedrockRules, []);
    const model = bedrock(CLAUDE, { client: clientOver(vendor), profile: { turns: { blank: true } } });
    const error: unknown = await model.generate({ messages: [user('')] }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(VendorError);
    expect(error).toMatchObject({
      status: 400,
      kind: 'invalid-request',
      type: 'ValidationException',
      message: expect.stringContaining('is blank'),
    });
  });
});
