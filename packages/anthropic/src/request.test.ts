import type { JsonObject } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { decodeRequest, encodeRequest } from './request.ts';

const ask: JsonObject & { readonly messages: readonly JsonObject[] } = {
  model: 'claude-opus-5',
  max_tokens: 9,
  messages: [{ role: 'user', content: 'q' }],
};
const read = (more: JsonObject) => decodeRequest({ ...ask, ...more }).request;
const again = (more: JsonObject) => encodeRequest(read(more)).body;

describe('what is read in neutral terms', () => {
  test.each([
    [{ type: 'disabled' }, { effort: 'off' }],
    [{ type: 'adaptive' }, {}],
    [{ type: 'between_tools' }, {}],
    [{ type: 'enabled', budget_tokens: 2000 }, { budget: 2000 }],
    [{ type: 'adaptive', display: 'omitted' }, { visible: 'none' }],
  ])('thinking of %j', (thinking, reasoning) => {
    expect(read({ thinking }).settings?.reasoning).toEqual(reasoning);
    expect(again({ thinking })).toEqual({ ...ask, thinking });
  });

  test.each([
    ['bash_20250124', 'client', 'anthropic.bash'],
    ['text_editor_20250728', 'client', 'anthropic.text_editor'],
    ['memory_20250818', 'client', 'anthropic.memory'],
    ['computer_toolset_20260801', 'client', 'anthropic.computer_toolset'],
    ['browser_toolset_20260801', 'client', 'anthropic.browser_toolset'],
    ['web_search_20250305', 'hosted', 'anthropic.web_search'],
    ['code_execution_20260521', 'hosted', 'anthropic.code_execution'],
    ['mcp_toolset', 'hosted', 'anthropic.mcp_toolset'],
  ])('a tool of the type %s is a %s tool', (type, kind, id) => {
    expect(read({ tools: [{ type }] }).tools).toMatchObject([{ type: kind, id }]);
  });

  test.each<readonly [JsonObject, JsonObject | undefined]>([
    [{ type: 'object', properties: {} }, undefined],
    [{ type: 'object' }, { type: 'object' }],
    [
      { type: 'object', properties: {}, additionalProperties: false },
      { type: 'object', properties: {}, additionalProperties: false },
    ],
  ])('a tool with the schema %j', (schema, input) => {
    const tools = [{ name: 'f', input_schema: schema }];
    expect(read({ tools }).tools).toEqual([{ type: 'function', name: 'f', ...(input && { input }) }]);
    expect(again({ tools })).toEqual({ ...ask, tools });
  });

  test('a source that says more than we know is opaque', () => {
    const plain = { type: 'image', source: { type: 'url', url: 'https://a.cn/a.png' } };
    const more = { ...plain, source: { ...plain.source, media_type: 'image/png', checksum: 'x' } };
    const messages = [{ role: 'user', content: [plain, more] }];
    expect(read({ messages }).messages[0]?.content.map(({ type }) => type)).toEqual(['media', 'opaque']);
    expect(again({ messages })).toEqual({ ...ask, messages });
  });
});

describe('an edit goes before what was kept', () => {
  test.each<readonly [JsonObject, JsonObject]>([
    [
      { output_config: { effort: 'xhigh', task_budget: { total: 1 } } },
      { output_config: { effort: 'low', task_budget: { total: 1 } } },
    ],
    [{ thinking: { type: 'between_tools' } }, { output_config: { effort: 'low' } }],
    [{ output_format: { type: 'json_schema', schema: {} } }, { output_config: { effort: 'low' } }],
  ])('%j', (before, after) => {
    const request = read(before);
    const { output: _output, ...others } = request;
    const { body } = encodeRequest({ ...others, settings: { ...request.settings, reasoning: { effort: 'low' } } });
    expect(body).toEqual({ ...ask, thinking: { type: 'adaptive' }, ...after });
  });

  test('of a choice', () => {
    const tools = [{ name: 'f', input_schema: { type: 'object' } }];
    const request = read({ tools, tool_choice: { type: 'auto', hint: 'x' } });
    expect(encodeRequest(request).body.tool_choice).toEqual({ type: 'auto', hint: 'x' });
    expect(encodeRequest({ ...request, toolChoice: 'none' }).body.tool_choice).toEqual({ type: 'none' });
  });
});

describe('what says nothing is kept', () => {
  test('an empty list of tools comes back until there are tools', () => {
    const { request } = decodeRequest({ ...ask, tools: [] });
    expect(request.tools).toBeUndefined();
    expect(encodeRequest(request).body).toEqual({ ...ask, tools: [] });
    expect(encodeRequest({ ...request, tools: [{ type: 'function', name: 'f' }] }).body.tools).toHaveLength(1);
  });

  test.each(['system', 'user', 'assistant'])('a message of the %s without content', (role) => {
    const body = { ...ask, messages: [...ask.messages, { role, output_config: { effort: 'low' } }] };
    expect(encodeRequest(decodeRequest(body).request).body).toEqual(body);
  });

  test.each<readonly [string, JsonObject]>([
    ['no content', {}],
    ['null', { content: null }],
    ['an empty list', { content: [] }],
  ])('a hosted result with %s', (_title, content) => {
    const use = { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'f', server_name: 's', input: {} };
    const result = { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, ...content };
    for (const blocks of [[use, result], [result]]) {
      const body = { ...ask, messages: [...ask.messages, { role: 'assistant', content: blocks }] };
      expect(encodeRequest(decodeRequest(body).request).body).toEqual(body);
    }
  });
});
