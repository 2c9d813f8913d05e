import { isJsonObject, type JsonObject, lower, type Message, type ToolCall, type ToolResult, toolCallsOf } from '@toolglot/core';
import { readList, readObject } from '@toolglot/core/kit';
import { openaiResponses } from '@toolglot/openai/codec';
import { openaiProfile } from '@toolglot/openai/profiles';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';

const profile = openaiProfile('gpt-5.4');

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const call = (id: string, more: Partial<ToolCall> = {}): ToolCall => ({ type: 'tool-call', id, name: 'f', args: {}, ...more });
const result = (callId: string, more: Partial<ToolResult> = {}): ToolResult => ({
  type: 'tool-result',
  callId,
  name: 'f',
  content: [{ type: 'text', text: 'ok' }],
  ...more,
});
const answer = (...output: readonly JsonObject[]) => openaiResponses.decodeResponse({ status: 'completed', output }, { profile });
const wireCall = (text: string, more: JsonObject = {}) => ({
  ...{ type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: text },
  ...more,
});
const callsOf = ({ message }: ReturnType<typeof answer>) => toolCallsOf(message);

/** What is sent of a conversation: lowered and encoded. */
function send(messages: readonly Message[]): readonly JsonObject[] {
  const { body } = openaiResponses.encodeRequest(lower({ messages }, profile).request, profile);
  return readList(body.input).map(readObject);
}

const of = (items: readonly JsonObject[], type: string) => items.filter((item) => item.type === type);

/** Each fault by its id: what this project does where others went wrong. The inputs are our own, of the same kind. */
const checks: Readonly<Record<string, () => void>> = {
  B009: () => expect(callsOf(answer(wireCall('"{\\"pattern\\":\\"*.ts\\"}"')))).toMatchObject([{ args: { pattern: '*.ts' } }]),

  B025: () => {
    const asked: Message = { role: 'assistant', content: [call('t1'), call('t2', { name: 'g' })] };
    const items = send([user('q'), asked, { role: 'tool', content: [result('t1')] }, user('hello?')]);
    expect(of(items, 'function_call_output').map(({ call_id }) => call_id)).toEqual(['t1', 't2']);
    expect(items.at(-1)).toMatchObject({ role: 'user' });
  },

  B029: () => {
    const id = 'g'.repeat(300);
    const items = send([user('a'), { role: 'assistant', content: [call(id)] }, { role: 'tool', content: [result(id)] }]);
    expect(items[1]?.call_id).toMatch(/^.{1,64}$/);
    expect(items[2]?.call_id).toBe(items[1]?.call_id);
  },

  B097: () => {
    const { message } = answer(wireCall('{"cmd": "ls'));
    const items = send([user('a'), message, { role: 'tool', content: [result('c1', { isError: true })] }, user('go on')]);
    expect(of(items, 'function_call')).toMatchObject([{ arguments: '{}' }]);
    expect(of(items, 'function_call_output')).toMatchObject([{ call_id: 'c1', output: '{"error":"ok"}' }]);
    expect(toolCallsOf(message)).toMatchObject([{ argsText: '{"cmd": "ls' }]);
  },

  B113: () => {
    const twice = [result('c1'), result('c1', { content: [{ type: 'text', text: 'new' }] })];
    const items = send([user('a'), { role: 'assistant', content: [call('c1')] }, { role: 'tool', content: twice }]);
    expect(of(items, 'function_call_output')).toHaveLength(1);
  },

  B155: () => {
    const foreign = call('c1', { vendor: { 'openai-chat': { fields: { x: 1 } }, 'openai-responses': { id: 'fc_1' } } });
    const origin = { codec: 'openai-responses', provider: 'azure' };
    const asked: Message = { role: 'assistant', origin, content: [foreign] };
    const items = send([user('a'), asked, { role: 'tool', content: [result('c1')] }]);
    expect(items[1]).toEqual({ type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' });
    expect(of(items, 'item_reference')).toEqual([]);
  },

  B163: () => {
    const { id: _id, ...bare } = wireCall('{"q":"w"}');
    const { message } = answer(bare);
    expect(toolCallsOf(message)).toMatchObject([{ id: 'c1', name: 'f', args: { q: 'w' } }]);
    expect(send([user('a'), message, { role: 'tool', content: [result('c1')] }])[1]).toEqual(bare);
  },
};

test.each(Object.entries(checks))('%s holds for an input of our own', (_id, check) => check());

test('a call that repeats an id, or has none, is a call of its own, and its result finds it', () => {
  const decoded = answer(wireCall('{"c":1}'), wireCall('{"c":2}', { id: 'fc_2' }), wireCall('{"c":3}', { call_id: '' }));
  const ids = callsOf(decoded).map(({ id }) => id);
  expect(new Set(ids.filter(Boolean)).size).toBe(3);
  const items = send([user('a'), decoded.message, { role: 'tool', content: ids.map((id) => result(id)) }]);
  const called = of(items, 'function_call').map(({ call_id }) => call_id);
  expect(of(items, 'function_call_output').map(({ call_id }) => call_id)).toEqual(called);
  expect(new Set(called).size).toBe(3);
});

test('an integer that no number can hold goes back with all of its digits', () => {
  const text = '{"id":2512292042121000001}';
  const { message } = answer(wireCall(text));
  expect(send([user('a'), message, { role: 'tool', content: [result('c1')] }])[1]).toMatchObject({ arguments: text });
});

test('an answer with anything in place of its output is read', () => {
  for (const output of [
    null,
    'text',
    {},
    [null, 1, 'x', { type: 'message' }, { type: 'function_call' }, { type: 'reasoning' }],
  ]) {
    const decoded = openaiResponses.decodeResponse({ output });
    expect(openaiResponses.encodeResponse(decoded)).toEqual({ output });
  }
});

describeShared('reported faults of whole answers in Responses', 'faults/open.jsonl', (path) => {
  const faults = readJsonLines(path).filter(isJsonObject);
  for (const { id, summary } of faults) {
    const check = checks[String(id)];
    if (check) test(`${id}: ${summary}`, check);
  }

  test('each fault that is checked here is among those reported', () => {
    const reported = faults.map(({ id }) => id);
    expect(Object.keys(checks).filter((id) => !reported.includes(id))).toEqual([]);
  });
});
