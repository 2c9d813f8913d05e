import type { Json, JsonObject } from '@toolglot/core';
import { openaiResponsesRules } from '@toolglot/openai/rules';
import { describe, expect, test } from 'vitest';

const brokenRules = (body: JsonObject) =>
  openaiResponsesRules.filter((rule) => rule.check(body) !== undefined).map(({ id }) => id);

const words = (body: JsonObject) => openaiResponsesRules.flatMap((rule) => rule.check(body)?.message ?? []).join('\n');

const hello = { role: 'user', content: 'hi' };
const call = (id: string, rest: JsonObject = {}): JsonObject => ({
  type: 'function_call',
  call_id: id,
  name: 'f',
  arguments: '{}',
  ...rest,
});
const output = (id: string, value: Json = 'ok'): JsonObject => ({ type: 'function_call_output', call_id: id, output: value });
const tool = (rest: JsonObject = {}): JsonObject => ({
  type: 'function',
  name: 'f',
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
  strict: true,
  ...rest,
});
const input = (...items: JsonObject[]): JsonObject => ({ input: items });
const reasoning = (rest: JsonObject = {}): JsonObject => ({ type: 'reasoning', summary: [], encrypted_content: 'x', ...rest });
const message = (rest: JsonObject = {}): JsonObject => ({ role: 'assistant', content: 'x', ...rest });

/** what the two ways to write a body have in common, the one that is taken, the one that is refused, and the rule. */
const pairs: readonly (readonly [string, JsonObject, JsonObject, string])[] = [
  [
    'a name of 128 characters, not of 129',
    { input: 'x', tools: [tool({ name: 'x'.repeat(128) })] },
    { input: 'x', tools: [tool({ name: 'x'.repeat(129) })] },
    'tool-name-length',
  ],
  [
    'a name without a dot',
    { input: 'x', tools: [tool({ name: 'a_b' })] },
    { input: 'x', tools: [tool({ name: 'a.b' })] },
    'tool-name',
  ],
  [
    'a root without anyOf',
    { input: 'x', tools: [tool()] },
    { input: 'x', tools: [tool({ parameters: { anyOf: [] }, strict: false })] },
    'schema-root',
  ],
  [
    'a schema that is open, where strict is not said or false',
    { input: 'x', tools: [tool({ parameters: { type: 'object', properties: {} }, strict: false })] },
    { input: 'x', tools: [tool({ parameters: { type: 'object', properties: {} } })] },
    'strict-schema',
  ],
  [
    'a flat choice of a tool that is declared',
    { input: 'x', tools: [tool()], tool_choice: { type: 'function', name: 'f' } },
    { input: 'x', tools: [tool()], tool_choice: { type: 'function', function: { name: 'f' } } },
    'unknown-choice',
  ],
  [
    'an allow-list whose entries have the type of the tool',
    {
      input: 'x',
      tools: [{ type: 'custom', name: 'f' }],
      tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'custom', name: 'f' }] },
    },
    {
      input: 'x',
      tools: [{ type: 'custom', name: 'f' }],
      tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f' }] },
    },
    'unknown-allowed',
  ],
  [
    'an answer for each call',
    input(call('a'), call('b'), output('a'), output('b')),
    input(call('a'), call('b'), output('a')),
    'unanswered-call',
  ],
  ['a call for each answer', input(call('a'), output('a')), input(hello, output('a')), 'orphan-output'],
  [
    'the call_id, not the id of the item',
    input(call('a', { id: 'fc_1' }), output('a')),
    input(call('a', { id: 'a' }), output('a')),
    'item-id',
  ],
  [
    'an image in an output, not an object',
    input(call('a'), output('a', [{ type: 'input_image', image_url: 'data:image/png;base64,' }])),
    input(call('a'), output('a', { type: 'input_image' })),
    'output-type',
  ],
  [
    'a call_id of 64 characters, not of 65',
    input(call('x'.repeat(64)), output('x'.repeat(64))),
    input(call('x'.repeat(65)), output('x'.repeat(65))),
    'call-id-length',
  ],
  [
    'an id used once, not in two turns',
    input(call('a'), output('a'), call('b'), output('b')),
    input(call('a'), output('a'), call('a')),
    'duplicate-call',
  ],
  [
    'reasoning before the call that it led to',
    input(reasoning({ id: 'rs_1' }), call('a', { id: 'fc_1' }), output('a')),
    input(reasoning({ id: 'rs_1' }), output('a')),
    'reasoning-alone',
  ],
  [
    'an item behind reasoning with its own id',
    input(reasoning({ id: 'rs_1' }), message({ id: 'msg_1' })),
    input(reasoning({ id: 'rs_1' }), message()),
    'reasoning-alone',
  ],
  [
    'a call without id where its reasoning is gone; a turn of reasoning alone is refused',
    input(call('a'), output('a')),
    input(hello, reasoning({ id: 'rs_1' })),
    'reasoning-alone',
  ],
  [
    'encrypted reasoning where nothing is stored',
    { ...input(reasoning({ id: 'rs_1' }), message({ id: 'msg_1' })), store: false },
    { ...input(reasoning({ id: 'rs_1', encrypted_content: null }), message({ id: 'msg_1' })), store: false },
    'not-stored',
  ],
  [
    'a reference where things are stored',
    input({ type: 'item_reference', id: 'msg_1' }),
    { ...input({ type: 'item_reference', id: 'msg_1' }), store: false },
    'not-stored',
  ],
  [
    'a new output behind an earlier response, without a conversation',
    { ...input(output('a')), previous_response_id: 'resp_1' },
    { ...input(output('a')), previous_response_id: 'resp_1', conversation: 'conv_1' },
    'two-histories',
  ],
  [
    'the namespace of a call',
    {
      ...input(call('a', { namespace: 'n' }), output('a')),
      tools: [{ type: 'namespace', name: 'n', description: '', tools: [tool()] }],
    },
    { ...input(call('a'), output('a')), tools: [{ type: 'namespace', name: 'n', description: '', tools: [tool()] }] },
    'call-namespace',
  ],
  [
    'the fingerprint of a program',
    input({ type: 'program', id: 'p', call_id: 'a', code: 'x', fingerprint: 'y' }),
    input({ type: 'program', id: 'p', call_id: 'a', code: 'x' }),
    'item-required',
  ],
  ['an input, if only an empty message', input({ role: 'user', content: '' }), { input: [], instructions: 'x' }, 'no-input'],
  [
    'a search beside deferred tools',
    { input: 'x', tools: [tool({ defer_loading: true }), { type: 'tool_search' }] },
    { input: 'x', tools: [tool({ defer_loading: true })] },
    'deferred-without-search',
  ],
  [
    'a description of a search that the client does',
    { input: 'x', tools: [{ type: 'tool_search', execution: 'client', description: 'x' }] },
    { input: 'x', tools: [{ type: 'tool_search', execution: 'client' }] },
    'search-description',
  ],
  [
    'the word json in the input where JSON is asked for',
    { input: 'as Json', text: { format: { type: 'json_object' } } },
    { input: 'x', text: { format: { type: 'json_object' } } },
    'json-unsaid',
  ],
];

describe('of two Responses bodies that differ in one thing OpenAI takes one', () => {
  test.each(pairs)('%s', (_title, good, bad, rule) => {
    expect(brokenRules(good)).toEqual([]);
    expect(brokenRules(bad)).toContain(rule);
  });
});

test.each<readonly [string, JsonObject]>([
  ["Item 'rs_1' of type 'reasoning' was provided without its required following item.", input(reasoning({ id: 'rs_1' }))],
  [
    "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false",
    { ...input({ type: 'reasoning', id: 'rs_1', summary: [] }), store: false },
  ],
  ['No tool call found for function call output with call_id a', input(hello, output('a'))],
  ['No tool output found for function call a', input(call('a'))],
  ['Duplicate item found with id fc_1', input(call('a', { id: 'fc_1' }), call('b', { id: 'fc_1' }))],
  ['Duplicate function_call_output for call_id', input(call('a'), output('a'), output('a'))],
  ["Duplicate 'call_id': a", input(call('a'), call('a'))],
  [
    "Invalid type for 'input[0].output': expected one of a string or array of objects, but got an object instead.",
    { ...input(output('a', {})), previous_response_id: 'x' },
  ],
  ["Expected an ID that begins with 'fc'", input(call('a', { id: 'a' }))],
  ["Expected an ID that begins with 'ctc'", input({ type: 'custom_tool_call', call_id: 'a', name: 'f', input: '', id: 'fc_1' })],
  ["Response input messages must contain the word 'json'", { input: 'x', text: { format: { type: 'json_object' } } }],
  ["Invalid 'input[0].call_id': string too long. Expected a string with maximum length 64", input(call('x'.repeat(65)))],
  [
    "Invalid Value: 'tools.defer_loading'. Deferred tools require tools.tool_search.",
    { input: 'x', tools: [tool({ defer_loading: true })] },
  ],
  [
    "Tool choice 'g' not found in 'tools' parameter",
    { input: 'x', tools: [tool()], tool_choice: { type: 'function', name: 'g' } },
  ],
])("OpenAI's own words: %s", (fragment, body) => {
  expect(words(body)).toContain(fragment);
});

test('what was seen to be taken is taken', () => {
  const seen: readonly JsonObject[] = [
    { input: 'x', tools: [] },
    { input: 'x', tools: [tool({ description: 'x'.repeat(6169) })] },
    { input: 'x', tools: [tool({ description: null, strict: null })] },
    input(message({ content: [{ type: 'output_text', text: 'x' }] })),
    input(call(`fc_${'x'.repeat(50)}`), output(`fc_${'x'.repeat(50)}`)),
    input(call('a', { arguments: '[]' }), output('a')),
    input(reasoning(), call('a'), output('a')),
    { ...input(call('a', { namespace: 'f' }), output('a')), tools: [{ type: 'tool_search' }] },
    input(message({ phase: 'commentary' })),
  ];
  expect(seen.map(brokenRules)).toEqual(seen.map(() => []));
});
