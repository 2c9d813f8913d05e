import { VendorError } from '@toolglot/core';
import { openaiResponses } from '@toolglot/openai/codec';
import { openaiResponsesRules } from '@toolglot/openai/rules';
import { fakeVendor, type Turn } from '@toolglot/testing';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

const call = { calls: [{ name: 'get_weather', args: { city: '北京' } }] };
const busy = new VendorError('slow down', { status: 429, kind: 'rate-limit', retryAfter: 1500 });
const question = { role: 'user', content: '北京?' } as const;
const parameters = { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] };
const tools: OpenAI.Responses.FunctionTool[] = [{ type: 'function', name: 'get_weather', parameters, strict: false }];

const vendorOf = (turns: readonly Turn[]) => fakeVendor(openaiResponses, openaiResponsesRules, turns);

const clientOf = ({ fetch }: ReturnType<typeof vendorOf>) =>
  new OpenAI({ baseURL: 'http://openai.test/v1', apiKey: 'test', maxRetries: 0, fetch });

const output = (call_id: string) => ({ type: 'function_call_output', call_id, output: '22°C' }) as const;

test('the client of OpenAI talks to the fake over HTTP and gets items, text and errors', async () => {
  const vendor = vendorOf([call, '22°C', busy]);
  await using server = await vendor.listen();
  const client = new OpenAI({ baseURL: `${server.baseURL}/v1`, apiKey: 'test', maxRetries: 0 });
  const first = await client.responses.create({ model: 'm', input: [question], tools });
  expect(first).toMatchObject({ object: 'response', status: 'completed', output_text: '' });
  expect(first.output).toMatchObject([
    { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '{"city":"北京"}' },
  ]);
  const history = [question, ...asInput(first), output('call_1')];
  const second = await client.responses.create({ model: 'm', input: history, tools });
  expect(second.output_text).toBe('22°C');
  const failed = client.responses.create({ model: 'm', input: '北京?' });
  await expect(failed).rejects.toBeInstanceOf(OpenAI.RateLimitError);
  await expect(failed).rejects.toMatchObject({ status: 429, message: expect.stringContaining('slow down') });
  expect(vendor.exchanges.map(({ path, status, violations }) => [path, status, violations])).toEqual(
    [200, 200, 429].map((status) => ['/v1/responses', status, []]),
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
  const client = clientOf(vendor);
  const failed = client.responses.create({ model: 'm', input: [output('call_9')] });
  await expect(failed).rejects.toBeInstanceOf(OpenAI.BadRequestError);
  await expect(failed).rejects.toMatchObject({
    status: 400,
    type: 'invalid_request_error',
    param: 'input',
    message: expect.stringContaining('No tool call found for function call output with call_id call_9.'),
  });
  expect(vendor.exchanges[0]?.violations).toMatchObject([{ rule: 'orphan-output', path: 'input' }]);
  await expect(client.models.list()).rejects.toBeInstanceOf(OpenAI.NotFoundError);
});

test('an item that is not stored is not found, also for the client', async () => {
  const client = clientOf(vendorOf([]));
  const failed = client.responses.create({ model: 'm', input: [{ type: 'item_reference', id: 'rs_1' }], store: false });
  await expect(failed).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  await expect(failed).rejects.toMatchObject({ status: 404, message: expect.stringContaining("Item with id 'rs_1' not found.") });
});

test('a conversation in which the fake reasoned goes on: all items go back, and no rule is broken', async () => {
  const vendor = vendorOf([{ reasoning: '想一下', text: '我看看', ...call }, '22°C']);
  const client = clientOf(vendor);
  const first = await client.responses.create({ model: 'm', input: [question], tools });
  expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call']);
  const input = [question, ...asInput(first), output('call_1')];
  const second = await client.responses.create({ model: 'm', input, tools });
  expect(second.output_text).toBe('22°C');
  expect(vendor.exchanges.map(({ violations }) => violations)).toEqual([[], []]);
  vendor.done();
});

test('reasoning that is sent back without what it led to is refused', async () => {
  const vendor = vendorOf([{ reasoning: '想一下', text: '22°C' }]);
  const client = clientOf(vendor);
  const { output } = await client.responses.create({ model: 'm', input: [question] });
  const reasoning = output.flatMap((item) => (item.type === 'reasoning' ? [item] : []));
  const failed = client.responses.create({ model: 'm', input: [question, ...reasoning, question] });
  await expect(failed).rejects.toMatchObject({ message: expect.stringContaining('without its required following item.') });
});

test('the record holds no key', async () => {
  const vendor = vendorOf(['a']);
  const client = new OpenAI({ baseURL: 'http://openai.test', apiKey: 'very-secret', fetch: vendor.fetch });
  await client.responses.create({ model: 'm', input: [question] });
  expect(JSON.stringify(vendor.exchanges)).not.toContain('very-secret');
});

test.each(['{ "city": "北京" }', '{"city": "北', ''])('arguments written as the text %j arrive as that text', async (args) => {
  const vendor = vendorOf([{ calls: [{ name: 'get_weather', args }] }]);
  const answer = await clientOf(vendor).responses.create({ model: 'm', input: [question], tools });
  expect(answer.output).toMatchObject([{ type: 'function_call', arguments: args }]);
});

/** what an answer holds, as the next input: the client's types tell the two apart, the format does not. */
const asInput = ({ output }: OpenAI.Responses.Response) => output as OpenAI.Responses.ResponseInputItem[];
