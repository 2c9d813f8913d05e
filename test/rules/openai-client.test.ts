import { VendorError } from '@toolglot/core';
import { openaiChat } from '@toolglot/openai/codec';
import { openaiChatRules } from '@toolglot/openai/rules';
import { fakeVendor, type Turn } from '@toolglot/testing';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

const call = { calls: [{ name: 'get_weather', args: { city: '北京' } }] };
const busy = new VendorError('slow down', { status: 429, kind: 'rate-limit', retryAfter: 1500 });
const question = { role: 'user', content: '北京?' } as const;
const schema = { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] };

const vendorOf = (turns: readonly Turn[]) => fakeVendor(openaiChat, openaiChatRules, turns);

test('the client of OpenAI talks to the fake over HTTP and gets calls, text and errors', async () => {
  const vendor = vendorOf([call, '22°C', busy]);
  await using server = await vendor.listen();
  const client = new OpenAI({ baseURL: `${server.baseURL}/v1`, apiKey: 'test', maxRetries: 0 });
  const tools = [{ type: 'function', function: { name: 'get_weather', parameters: schema } } as const];
  const first = (await client.chat.completions.create({ model: 'm', messages: [question], tools })).choices[0];
  expect(first?.finish_reason).toBe('tool_calls');
  expect(first?.message.tool_calls).toMatchObject([
    { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"北京"}' } },
  ]);
  const history = [question, first?.message ?? question, { role: 'tool', tool_call_id: 'call_1', content: '22°C' } as const];
  const second = await client.chat.completions.create({ model: 'm', messages: history, tools });
  expect(second.choices[0]?.message.content).toBe('22°C');
  const failed = client.chat.completions.create({ model: 'm', messages: [question] });
  await expect(failed).rejects.toBeInstanceOf(OpenAI.RateLimitError);
  await expect(failed).rejects.toMatchObject({ status: 429, message: expect.stringContaining('slow down') });
  expect(vendor.exchanges.map(({ path, status }) => [path, status])).toEqual(
    [200, 200, 429].map((status) => ['/v1/chat/completions', status]),
  );
  expect(vendor.exchanges[1]?.request?.messages.at(-1)).toMatchObject({
    role: 'tool',
    content: [{ callId: 'call_1', name: 'get_weather' }],
  });
  expect(vendor.exchanges[2]?.responseHeaders).toMatchObject({ 'retry-after-ms': '1500' });
  vendor.done();
});

test("a broken rule reaches the client of OpenAI as that client's own error", async () => {
  const vendor = vendorOf([]);
  const client = new OpenAI({ baseURL: 'http://openai.test/v1', apiKey: 'test', maxRetries: 0, fetch: vendor.fetch });
  const failed = client.chat.completions.create({ model: 'm', messages: [question], tools: [] });
  await expect(failed).rejects.toBeInstanceOf(OpenAI.BadRequestError);
  await expect(failed).rejects.toMatchObject({ status: 400, type: 'invalid_request_error', param: 'tools' });
  expect(vendor.exchanges[0]?.violations).toMatchObject([{ path: 'tools' }]);
  await expect(client.models.list()).rejects.toBeInstanceOf(OpenAI.NotFoundError);
});

test('the record holds no key', async () => {
  const vendor = vendorOf(['a']);
  const client = new OpenAI({ baseURL: 'http://openai.test', apiKey: 'very-secret', fetch: vendor.fetch });
  await client.chat.completions.create({ model: 'm', messages: [question] });
  expect(JSON.stringify(vendor.exchanges)).not.toContain('very-secret');
});

test('the client does not try again where the script is at fault', async () => {
  const vendor = vendorOf([new Error('broken turn')]);
  const client = new OpenAI({ baseURL: 'http://openai.test', apiKey: 'test', maxRetries: 2, fetch: vendor.fetch });
  const ask = () => client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: '北京?' }] });
  await expect(ask()).rejects.toThrow('broken turn');
  await expect(ask()).rejects.toThrow('turn 2 was asked for');
  expect(vendor.exchanges.map(({ status }) => status)).toEqual([500, 500]);
});

test.each(['{ "city": "北京" }', '{"city": "北', ''])('arguments written as the text %j arrive as that text', async (args) => {
  const vendor = vendorOf([{ calls: [{ name: 'get_weather', args }] }]);
  const client = new OpenAI({ baseURL: 'http://openai.test', apiKey: 'test', fetch: vendor.fetch });
  const answer = await client.chat.completions.create({ model: 'm', messages: [question] });
  expect(answer.choices[0]?.message.tool_calls).toMatchObject([{ function: { arguments: args } }]);
});
