import { type Json, type JsonObject, lower, type Message, type Request, type ToolResult } from '@toolglot/core';
import { readList } from '@toolglot/core/kit';
import { describe, expect, test } from 'vitest';
import { openaiProfile } from '../model-profile.ts';
import { openaiResponses } from './codec.ts';

const { decodeRequest, encodeRequest, decodeResponse, encodeResponse } = openaiResponses;

const user = { role: 'user', content: 'go' };
const hi: Message = { role: 'user', content: [{ type: 'text', text: 'go' }] };
const picture = { type: 'media', mediaType: 'image/png', data: { base64: 'AA==' } } as const;
const search = { type: 'tool_search_call', execution: 'client', arguments: {} };

function answering(call: JsonObject, content: ToolResult['content'], more: Partial<ToolResult> = {}): Request {
  const { messages } = decodeRequest({ input: [user, { call_id: 'a', ...call }] }).request;
  const result: ToolResult = { type: 'tool-result', callId: 'a', name: 'x', content, ...more };
  return { messages: [...messages, { role: 'tool', content: [result] }] };
}

const lastItem = (request: Request) => readList(encodeRequest(request).body.input).at(-1);

describe('results of tools whose schema the vendor knows', () => {
  test.each<[string, JsonObject]>([
    ['a shell', { type: 'shell_call', action: {} }],
    ['a local shell', { type: 'local_shell_call', action: {} }],
    ['a patch', { type: 'apply_patch_call', operation: {} }],
    ['a search for tools', search],
  ])('of %s: a picture is refused with its place, not left out', (_what, call) => {
    expect(() => lastItem(answering(call, [picture]))).toThrow(/messages\[2\]\.content\[0\]/);
  });

  test('a search for tools that failed found none, and did not end well', () => {
    const failed = lastItem(answering(search, [{ type: 'text', text: '{"error":"down"}' }]));
    expect(failed).toEqual({ type: 'tool_search_output', call_id: 'a', execution: 'client', status: 'incomplete', tools: [] });
  });

  test.each<Json>([null, 'none', { a: 1 }])('tools that were found, given as %j, come back as they were', (tools) => {
    const input = [user, { ...search, call_id: 'a' }, { type: 'tool_search_output', call_id: 'a', execution: 'client', tools }];
    expect(encodeRequest(decodeRequest({ input }).request).body.input).toEqual(input);
  });

  test('a local shell is answered by the id of its call, under either name', () => {
    const call = { type: 'local_shell_call', id: 'lsh_1', call_id: 'b', action: {} };
    const input = [user, { ...call, call_id: 'a' }, call, { type: 'local_shell_call_output', id: 'b', output: 'ok' }];
    const { request } = decodeRequest({ input });
    expect(request.messages[2]).toMatchObject({ content: [{ callId: 'b' }] });
    expect(encodeRequest(request).body.input).toEqual(input);
  });

  test('a result is said as the call before it, not as a later one of the same id', () => {
    const output = [{ type: 'input_image', image_url: 'https://x.test/a.png' }];
    const call = { type: 'shell_call', call_id: 'a', action: { commands: [] } };
    const input = [user, { type: 'function_call_output', call_id: 'a', output }, call];
    expect(encodeRequest(decodeRequest({ input }).request).body.input).toEqual(input);
  });
});

test('arguments that are no text go to a tool that takes text, printed', () => {
  const call = { type: 'tool-call', id: 'a', name: 'write', args: { city: '北京' } } as const;
  const request: Request = { tools: [{ type: 'text', name: 'write' }], messages: [{ role: 'assistant', content: [call] }] };
  expect(lastItem(request)).toEqual({ type: 'custom_tool_call', call_id: 'a', name: 'write', input: '{"city":"北京"}' });
});

test('a shell that the vendor ran stays one that the vendor ran, without any vendor data', () => {
  const ran = { type: 'hosted-tool', id: 'a', tool: 'openai.shell', args: { action: {} }, status: 'done' } as const;
  const body = encodeResponse({ message: { role: 'assistant', content: [ran] }, finish: { reason: 'stop' } });
  expect(decodeResponse(body).message.content).toMatchObject([ran]);
});

describe('marks for the cache', () => {
  const mark = { prompt_cache_breakpoint: { mode: 'explicit' } };

  test('go out on a result, and on a text that was a string', () => {
    const call = { type: 'function_call', name: 'f', arguments: '{}' };
    const marked = answering(call, [{ type: 'text', text: 'ok' }], { cache: {} });
    expect(lastItem(marked)).toMatchObject({ output: [{ type: 'input_text', text: 'ok', ...mark }] });
    const system: Message = { role: 'system', plain: true, content: [{ type: 'text', text: 'Be brief.', cache: {} }] };
    expect(encodeRequest({ messages: [system, hi] }).body.input).toMatchObject([{ content: [mark] }, user]);
  });

  test('are lost with a note on what the model said and on tools; models before 5.6 get none at all', () => {
    const tool = { type: 'function', name: 'f', cache: {} } as const;
    const says: Message = { role: 'assistant', content: [{ type: 'text', text: 'so', cache: {} }] };
    const asks: Message = { role: 'user', content: [{ type: 'text', text: 'go', cache: { ttl: '1h' } }] };
    const lossesOf = (model: string) =>
      lower({ messages: [asks, says], tools: [tool] }, openaiProfile(model)).losses.map(({ code, path }) => `${code} ${path}`);
    const dropped = ['cache-mark tools[0].cache', 'cache-mark messages[1].content[0].cache'];
    expect(new Set(lossesOf('gpt-5.6'))).toEqual(new Set([...dropped, 'cache-mark messages[0].content[0].cache.ttl']));
    expect(new Set(lossesOf('gpt-5.4'))).toEqual(new Set([...dropped, 'cache-mark messages[0].content[0].cache']));
  });
});
