import { anthropicMessages } from '@toolglot/anthropic/codec';
import { anthropicRules } from '@toolglot/anthropic/rules';
import { extendProfile, type JsonObject, type ProfileChanges, type Request } from '@toolglot/core';
import { openaiChat } from '@toolglot/openai/codec';
import { describe, expect, test } from 'vitest';
import { withoutSlots } from '../corpus/edits.ts';

// what recorded traffic has, in small bodies of our own
const user = { role: 'user', content: 'q' };
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
const asked = { role: 'assistant', content: null, tool_calls: [call] };
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
const seen = { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'a' }, image] };
const search = { type: 'openrouter:web_search', parameters: { max_uses: 1 } };
const thought = (more: object) => [user, { role: 'assistant', content: 'a', ...more }, user];

const chatRequests: Readonly<Record<string, readonly [body: JsonObject, vendor?: ProfileChanges]>> = {
  'JSON without a schema': [{ messages: [user], response_format: { type: 'json_object' } }],
  'an image in a result': [{ messages: [user, asked, seen] }, { results: { media: ['image/*'] } }],
  'a tool that a router runs': [{ messages: [user], tools: [search] }, { hosted: ['openrouter.*'] }],
  'other names of settings': [
    { messages: [user], max_tokens: 9, random_seed: 1 },
    { settings: { rename: { maxTokens: 'max_tokens', seed: 'random_seed' } } },
  ],
  'reasoning in one field': [{ messages: thought({ reasoning_content: 't' }) }, { reasoning: { field: 'reasoning_content' } }],
  'reasoning in both fields': [{ messages: thought({ reasoning_content: 't', reasoning: 't' }) }],
};

describe('requests of Chat Completions', () => {
  test.each(Object.entries(chatRequests))('%s comes back as it was', (_kind, [body]) => {
    expect(openaiChat.encodeRequest(openaiChat.decodeRequest(body).request).body).toEqual(body);
  });

  test.each(Object.entries(chatRequests))('%s is said by the profile of who takes it, without slots', (_kind, [body, vendor]) => {
    const request: Request = withoutSlots(openaiChat.decodeRequest(body).request);
    expect(openaiChat.encodeRequest(request, extendProfile(openaiChat.profile, vendor ?? {})).body).toEqual(body);
  });

  test('two fields of reasoning that differ both come back, and the first is what was thought', () => {
    const messages = thought({ reasoning_content: 't', reasoning: 'u', reasoning_details: [{ type: 'x', data: 'D' }] });
    const { request } = openaiChat.decodeRequest({ messages });
    expect(request.messages[1]?.content[0]).toMatchObject({ type: 'reasoning', text: 't' });
    expect(openaiChat.encodeRequest(request).body).toEqual({ messages });
  });
});

test('an answer of Chat Completions that was cut off in its text keeps the text', () => {
  const message = { role: 'assistant', content: 'so far' };
  const answer = openaiChat.decodeResponse({ choices: [{ message, finish_reason: 'length' }] });
  expect(answer).toMatchObject({ finish: { reason: 'length' }, message: { content: [{ type: 'text', text: 'so far' }] } });
});

describe('Anthropic Messages', () => {
  const { decodeError, decodeRequest, encodeError, encodeRequest } = anthropicMessages;

  test('an error comes back with the type that it came with', () => {
    const error = { type: 'not_found_error', message: 'model: x' };
    const body = { type: 'error', error, request_id: 'req_1' };
    expect(encodeError(decodeError(404, body))).toMatchObject({ status: 404, body });
  });

  test('the result of a hosted tool whose call is in another message is named by its own type', () => {
    const result = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
    const messages = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [result] },
    ];
    const { request } = decodeRequest({ max_tokens: 9, model: 'm', messages });
    expect(request.messages[1]?.content).toMatchObject([{ type: 'hosted-tool', tool: 'anthropic.web_search', args: null }]);
    expect(encodeRequest(request).body.messages).toEqual(messages);
  });

  test('a step with a budget that begins with thinking breaks no rule, and one without it does', () => {
    const broken = (...content: readonly JsonObject[]) => {
      const messages = [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: [...content, { type: 'tool_use', id: 'a', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'r' }] },
      ];
      const tools = [{ name: 'f', input_schema: { type: 'object' } }];
      const thinking = { type: 'enabled', budget_tokens: 1024 };
      const body = { model: 'claude-haiku-4-5', max_tokens: 4000, thinking, tools, messages };
      return anthropicRules.filter((rule) => rule.check(body)).length;
    };
    expect(broken({ type: 'thinking', thinking: 't', signature: 'S' })).toBe(0);
    expect(broken({ type: 'redacted_thinking', data: 'D' })).toBe(0);
    expect(broken()).toBe(1);
  });
});
