import { type Request, WireError } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { openaiProfile } from './profile.ts';
import { decodeRequest, encodeRequest } from './request.ts';

const encode = (request: Partial<Request>, profile?: Parameters<typeof encodeRequest>[1]) =>
  encodeRequest({ messages: [], ...request }, profile).body;
const again = (body: unknown) => encodeRequest(decodeRequest(body).request).body;
const wireCall = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };

describe('spelling', () => {
  test.each([
    [{ role: 'assistant', tool_calls: [wireCall] }],
    [{ role: 'assistant', content: '', tool_calls: [wireCall] }],
    [{ role: 'assistant', content: [], tool_calls: [{ ...wireCall, index: 0 }] }],
    [{ role: 'assistant', content: null, refusal: 'no' }],
    [{ role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] }],
    [{ role: 'assistant', content: 'a', refusal: null, annotations: [], tool_calls: null }],
    [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
          { type: 'text', text: 'a' },
        ],
      },
    ],
    [{ role: 'assistant', content: null, audio: { id: 'audio_1' } }],
    [{ role: 'assistant', content: null, tool_calls: [{ ...wireCall, function: { name: 'f', arguments: '{ "a": 1 }' } }] }],
    [{ role: 'assistant', content: null, tool_calls: [{ ...wireCall, function: { name: 'f', arguments: { a: 1 } } }] }],
    [{ role: 'assistant', content: null, tool_calls: [{ ...wireCall, id: '' }] }],
    [{ role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'sql', input: 'select' } }] }],
    [{ role: 'developer', content: 'be brief' }],
    [{ role: 'user', content: 'a', name: 'Ann' }],
    [{ role: 'system', content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } }] }],
  ])('of a message is kept: %j', (message) => {
    expect(again({ messages: [message] })).toEqual({ messages: [message] });
  });

  test.each([
    [{ tools: [], messages: [] }],
    [{ tools: null, tool_choice: null, response_format: null, messages: [] }],
    [{ max_tokens: 5, messages: [] }],
    [{ stop: 'x', messages: [], n: 1, temperature: null, stream: false }],
    [{ reasoning: { effort: 'low', max_tokens: 100 }, messages: [] }],
    [{ reasoning_effort: 'xhigh', messages: [] }],
    [{ enable_thinking: false, messages: [] }],
    [{ messages: [], stream: true, stream_options: { include_usage: true, include_obfuscation: false } }],
    [{ messages: [], response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {}, strict: true } } }],
    [{ tool_choice: 'any', tools: [{ function: { name: 'f', parameters: {} } }], messages: [] }],
    [{ tools: [{ type: 'openrouter:web_search', parameters: { a: 1 } }], messages: [] }],
    [{ messages: [], service_tier: 'flex', user: 'u', metadata: { a: 'b' } }],
  ])('of a request is kept: %j', (body) => {
    expect(again(body)).toEqual(body);
  });

  test('an edit goes before the spelling that was kept', () => {
    const { request } = decodeRequest({ messages: [], max_tokens: 5, stop: 'x' });
    const settings = { maxTokens: 6, stop: ['y'] };
    expect(encodeRequest({ ...request, settings }).body).toEqual({ messages: [], max_tokens: 6, stop: ['y'] });
  });

  test('what is no object is no request', () => {
    for (const body of [null, 'x', [], 1]) expect(() => decodeRequest(body)).toThrow(WireError);
  });

  test.each([{}, { messages: 'x' }, { messages: null }, { messages: {} }, { model: 'm', input: 'the other format' }])(
    'what has no list of messages is no request: %j',
    (body: { readonly messages?: unknown }) => {
      expect(() => decodeRequest(body)).toThrow(new WireError('messages', 'a list of messages', body.messages));
    },
  );
});

describe('settings', () => {
  test('go out under OpenAI names, or under those of the profile', () => {
    const settings = {
      maxTokens: 1,
      temperature: 0,
      topP: 1,
      stop: ['a'],
      seed: 2,
      candidates: 3,
      reasoning: { effort: 'off' },
    } as const;
    expect(encode({ settings })).toEqual({
      messages: [],
      max_completion_tokens: 1,
      temperature: 0,
      top_p: 1,
      stop: ['a'],
      seed: 2,
      n: 3,
      reasoning_effort: 'none',
    });
    const profile = { ...openaiProfile('x'), settings: { allow: [], rename: { maxTokens: 'max_tokens', seed: 'random_seed' } } };
    expect(encode({ settings: { maxTokens: 1, seed: 2 } }, profile)).toEqual({ messages: [], max_tokens: 1, random_seed: 2 });
  });

  test('the greatest effort is said as the family says it', () => {
    const settings = { reasoning: { effort: 'max' } } as const;
    expect(encode({ settings }, openaiProfile('gpt-5.4')).reasoning_effort).toBe('xhigh');
    expect(encode({ settings }).reasoning_effort).toBe('max');
  });

  test('what speaks of tools is not said without them', () => {
    const spoken = { toolChoice: 'required', parallelCalls: false } as const;
    expect(encode(spoken)).toEqual({ messages: [] });
    expect(encode({ ...spoken, tools: [] })).toEqual({ messages: [] });
    const tools = [{ type: 'function', name: 'f' }] as const;
    expect(encode({ ...spoken, tools })).toMatchObject({ tool_choice: 'required', parallel_tool_calls: false });
  });

  test('a budget and visible reasoning have no word', () => {
    expect(() => encode({ settings: { reasoning: { budget: 1 } } })).toThrow('settings.reasoning.budget');
    expect(() => encode({ settings: { reasoning: { visible: 'full' } } })).toThrow('settings.reasoning.visible');
  });
});

describe('functions, as the first version of the format had them', () => {
  const functions = [{ name: 'f', description: 'F.', parameters: { type: 'object', properties: {} } }, { name: 'g' }];

  test.each(['auto', 'none', { name: 'f' }, null])('are tools, and %j is the choice', (choice) => {
    const body = { functions, function_call: choice, messages: [] };
    const { request } = decodeRequest(body);
    expect(request.tools).toMatchObject([{ type: 'function', name: 'f', description: 'F.' }, { name: 'g' }]);
    expect(request.toolChoice).toEqual(choice === null ? undefined : typeof choice === 'string' ? choice : { tool: 'f' });
    expect(encodeRequest(request).body).toEqual(body);
  });

  test('are said as tools once they were changed', () => {
    const { request } = decodeRequest({ functions, function_call: { name: 'f' }, messages: [] });
    const { body } = encodeRequest({ ...request, tools: [{ type: 'function', name: 'h' }], toolChoice: { tool: 'h' } });
    expect(body).toMatchObject({ tools: [{ function: { name: 'h' } }], tool_choice: { function: { name: 'h' } } });
    expect(body).not.toHaveProperty('functions');
    expect(body).not.toHaveProperty('function_call');
  });

  test.each([
    [{ functions: [], messages: [] }],
    [{ functions: null, function_call: 'none', messages: [] }],
    [{ functions, tools: [{ type: 'function', function: { name: 'h' } }], messages: [] }],
  ])('are kept where they say nothing, or stand beside tools: %j', (body) => {
    expect(again(body)).toEqual(body);
  });
});
