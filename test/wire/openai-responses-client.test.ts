import { type Model, tool, toolCallsOf } from '@toolglot/core';
import { readList, readObject } from '@toolglot/core/kit';
import { openai } from '@toolglot/openai';
import { openaiResponses } from '@toolglot/openai/codec';
import { openaiResponsesRules } from '@toolglot/openai/rules';
import { run } from '@toolglot/runner';
import { fakeVendor, type Turn } from '@toolglot/testing';
import { OpenAI } from 'openai';
import { expect, test } from 'vitest';
import { z } from 'zod';

const cities = ['上海', '北京', '广州'];
const getWeather = tool({
  name: 'get_weather',
  description: 'The weather now',
  input: z.object({ city: z.string() }),
  execute: ({ city }) => `${city}: 22°C`,
});

function vendorOf(turns: readonly Turn[]) {
  const vendor = fakeVendor(openaiResponses, openaiResponsesRules, turns);
  const client = new OpenAI({ apiKey: 'test', baseURL: 'http://vendor.test/v1', fetch: vendor.fetch });
  return { vendor, model: openai('gpt-5.4', { client }) };
}

const inputs = (vendor: ReturnType<typeof vendorOf>['vendor']) =>
  vendor.exchanges.map(({ body }) => readList(readObject(body).input).map(readObject));

test("a run over the vendor's own client: three calls at once, their results in order, an answer", async () => {
  const calls = cities.map((city) => ({ name: 'get_weather', args: { city } }));
  const { vendor, model } = vendorOf([{ calls }, 'Warm everywhere.']);
  const { text } = await run({ model, tools: [getWeather], prompt: 'How warm is it?' });
  expect(text).toBe('Warm everywhere.');
  const [, second = []] = inputs(vendor);
  const called = second.filter(({ type }) => type === 'function_call');
  const answered = second.filter(({ type }) => type === 'function_call_output');
  expect(called.map((item) => JSON.parse(String(item.arguments)).city)).toEqual(cities);
  expect(answered.map(({ call_id }) => call_id)).toEqual(called.map(({ call_id }) => call_id));
  expect(answered.map(({ output }) => output)).toEqual(cities.map((city) => `${city}: 22°C`));
  vendor.done();
});

test('what was thought goes back in front of what it led to', async () => {
  const thought = { type: 'reasoning', text: 'I look it up.' } as const;
  const asks = { type: 'tool-call', id: 'call_1', name: 'get_weather', args: { city: '北京' } } as const;
  const { vendor, model } = vendorOf([{ parts: [thought, asks] }, 'Warm.']);
  await run({ model, tools: [getWeather], prompt: 'How warm is it?' });
  const [, second = []] = inputs(vendor);
  expect(second.map(({ type, role }) => type ?? role)).toEqual(['user', 'reasoning', 'function_call', 'function_call_output']);
  expect(second[1]?.id).toMatch(/^rs_/);
  expect(second[2]?.id).toMatch(/^fc_/);
  vendor.done();
});

test('a run of equal steps that stores nothing goes on: what was thought is sent by what only the vendor can read', async () => {
  const step = { reasoning: 'I look it up.', text: 'A moment.', calls: [{ name: 'get_weather', args: { city: '北京' } }] };
  const { vendor, model } = vendorOf([step, step, step, { reasoning: 'I look it up.', text: 'Warm.' }]);
  const slot = { 'openai-responses': { fields: { store: false } } };
  const storesNothing: Model = {
    ...model,
    generate: (request, options) => model.generate({ ...request, vendor: slot }, options),
  };
  const { text } = await run({ model: storesNothing, tools: [getWeather], prompt: 'How warm is it?' });
  expect(text).toBe('Warm.');
  const thoughts = inputs(vendor).map((items) => items.filter(({ type }) => type === 'reasoning'));
  expect(vendor.exchanges.map(({ body }) => readObject(body).store)).toEqual([false, false, false, false]);
  expect(thoughts[3]).toHaveLength(3);
  expect(new Set(thoughts[3]?.map(({ id }) => id)).size).toBe(3);
  expect(new Set(thoughts[3]?.map(({ encrypted_content }) => encrypted_content)).size).toBe(1);
  expect(thoughts[3]?.[0]?.encrypted_content).toMatch(/^[0-9a-z]{32}$/);
  vendor.done();
});

test('a hosted tool that asks for leave ends the answer; the leave is an item of its own', async () => {
  const ask = {
    type: 'hosted-tool',
    id: 'mcpr_1',
    tool: 'openai.mcp',
    status: 'needs-approval',
    args: { server_label: 's', name: 'delete', arguments: '{}' },
  } as const;
  const { vendor, model } = vendorOf([{ parts: [ask] }, 'Deleted.']);
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'delete it' }] }] as const;
  const { message, finish } = await model.generate({ messages });
  expect(finish.reason).toBe('stop');
  expect(toolCallsOf(message)).toEqual([]);
  const leave = { role: 'user', content: [{ type: 'approval', id: 'mcpr_1', approve: true }] } as const;
  await model.generate({ messages: [...messages, message, leave] });
  expect(inputs(vendor)[1]?.slice(1)).toEqual([
    { type: 'mcp_approval_request', id: 'mcpr_1', ...ask.args },
    { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
  ]);
  vendor.done();
});
