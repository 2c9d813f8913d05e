import { Anthropic } from '@anthropic-ai/sdk';
import { type Request, TransportError, VendorError } from '@toolglot/core';
import { expect, test } from 'vitest';
import { anthropic } from './index.ts';

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

function clientOver(answer: (sent: Sent) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const fetch = async (url: string | URL | globalThis.Request, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    const request = { url: String(url), headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) };
    sent.push(request);
    return answer(request);
  };
  return { client: new Anthropic({ apiKey: 'key', fetch }), sent };
}

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5',
  content: [
    { type: 'text', text: '看一下。' },
    { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: '北京' }, caller: { type: 'direct' } },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
};

const request: Request = {
  messages: [
    { role: 'system', content: [{ type: 'text', text: 'You are brief.' }] },
    { role: 'user', content: [{ type: 'text', text: '北京?' }] },
  ],
  tools: [{ type: 'function', name: 'get_weather', input: { type: 'object', properties: { city: { type: 'string' } } } }],
};

test('the body arrives as it was encoded, and the answer comes back', async () => {
  const { client, sent } = clientOver(() => Response.json(message));
  const model = anthropic('claude-opus-5', { client });
  const answer = await model.generate(request);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.url).toBe('https://api.anthropic.com/v1/messages');
  expect(sent[0]?.body).toEqual(model.encode(request).body);
  expect(sent[0]?.body).toMatchObject({ model: 'claude-opus-5', max_tokens: 16_000 });
  expect(sent[0]?.headers.get('anthropic-version')).toBe('2026-10-21');
  expect(answer.finish.reason).toBe('tool-calls');
  expect(answer.message.content.at(-1)).toMatchObject({ type: 'tool-call', id: 'toolu_1', args: { city: '北京' } });
});

test('a whole answer is asked for, also where the request says stream', async () => {
  const { client, sent } = clientOver(() => Response.json(message));
  await anthropic('claude-opus-5', { client }).generate({ ...request, stream: true });
  expect(sent[0]?.body).not.toHaveProperty('stream');
});

test('a request with sampling goes out under the version that still has it', async () => {
  const { client, sent } = clientOver(() => Response.json(message));
  await anthropic('claude-haiku-4-5', { client }).generate({ ...request, settings: { temperature: 0 } });
  expect(sent[0]?.headers.get('anthropic-version')).toBe('2023-06-01');
  expect(sent[0]?.body.temperature).toBe(0);
});

function eventStream(events: readonly { readonly type: string }[]): Response {
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}

const streamed = [
  { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '看一下。' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { ...message.content[1], input: {} } },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"city":"北京"}' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
];

test('a long answer, which the client refuses to wait for, is streamed and joined', async () => {
  const { client, sent } = clientOver(({ body }) => (body.stream ? eventStream(streamed) : Response.json(message)));
  const model = anthropic('claude-opus-5', { client });
  const long = await model.generate({ ...request, settings: { maxTokens: 60_000 } });
  expect(sent.map(({ body }) => [body.stream, body.max_tokens])).toEqual([[true, 60_000]]);
  const short = await model.generate(request);
  expect(long.message.content).toEqual(short.message.content);
  expect(long.finish).toEqual(short.finish);
  expect(long.usage).toMatchObject({ input: 10, output: 5 });
});

test('an error of the vendor comes once, with kind, wait and request id', async () => {
  const body = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' };
  const { client, sent } = clientOver(() => Response.json(body, { status: 529, headers: { 'retry-after': '2' } }));
  const error: unknown = await anthropic('claude-opus-5', { client })
    .generate(request)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(VendorError);
  expect(error).toMatchObject({ status: 529, kind: 'overloaded', retryAfter: 2000, requestId: 'req_1', retryable: true });
  expect((error as VendorError).cause).toBeInstanceOf(Error);
  expect(sent).toHaveLength(1);
});

test('an error in the middle of a stream is the vendor’s', async () => {
  const failed = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  const { client } = clientOver(() => eventStream([...streamed.slice(0, 3), failed]));
  const call = anthropic('claude-opus-5', { client }).generate({ ...request, settings: { maxTokens: 60_000 } });
  await expect(call).rejects.toMatchObject({ code: 'vendor', kind: 'overloaded' });
});

test('a connection that breaks is a transport error with its cause', async () => {
  const { client, sent } = clientOver(() => Promise.reject(new TypeError('socket hang up')));
  const error: unknown = await anthropic('claude-opus-5', { client })
    .generate(request)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TransportError);
  expect((error as TransportError).cause).toBeInstanceOf(Error);
  expect(sent).toHaveLength(1);
});

test('an aborted call ends with the reason of its signal', async () => {
  const stop = new AbortController();
  const { client } = clientOver(() => {
    stop.abort(new Error('enough'));
    return Promise.reject(new DOMException('aborted', 'AbortError'));
  });
  const call = anthropic('claude-opus-5', { client }).generate(request, { signal: stop.signal });
  await expect(call).rejects.toThrow('enough');
});
