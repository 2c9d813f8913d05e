import { isJsonObject, type JsonObject, lower, type Message, type ToolCall, type ToolResult } from '@toolglot/core';
import { openaiChat } from '@toolglot/openai/codec';
import { openaiProfile } from '@toolglot/openai/profiles';
import { openaiChatRules } from '@toolglot/openai/rules';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';

const { decodeError, decodeRequest, decodeResponse, encodeRequest } = openaiChat;
const profile = openaiProfile('gpt-5.4', 'chat');

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const call = (id: string, more: Partial<ToolCall> = {}): ToolCall => ({ type: 'tool-call', id, name: 'f', args: {}, ...more });
const result = (callId: string, more: Partial<ToolResult> = {}): ToolResult => ({
  type: 'tool-result',
  callId,
  name: 'f',
  content: [{ type: 'text', text: 'ok' }],
  ...more,
});
const answer = (tool_calls: readonly object[], finish_reason = 'tool_calls') =>
  decodeResponse({ choices: [{ message: { role: 'assistant', content: null, tool_calls }, finish_reason }] });
const wireCall = (args: string, id: unknown = 'c1') => ({ id, type: 'function', function: { name: 'f', arguments: args } });
const callsOf = ({ message }: ReturnType<typeof decodeResponse>) => message.content.filter((part) => part.type === 'tool-call');

/** What is sent of a conversation: lowered, encoded, and taken by the rules. */
function send(messages: readonly Message[]): readonly JsonObject[] {
  const { body } = encodeRequest(lower({ messages }, profile).request, profile);
  expect(openaiChatRules.filter((rule) => rule.check(body)).map(({ id }) => id)).toEqual([]);
  return Array.isArray(body.messages) ? body.messages : [];
}

/** Each fault by its id: what this project does where others went wrong. The inputs are our own, of the same kind. */
const checks: Readonly<Record<string, () => void>> = {
  B009: () => expect(callsOf(answer([wireCall('"{\\"pattern\\":\\"*.ts\\"}"')]))).toMatchObject([{ args: { pattern: '*.ts' } }]),

  B029: () => {
    const id = 'g'.repeat(300);
    const [, asked, answered] = send([
      user('a'),
      { role: 'assistant', content: [call(id)] },
      { role: 'tool', content: [result(id)] },
    ]);
    expect(answered?.tool_call_id).toMatch(/^.{1,40}$/);
    expect(asked).toMatchObject({ tool_calls: [{ id: answered?.tool_call_id }] });
  },

  B047: () => {
    const decoded = answer([wireCall('{}', ''), wireCall('{}', null)]);
    const ids = callsOf(decoded).map(({ id }) => id);
    expect(new Set(ids.filter(Boolean)).size).toBe(2);
    const sent = send([user('a'), decoded.message, { role: 'tool', content: ids.map((id) => result(id)) }]);
    expect(sent.slice(2).map(({ tool_call_id }) => tool_call_id)).toEqual(ids);
  },

  B053: () => {
    for (const text of ['{"path":"a","body":"lor', '{"path":"a"}']) {
      const decoded = answer([wireCall(text)], 'length');
      expect(decoded.finish.reason).toBe('length');
      expect(callsOf(decoded)).toMatchObject([{ args: {}, argsText: text, fault: { code: 'cut-off' } }]);
      send([user('a'), decoded.message, { role: 'tool', content: [result('c1', { isError: true })] }]);
    }
  },

  B065: () => {
    const error = { code: 'tool_use_failed', message: 'no', failed_generation: '<function=f>{}</function>' };
    expect(decodeError(400, { error })).toMatchObject({
      kind: 'tool-call',
      retryable: true,
      failedGeneration: error.failed_generation,
    });
  },

  B069: () => {
    const failed = result('a', { content: [{ type: 'text', text: 'Unknown skill' }], isError: true });
    const sent = send([
      user('a'),
      { role: 'assistant', content: [call('a'), call('b')] },
      { role: 'tool', content: [failed, result('b')] },
    ]);
    expect(sent.slice(2)).toMatchObject([
      { tool_call_id: 'a', content: expect.stringContaining('Unknown skill') },
      { tool_call_id: 'b' },
    ]);
  },

  B081: () => {
    const usage = { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 75 }, completion_tokens: 4 };
    expect(decodeResponse({ choices: [], usage }).usage).toEqual({ input: 100, cachedInput: 75, output: 4 });
  },

  B097: () => {
    const decoded = answer([wireCall('{"cmd": "ls')]);
    expect(callsOf(decoded)).toMatchObject([{ argsText: '{"cmd": "ls' }]);
    const sent = send([user('a'), decoded.message, { role: 'tool', content: [result('c1', { isError: true })] }, user('go on')]);
    expect(sent[1]).toMatchObject({ tool_calls: [{ function: { arguments: '{}' } }] });
    expect(sent[2]).toMatchObject({ tool_call_id: 'c1' });
  },

  B109: () => expect(answer([]).finish.reason).toBe('stop'),

  B125: () => {
    const messages = [
      { role: 'assistant', content: null, tool_calls: [wireCall('{}', 'c1'), wireCall('{}', 'c2')] },
      { role: 'function', name: 'f', content: '1' },
      { role: 'tool', name: 'f', content: '2' },
    ];
    expect(decodeRequest({ messages }).request.messages[1]?.content).toMatchObject([{ callId: 'c1' }, { callId: 'c2' }]);
  },

  B131: () => {
    const decoded = answer([wireCall('{"c":1}', 'x:3'), wireCall('{"c":2}', 'x:3')]);
    const ids = callsOf(decoded).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    const results = ids.map((id, index) => result(id, { content: [{ type: 'text', text: `${index}` }] }));
    const [, asked, ...answered] = send([user('a'), decoded.message, { role: 'tool', content: results }]);
    expect(asked).toMatchObject({ tool_calls: answered.map(({ tool_call_id }) => ({ id: tool_call_id })) });
    expect(answered.map(({ content }) => content)).toEqual(['0', '1']);
  },

  B137: () => {
    const text = '{"id":2512292042121000001}';
    expect(callsOf(answer([wireCall(text)]))).toMatchObject([{ argsText: text }]);
    const sent = send([user('a'), answer([wireCall(text)]).message, { role: 'tool', content: [result('c1')] }]);
    expect(sent[1]).toMatchObject({ tool_calls: [{ function: { arguments: text } }] });
  },

  B139: () => {
    const both = result('c1', { content: ['a', 'b'].map((text) => ({ type: 'text', text })) });
    const textOnly = { ...profile, results: { ...profile.results, content: 'text' } } as const;
    const { body } = encodeRequest({ messages: [{ role: 'tool', content: [both] }] }, textOnly);
    expect(body.messages).toMatchObject([{ content: 'a\nb' }]);
  },

  B159: () => {
    for (const code of [400, 429]) expect(decodeError(200, { error: { message: 'x', code } }).retryable).toBe(code === 429);
    expect(decodeResponse({ choices: null, error: { message: 'x' } }).finish.reason).toBe('error');
  },

  B207: () => expect(decodeResponse({ choices: [{ message: { content: 'a' } }] }).usage).toBeUndefined(),
};

test.each(Object.entries(checks))('%s holds for an input of our own', (_id, check) => check());

describeShared('reported faults of whole answers in Chat Completions', 'faults/open.jsonl', (path) => {
  const faults = readJsonLines(path).filter(isJsonObject);
  for (const { id, summary } of faults) {
    const check = checks[String(id)];
    if (check) test(`${id}: ${summary}`, check);
  }

  test('each fault that is checked here is among those reported', () => {
    const reported = faults.map(({ id }) => id);
    expect(Object.keys(checks).filter((id) => !reported.includes(id))).toEqual([]);
  });

  test('the reported arguments themselves are read as they should be', () => {
    const input = (id: string) => faults.find((fault) => fault.id === id)?.input as JsonObject;
    expect(callsOf(answer([wireCall(String(input('B009').arguments))]))).toMatchObject([{ args: { pattern: '*.md' } }]);
    for (const id of ['B047', 'B053', 'B131']) {
      const calls = callsOf(decodeResponse(input(id).response));
      expect(new Set(calls.map((made) => made.id)).size).toBe(calls.length);
    }
    const { status, body } = input('B065');
    expect(decodeError(Number(status), body).kind).toBe('tool-call');
  });
});
