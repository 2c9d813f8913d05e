import type { JsonObject, ReasoningSettings } from '@toolglot/core';
import { extendProfile } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { openaiChatProfile } from './profile.ts';
import { decodeRequest, encodeRequest } from './request.ts';

const read = (fields: JsonObject) => decodeRequest({ ...fields, messages: [] }).request;

/** What the wire says, and what that is in neutral terms. */
const spellings: readonly (readonly [JsonObject, ReasoningSettings | undefined])[] = [
  [{ reasoning_effort: 'none' }, { effort: 'off' }],
  [{ reasoning_effort: 'high' }, { effort: 'high' }],
  [{ enable_thinking: false }, { effort: 'off' }],
  [{ enable_thinking: true }, {}],
  [{ enable_thinking: true, thinking_budget: 100 }, { budget: 100 }],
  [{ thinking_budget: 100 }, { budget: 100 }],
  [{ enable_thinking: true, thinking_budget: 100, reasoning_effort: 'low' }, { effort: 'low' }],
  [{ thinking: { type: 'disabled' } }, { effort: 'off' }],
  [{ thinking: { type: 'enabled' } }, {}],
  [{ thinking: { type: 'enabled', clear_thinking: false } }, {}],
  [{ thinking: { type: 'enabled', budget_tokens: 100 } }, { budget: 100 }],
  [{ thinking: { type: 'enabled' }, reasoning_effort: 'max' }, { effort: 'max' }],
  [{ thinking: { type: 'disabled' }, reasoning_effort: 'high' }, { effort: 'off' }],
  [{ reasoning: { enabled: true } }, {}],
  [{ reasoning: { enabled: false } }, { effort: 'off' }],
  [{ reasoning: { effort: 'low', max_tokens: 100 } }, { effort: 'low', budget: 100 }],
  [{ reasoning: { exclude: true } }, { visible: 'none' }],
  [{ reasoning: { effort: 'low', exclude: true } }, { effort: 'low', visible: 'none' }],
  [{ reasoning: {} }, undefined],
  [{ reasoning_format: 'hidden' }, { visible: 'none' }],
  [
    { reasoning_format: 'hidden', reasoning_effort: 'low' },
    { effort: 'low', visible: 'none' },
  ],
  [{ reasoning_format: 'parsed' }, undefined],
  [{ include_reasoning: false }, { visible: 'none' }],
];

describe('how vendors say how to reason', () => {
  test.each(spellings)('%j is read, and comes back as it was', (fields, reasoning) => {
    const request = read(fields);
    expect(request.settings?.reasoning).toEqual(reasoning);
    expect(encodeRequest(request).body).toEqual({ ...fields, messages: [] });
  });

  test.each(spellings)('%j is not said any more once it was changed', (fields) => {
    const edited = { ...read(fields), settings: { reasoning: { effort: 'medium' as const } } };
    const { messages, ...sent } = encodeRequest(edited).body;
    expect(JSON.stringify(sent)).toContain('"medium"');
    expect(read(sent).settings?.reasoning).toEqual({ effort: 'medium' });
  });

  test.each([
    ['enable_thinking', { effort: 'off' }, { enable_thinking: false }],
    ['enable_thinking', {}, { enable_thinking: true }],
    ['enable_thinking', { effort: 'low' }, { reasoning_effort: 'low' }],
    ['enable_thinking', { effort: 'low', budget: 9 }, { reasoning_effort: 'low', enable_thinking: true, thinking_budget: 9 }],
    ['thinking', { effort: 'off' }, { thinking: { type: 'disabled' } }],
    ['thinking', { budget: 9 }, { thinking: { type: 'enabled', budget_tokens: 9 } }],
    ['reasoning', { effort: 'low', budget: 9 }, { reasoning: { effort: 'low', max_tokens: 9 } }],
    ['reasoning', { visible: 'none' }, { reasoning: { enabled: true, exclude: true } }],
  ] as const)('a profile that says %s turns %j into %j', (name, reasoning, fields) => {
    const profile = extendProfile(openaiChatProfile, { settings: { rename: { reasoning: name } } });
    expect(encodeRequest({ messages: [], settings: { reasoning } }, profile).body).toEqual({ ...fields, messages: [] });
  });
});
