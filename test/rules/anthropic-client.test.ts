import Anthropic from '@anthropic-ai/sdk';
import { anthropic } from '@toolglot/anthropic';
import { anthropicMessages } from '@toolglot/anthropic/codec';
import { anthropicRules } from '@toolglot/anthropic/rules';
import { type Message, type Request, VendorError } from '@toolglot/core';
import { fakeVendor, type Turn } from '@toolglot/testing';
import { expect, test } from 'vitest';

const call = { calls: [{ name: 'get_weather', args: { city: '北京' } }] };
const busy = new VendorError('slow down', { status: 429, kind: 'rate-limit', retryAfter: 1500 });
const question = { role: 'user', content: '北京?' } as const;
const schema = { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] };

const vendorOf = (turns: readonly Turn[]) => fakeVendor(anthropicMessages, anthropicRules, turns);

test('the client of Anthropic talks to the fake over HTTP and gets calls, text and errors', async () => {
  const vendor = vendorOf([call, '22°C', busy]);
  await using server = await vendor.listen();
  const client = new Anthropic({ baseURL: server.baseURL, apiKey: 'test', maxRetries: 0 });
  const ask = {
    model: 'm',
    max_tokens: 100,
    tools: [{ name: 'get_weather', input_schema: schema }],
  };
  const first = await client.messages.create({ ...ask, messages: [question] });
  expect(first.stop_reason).toBe('tool_use');
  expect(first.content).toMatchObject([{ type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: '北京' } }]);
  const history: Anthropic.MessageParam[] = [
    question,
    { role: 'assistant', content: first.content },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: '22°C' }] },
  ];
  const second = await client.messages.create({ ...ask, messages: history });
  expect(second.content).toMatchObject([{ type: 'text', text: '22°C' }]);
  const failed = client.messages.create({ ...ask, messages: [question] });
  await expect(failed).rejects.toBeInstanceOf(Anthropic.RateLimitError);
  await expect(failed).rejects.toMatchObject({ status: 429, message: expect.stringContaining('slow down') });
  expect(vendor.exchanges.map(({ path, status }) => [path, status])).toEqual(
    [200, 200, 429].map((status) => ['/v1/messages', status]),
  );
  expect(vendor.exchanges[1]?.request?.messages.at(-1)).toMatchObject({
    role: 'tool',
    content: [{ callId: 'call_1', name: 'get_weather' }],
  });
  vendor.done();
});

test("a broken rule reaches the client of Anthropic as that client's own error", async () => {
  const vendor = vendorOf([]);
  const client = new Anthropic({ baseURL: 'http://anthropic.test', apiKey: 'test', maxRetries: 0, fetch: vendor.fetch });
  const failed = client.messages.create({ model: 'm', max_tokens: 100, messages: [{ role: 'user', content: '' }] });
  await expect(failed).rejects.toBeInstanceOf(Anthropic.BadRequestError);
  await expect(failed).rejects.toMatchObject({ status: 400, error: { type: 'error', error: { type: 'invalid_request_error' } } });
  expect(vendor.exchanges[0]?.violations).toHaveLength(1);
  await expect(client.models.list()).rejects.toBeInstanceOf(Anthropic.NotFoundError);
});

test('a conversation in which the fake thought goes on: the thought comes back with its signature', async () => {
  const vendor = vendorOf([
    { reasoning: '想一下', ...call },
    { reasoning: '想一下', text: '22°C' },
  ]);
  const client = new Anthropic({ baseURL: 'http://anthropic.test', apiKey: 'test', maxRetries: 0, fetch: vendor.fetch });
  const model = anthropic('claude-opus-5', { client });
  const tools: Request['tools'] = [{ type: 'function', name: 'get_weather', input: schema }];
  const messages: readonly Message[] = [{ role: 'user', content: [{ type: 'text', text: '北京?' }] }];
  const first = await model.generate({ messages, tools });
  const result: Message = {
    role: 'tool',
    content: [{ type: 'tool-result', callId: 'call_1', name: 'get_weather', content: [{ type: 'text', text: '22°C' }] }],
  };
  const second = await model.generate({ messages: [...messages, first.message, result], tools });
  expect(second.message.content.map(({ type }) => type)).toEqual(['reasoning', 'text']);
  const thought = { type: 'thinking', thinking: '想一下', signature: expect.stringMatching(/^\w{32}$/) };
  expect(vendor.exchanges.map(({ violations }) => violations)).toEqual([[], []]);
  expect(vendor.exchanges[1]?.body).toMatchObject({ messages: [{}, { content: [thought, { type: 'tool_use' }] }, {}] });
  expect(second.message.content[0]).toEqual(first.message.content[0]);
  vendor.done();
});

test('the record holds no key', async () => {
  const vendor = vendorOf(['a']);
  const client = new Anthropic({ apiKey: 'very-secret', fetch: vendor.fetch });
  await client.messages.create({ model: 'm', max_tokens: 9, messages: [question] });
  expect(JSON.stringify(vendor.exchanges)).not.toContain('very-secret');
});

test('the client does not try again where the script is at fault', async () => {
  const vendor = vendorOf([new Error('broken turn')]);
  const client = new Anthropic({ baseURL: 'http://anthropic.test', apiKey: 'test', maxRetries: 2, fetch: vendor.fetch });
  const ask = () => client.messages.create({ model: 'm', max_tokens: 9, messages: [question] });
  await expect(ask()).rejects.toThrow('broken turn');
  await expect(ask()).rejects.toThrow('turn 2 was asked for');
  expect(vendor.exchanges.map(({ status }) => status)).toEqual([500, 500]);
});
