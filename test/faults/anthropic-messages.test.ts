import { anthropicMessages } from '@toolglot/anthropic/codec';
import { anthropicProfile } from '@toolglot/anthropic/profiles';
import { anthropicRules } from '@toolglot/anthropic/rules';
import {
  type AssistantPart,
  isJsonObject,
  type JsonObject,
  lower,
  type Message,
  type Request,
  type ToolResult,
} from '@toolglot/core';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';

const { decodeResponse, encodeRequest, encodeResponse } = anthropicMessages;

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const assistant = (...content: AssistantPart[]): Message => ({ role: 'assistant', content });
const call = (id: string, name = 'f'): AssistantPart => ({ type: 'tool-call', id, name, args: {} });
const result = (callId: string, text = 'ok', more: Partial<ToolResult> = {}): ToolResult => ({
  type: 'tool-result',
  callId,
  name: 'f',
  content: [{ type: 'text', text }],
  ...more,
});
const tool = (...content: ToolResult[]): Message => ({ role: 'tool', content });

/** What is sent of a conversation: lowered, encoded, and taken by the vendor's rules. */
function send(messages: readonly Message[], more: Partial<Request> = {}): readonly JsonObject[] {
  const profile = anthropicProfile('claude-opus-5');
  const request: Request = { model: 'claude-opus-5', messages, tools: [{ type: 'function', name: 'f' }], ...more };
  const { body } = encodeRequest(lower(request, profile).request, profile);
  expect(anthropicRules.filter((rule) => rule.check(body)).map(({ id }) => id)).toEqual([]);
  return Array.isArray(body.messages) ? body.messages : [];
}

/** Each fault by its id: what this project does where others went wrong. The inputs are our own, of the same kind. */
const checks: Readonly<Record<string, () => void>> = {
  B005() {
    const sent = send([user('q'), assistant(call('t1')), user('by the way'), tool(result('t1'))]);
    expect(sent.at(-1)?.content).toMatchObject([{ tool_use_id: 't1' }, { text: 'by the way' }]);
  },
  B017() {
    const names = ['calendar.list', 'user-profile/update', 'búsqueda', 'a b'];
    const tools = names.map((name) => ({ type: 'function' as const, name }));
    const { request, raise } = lower({ messages: [user('q')], tools }, anthropicProfile('claude-opus-5'));
    const sent = (request.tools ?? []).flatMap((spec) => (spec.type === 'function' ? [spec.name] : []));
    for (const name of sent) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    const content = sent.map((name, index) => ({ type: 'tool_use', id: `t${index}`, name, input: {} }));
    expect(raise(decodeResponse({ content })).message.content).toMatchObject(names.map((name) => ({ name })));
  },
  B025() {
    const sent = send([user('q'), assistant(call('t1'), call('t2')), tool(result('t1', '1')), user('hello?')]);
    expect(sent.at(-1)?.content).toMatchObject([
      { tool_use_id: 't1', content: '1' },
      { tool_use_id: 't2', is_error: true },
      { text: 'hello?' },
    ]);
  },
  B049() {
    const sent = send([user('q'), assistant(call('c1'), call('c2')), tool(result('c1')), tool(result('c2'))]);
    expect(sent).toHaveLength(3);
    expect(sent[2]?.content).toMatchObject([{ tool_use_id: 'c1' }, { tool_use_id: 'c2' }]);
  },
  B057() {
    const content = [
      { type: 'thinking', thinking: 't', signature: 'S' },
      { type: 'tool_use', id: 't1', name: 'f', input: {} },
    ];
    const { message } = decodeResponse({ model: 'claude-opus-5', content, stop_reason: 'tool_use' });
    expect(send([user('q'), message, tool(result('t1'))])[1]?.content).toEqual(content);
  },
  B059() {
    const profile = anthropicProfile('claude-opus-5');
    const messages = [user('q'), assistant(call('t')), tool(result('t'))];
    const request: Request = { messages, tools: [{ type: 'function', name: 'f' }], toolChoice: 'none' };
    const { body } = encodeRequest(lower(request, profile).request, profile);
    expect(body).toMatchObject({ tools: [{ name: 'f' }], tool_choice: { type: 'none' } });
  },
  B073() {
    const ids = ['functions.ls:0|fc_1', 'a:1', 'a_1'];
    const sent = send([user('q'), assistant(...ids.map((id) => call(id))), tool(...ids.map((id) => result(id)))]);
    const wire = [sent[1]?.content].flat().map((block) => (isJsonObject(block) ? block.id : ''));
    expect(new Set(wire).size).toBe(3);
    expect(sent[2]?.content).toMatchObject(wire.map((id) => ({ tool_use_id: id })));
  },
  B081() {
    const usage = { input: 100, cachedInput: 75, output: 4 };
    const body = encodeResponse({ message: { role: 'assistant', content: [] }, finish: { reason: 'stop' }, usage });
    expect(body).toMatchObject({ usage: { input_tokens: 25, cache_read_input_tokens: 75, output_tokens: 4 } });
    expect(decodeResponse(body).usage).toEqual(usage);
  },
  B097() {
    const broken: AssistantPart = {
      type: 'tool-call',
      id: 'c1',
      name: 'f',
      args: {},
      argsText: '{"cmd": "ls',
      fault: { code: 'invalid-json', message: 'no JSON' },
    };
    const sent = send([user('q'), assistant(broken), tool(result('c1', 'bad args', { isError: true })), user('continue')]);
    expect(sent[1]?.content).toMatchObject([{ input: {} }]);
    expect(sent[2]?.content).toMatchObject([{ tool_use_id: 'c1', is_error: true }, { text: 'continue' }]);
  },
  B099() {
    const sent = send([user('q'), assistant({ type: 'text', text: '' }, call('t1')), tool(result('t1', ''))]);
    expect(sent[1]?.content).toMatchObject([{ type: 'tool_use' }]);
    expect(JSON.stringify(sent)).not.toContain('"text":""');
  },
  B101() {
    const content = [
      { type: 'thinking', thinking: 'r', signature: 'S' },
      { type: 'text', text: 'go' },
      { type: 'tool_use', id: '1', name: 'f', input: {} },
      { type: 'tool_use', id: '2', name: 'f', input: {} },
    ];
    const { message } = decodeResponse({ model: 'claude-opus-5', content, stop_reason: 'tool_use' });
    const sent = send([user('q'), message, tool(result('1')), tool(result('2'))]);
    expect(sent).toHaveLength(3);
    expect(JSON.stringify(sent).match(/"signature":"S"/g)).toHaveLength(1);
  },
  B113() {
    const sent = send([user('q'), assistant(call('c1')), tool(result('c1', 'old')), tool(result('c1', 'new'))]);
    expect([sent[2]?.content].flat()).toHaveLength(1);
  },
  B143() {
    const tools = ['x'.repeat(96), '1abc'].map((name) => ({ type: 'function' as const, name }));
    const { request } = lower({ messages: [user('q')], tools }, anthropicProfile('claude-opus-5'));
    for (const spec of request.tools ?? []) expect('name' in spec && spec.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  },
  B151() {
    const sent = send([user('q'), assistant(call('t1')), assistant({ type: 'text', text: 'calling' }), tool(result('t1'))]);
    const at = sent.findIndex(({ content }) => JSON.stringify(content).includes('"tool_use"'));
    expect(sent[at + 1]).toMatchObject({ role: 'user', content: [{ tool_use_id: 't1' }] });
  },
  B155() {
    const slots: object = { 'openai-chat': { itemId: 'fc_1' } };
    const text: AssistantPart = { type: 'text', text: 't', vendor: slots };
    expect(JSON.stringify(send([user('q'), assistant(text, call('c')), tool(result('c'))]))).not.toContain('fc_1');
  },
};

for (const [id, check] of Object.entries(checks)) test(`${id}, as a fixture of our own`, check);

describeShared('reported faults', 'faults/open.jsonl', (path) => {
  const faults = readJsonLines(path).filter(isJsonObject);
  for (const { id, summary } of faults) {
    const check = checks[String(id)];
    if (check) test(`${id}: ${summary}`, check);
  }

  test('each fault that is checked here is among the reported ones', () => {
    const reported = faults.map(({ id }) => String(id));
    expect(Object.keys(checks).filter((id) => !reported.includes(id))).toEqual([]);
  });
});
