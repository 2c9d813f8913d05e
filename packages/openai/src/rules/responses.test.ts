import type { Json, JsonObject } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { compatibleResponsesRules, openaiResponsesRules } from '../rules.ts';

const hello = { role: 'user', content: 'hi' };
const call = (id: unknown = 'c1', rest: object = {}) => ({
  type: 'function_call',
  call_id: id,
  name: 'f',
  arguments: '{}',
  ...rest,
});
const output = (id: unknown = 'c1', value: unknown = 'ok') => ({ type: 'function_call_output', call_id: id, output: value });
const custom = (id = 'c1', rest: object = {}) => ({ type: 'custom_tool_call', call_id: id, name: 'f', input: 'x', ...rest });
const customOutput = (id = 'c1') => ({ type: 'custom_tool_call_output', call_id: id, output: 'ok' });
const thought = (rest: object = {}) => ({ type: 'reasoning', summary: [], encrypted_content: 'blob', ...rest });
const says = (rest: object = {}) => ({ role: 'assistant', content: 'x', ...rest });
const closed = { type: 'object', properties: {}, required: [], additionalProperties: false };
const withProperty = (schema: object) => ({ ...closed, properties: { p: schema }, required: ['p'] });
const tool = (parameters: unknown = closed, rest: object = {}) => ({ type: 'function', name: 'f', parameters, ...rest });
const space = (...tools: readonly object[]) => ({ type: 'namespace', name: 'crm', description: 'x', tools });

const items = (...input: readonly unknown[]) => ({ input });
const tools = (...list: readonly object[]) => ({ input: 'hi', tools: list });
const chosen = (tool_choice: unknown, ...list: readonly object[]) => ({ input: 'hi', tools: list, tool_choice });
const allowed = (...list: readonly object[]) => ({ type: 'allowed_tools', mode: 'auto', tools: list });
const file = { type: 'input_file', filename: 'a.mp3', file_data: 'data:audio/mpeg;base64,AAAA' };

/** for each rule, bodies that break it and no other, with a piece of what OpenAI says. */
const broken: Readonly<Record<string, readonly (readonly [object, string])[]>> = {
  'unknown-field': [
    [{ input: 'hi', frobnicate: true }, "Unknown parameter: 'frobnicate'."],
    [{ input: 'hi', messages: [hello] }, "Unknown parameter: 'messages'."],
  ],
  'no-input': [
    [{}, 'must be provided'],
    [{ input: [], instructions: 'Be brief.' }, 'must be provided'],
    [{ input: null, previous_response_id: null }, 'must be provided'],
  ],
  'input-type': [
    [{ input: {} }, "Invalid type for 'input': expected one of a string or array of objects, but got an object instead."],
    [{ input: 1 }, 'but got a number instead.'],
  ],
  'input-length': [[{ input: 'x'.repeat(10_485_761) }, "Invalid 'input': string too long."]],
  'instructions-type': [[{ input: 'hi', instructions: [hello] }, "Invalid type for 'instructions': expected a string"]],
  'two-histories': [[{ input: 'hi', previous_response_id: 'resp_1', conversation: 'conv_1' }, 'Mutually exclusive']],
  'json-unsaid': [
    [{ input: 'hi', instructions: 'JSON', text: { format: { type: 'json_object' } } }, "must contain the word 'json'"],
    [
      { ...items({ role: 'user', content: [{ type: 'input_text', text: 'x' }] }), text: { format: { type: 'json_object' } } },
      "must contain the word 'json'",
    ],
  ],
  'item-type': [
    [items({ type: 'telepathy' }), "Invalid value: 'telepathy'. Supported values are: 'message'"],
    [items({ text: 'x' }), "Invalid value: ''"],
  ],
  'item-field': [
    [items({ ...hello, name: 'a' }), "Unknown parameter: 'input[0].name'."],
    [items(call('c1', { parsed: {} }), output()), "Unknown parameter: 'input[0].parsed'."],
  ],
  'item-required': [
    [items({ type: 'reasoning', encrypted_content: 'x' }), "Missing required parameter: 'input[0].summary'."],
    [items({ type: 'function_call_output', output: 'x' }), "Missing required parameter: 'input[0].call_id'."],
    [items(call(), { type: 'function_call_output', call_id: 'c1' }), "Missing required parameter: 'input[1].output'."],
    [items({ type: 'program', id: 'p', call_id: 'c', code: 'x' }), "Missing required parameter: 'input[0].fingerprint'."],
  ],
  'item-texts': [
    [
      items(call('c1', { arguments: {} }), output()),
      "Invalid type for 'input[0].arguments': expected a string, but got an object",
    ],
    [items(custom('c1', { input: {} }), customOutput()), "Invalid type for 'input[0].input'"],
    [items(call(1)), "Invalid type for 'input[0].call_id': expected a string, but got a number instead."],
  ],
  'item-id': [
    [items(call('c1', { id: 'call_1' }), output()), "Expected an ID that begins with 'fc'"],
    [items(custom('c1', { id: 'fc_1' }), customOutput()), "Expected an ID that begins with 'ctc'"],
    [items(says({ id: 'rs_1' })), "Expected an ID that begins with 'msg'"],
  ],
  'item-id-length': [[items(says({ id: `msg_${'x'.repeat(61)}` })), 'Expected a string with maximum length 64']],
  'duplicate-item': [
    [items(says({ id: 'msg_1' }), says({ id: 'msg_1' })), 'Duplicate item found with id msg_1.'],
    [{ ...items(call('c1', { id: 'fc_1' }), output(), call('c2', { id: 'fc_1' }), output('c2')) }, 'Duplicate item found'],
  ],
  'trigger-last': [[items({ type: 'compaction_trigger' }, hello), 'must be the last item']],
  'unknown-role': [[items({ role: 'tool', content: 'x' }), "Invalid value: 'tool'. Supported values are: 'user'"]],
  'content-type': [
    [items({ role: 'user', content: {} }), "Invalid type for 'input[0].content': expected one of a string or array of objects"],
    [items({ role: 'assistant', content: null }), 'but got null instead.'],
    [items({ type: 'message', role: 'user' }), 'but got null instead.'],
  ],
  'output-type': [
    [
      items(call(), output('c1', {})),
      "Invalid type for 'input[1].output': expected one of a string or array of objects, but got an object instead.",
    ],
    [items(custom(), { ...customOutput(), output: null }), 'but got null instead.'],
  ],
  'part-type': [
    [
      items({ role: 'user', content: [{ type: 'text', text: 'x' }] }),
      "Invalid value: 'text'. Supported values are: 'input_text'",
    ],
    [items({ role: 'user', content: [{ type: 'output_text', text: 'x' }] }), "Invalid value: 'output_text'"],
    [items({ role: 'user', content: [{ type: 'input_audio' }] }), "Invalid value: 'input_audio'"],
    [items(says({ content: [{ type: 'input_text', text: 'x' }] })), "Supported values are: 'output_text', 'refusal'."],
    [items(call(), output('c1', [{ type: 'output_text', text: 'x' }])), "Invalid value: 'output_text'"],
  ],
  'part-field': [
    [
      items({ role: 'user', content: [{ type: 'input_text', text: 'x', cache_control: {} }] }),
      "Unknown parameter: 'input[0].content[0].cache_control'.",
    ],
    [items(call(), output('c1', [{ type: 'input_text', text: 'x', a: 1 }])), "Unknown parameter: 'input[1].output[0].a'."],
  ],
  'file-type': [
    [items({ role: 'user', content: [file] }), "Invalid file data: 'input[0].content[0].file_data'."],
    [items(call(), output('c1', [file])), "got unsupported MIME type 'audio/mpeg'."],
  ],
  'call-id-empty': [[items(call('')), "Invalid 'input[0].call_id': empty string."]],
  'call-id-length': [[items(call('x'.repeat(65)), output('x'.repeat(65))), 'Expected a string with maximum length 64']],
  'call-name': [[items(call('c1', { name: 'a.b' }), output()), "Invalid 'input[0].name': string does not match pattern."]],
  'call-name-length': [
    [items(call('c1', { name: 'x'.repeat(129) }), output()), 'Expected a string with maximum length 128'],
    [items(call(), { ...output(), namespace: 'x'.repeat(65) }), 'Expected a string with maximum length 64'],
  ],
  'call-namespace': [[{ ...items(call(), output()), tools: [space(tool())] }, "Missing namespace for function call 'f'"]],
  'unanswered-call': [
    [items(call(), hello), 'No tool output found for function call c1.'],
    [items(call(), call('c2'), output('c2')), 'No tool output found for function call c1.'],
    [items(custom(), hello), 'No tool output found for custom tool call c1.'],
    [{ ...items(call()), previous_response_id: 'resp_1' }, 'No tool output found'],
  ],
  'orphan-output': [
    [items(hello, output()), 'No tool call found for function call output with call_id c1.'],
    [items(hello, customOutput()), 'No tool call found for custom tool call output with call_id c1.'],
    [items(call('c1', { id: 'fc_1' }), output(), output('fc_1')), 'with call_id fc_1.'],
  ],
  'duplicate-call': [[items(call(), call(), output()), "Duplicate 'call_id': c1"]],
  'duplicate-output': [
    [items(call(), output(), output()), 'Duplicate function_call_output for call_id c1'],
    [{ ...items(output(), output()), conversation: 'conv_1' }, 'Duplicate function_call_output for call_id c1'],
  ],
  'reasoning-alone': [
    [items(hello, thought({ id: 'rs_1' })), "Item 'rs_1' of type 'reasoning' was provided without its required following item."],
    [items(thought({ id: 'rs_1' }), hello), 'without its required following item.'],
    [items(thought({ id: 'rs_1' }), says()), 'without its required following item.'],
    [items(thought({ id: 'rs_1' }), call(), output()), 'without its required following item.'],
    [items(call(), thought({ id: 'rs_1' }), { ...output(), id: 'fco_1' }), 'without its required following item.'],
  ],
  'not-stored': [
    [
      { ...items({ type: 'reasoning', id: 'rs_1', summary: [] }, says({ id: 'msg_1' })), store: false },
      "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
    ],
    [{ ...items({ type: 'item_reference', id: 'msg_1' }), store: false }, "Item with id 'msg_1' not found."],
    [{ ...items({ id: 'msg_1' }), store: false }, "Item with id 'msg_1' not found."],
  ],
  'tool-type': [[tools({ type: 'bash' }), "Invalid value: 'bash'. Supported values are: 'function'"]],
  'tool-name': [
    [tools(tool(closed, { name: 'a b' })), "Invalid 'tools[0].name': string does not match pattern."],
    [tools({ type: 'function', function: { name: 'f' } }), "Missing required parameter: 'tools[0].name'."],
    [tools({ type: 'custom', name: '' }), 'does not match pattern'],
    [tools(space(tool(closed, { name: 'a.b' }))), "Invalid 'tools[0].tools[0].name'"],
    [items({ type: 'additional_tools', role: 'developer', tools: [{ type: 'custom' }] }), "'input[0].tools[0].name'"],
  ],
  'tool-name-length': [[tools(tool(closed, { name: 'x'.repeat(129) })), 'Expected a string with maximum length 128']],
  'empty-namespace': [[tools(space()), "Invalid 'tools[0].tools': empty array."]],
  'deferred-without-search': [
    [tools(tool(closed, { defer_loading: true })), 'Deferred tools require tools.tool_search.'],
    [tools(space(tool(closed, { defer_loading: true }))), 'Deferred tools require tools.tool_search.'],
    [tools({ type: 'mcp', server_label: 'a', defer_loading: true }), 'Deferred tools require tools.tool_search.'],
  ],
  'search-description': [
    [tools({ type: 'tool_search', execution: 'client' }), "Missing required parameter: 'tools[0].description'."],
    [tools({ type: 'tool_search', execution: 'client', description: null }), 'Missing required parameter'],
  ],
  'schema-root': [
    [tools(tool({ type: 'array', items: {} })), "Invalid schema for function 'f': schema must have type 'object'"],
    [tools(tool({ ...closed, anyOf: [] })), "schema must have type 'object'"],
    [tools(space(tool({}))), "schema must have type 'object'"],
  ],
  schema: [[tools(tool(withProperty({ type: 'array' }))), "In context=('properties', 'p'), array schema missing items."]],
  'strict-schema': [
    [
      tools(tool({ type: 'object', properties: {} }, { strict: true })),
      "'additionalProperties' is required to be supplied and to be false",
    ],
    [tools(tool({ ...closed, properties: { p: { type: 'string' } } }, { strict: true })), "Missing 'p'"],
  ],
  'strict-output': [
    [
      { input: 'x', text: { format: { type: 'json_schema', name: 'a', strict: true, schema: { type: 'object' } } } },
      "Invalid schema for response_format 'a'",
    ],
  ],
  'choice-value': [[chosen('any', tool()), "Invalid value: 'any'. Supported values are: 'none', 'auto', 'required'."]],
  'unknown-choice': [
    [chosen({ type: 'function', name: 'g' }, tool()), "Tool choice 'g' not found in 'tools' parameter"],
    [chosen({ type: 'custom', name: 'f' }, tool()), "Tool choice 'f' not found"],
    [chosen({ type: 'mcp', server_label: 'a' }, tool()), "Tool choice 'a' not found"],
    [{ input: 'x', tool_choice: { type: 'function', name: 'f' } }, "Tool choice 'f' not found"],
  ],
  'unknown-allowed': [
    [chosen(allowed({ type: 'function', name: 'g' }), tool()), "Tool choice 'g' not found"],
    [chosen(allowed({ type: 'custom', name: 'f' }), tool()), "Tool choice 'f' not found"],
    [chosen(allowed({ type: 'function', name: 'f' }), space(tool())), "Tool choice 'f' not found"],
    [
      chosen(allowed({ type: 'function', name: 'f' }), tool(closed, { defer_loading: true }), { type: 'tool_search' }),
      "Tool choice 'f' not found",
    ],
    [chosen(allowed({ type: 'tool_search' }), tool(), { type: 'tool_search' }), "Tool choice 'tool_search' not found"],
    [chosen(allowed({ type: 'image_generation' }), tool()), "Tool choice 'image_generation' not found"],
  ],
};

const breaks = (body: Json) => openaiResponsesRules.filter((rule) => rule.check(body) !== undefined).map(({ id }) => id);
const json = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value));

test('each rule has bodies that break it', () => {
  expect(Object.keys(broken).sort()).toEqual(openaiResponsesRules.map(({ id }) => id).sort());
});

describe.each(Object.entries(broken))('%s', (id, bodies) => {
  // some bodies are too long for a title
  test.each(bodies)('is broken alone by body %#', (body, fragment) => {
    const rule = openaiResponsesRules.find((candidate) => candidate.id === id);
    expect(rule?.check(json(body))?.message).toContain(fragment);
    expect(breaks(json(body))).toEqual([id]);
  });
});

test.each<readonly [string, object]>([
  ['a text', { model: 'm', input: 'hi' }],
  ['outputs in any order, and messages between', items(call(), call('c2'), output('c2'), hello, output('c1'))],
  ['only outputs where the rest is on the server', { ...items(output()), previous_response_id: 'resp_1' }],
  ['an output whose call is named by a reference', items({ type: 'item_reference', id: 'fc_1' }, output())],
  ['nothing new where the rest is on the server', { input: [], previous_response_id: 'resp_1' }],
  ['a stored prompt and no input', { prompt: { id: 'pmpt_1' } }],
  ['reasoning without an id before items without one', { ...items(thought(), call(), output()), store: false }],
  [
    'reasoning in two items before a call',
    items(thought({ id: 'rs_1' }), thought({ id: 'rs_2' }), call('c1', { id: 'fc_1' }), output()),
  ],
  ['reasoning before a search', items(thought({ id: 'rs_1' }), { type: 'web_search_call', id: 'ws_1', status: 'completed' })],
  ['a call with an id and without reasoning', items(call('c1', { id: 'fc_1' }), output())],
  [
    'ids that point nowhere where things are stored',
    items({ type: 'reasoning', id: 'rs_1', summary: [] }, says({ id: 'msg_1' })),
  ],
  ['a call_id that begins with fc_, of 53 characters', items(call(`fc_${'x'.repeat(50)}`), output(`fc_${'x'.repeat(50)}`))],
  ['arguments that are no object', items(call('c1', { arguments: '[]' }), output())],
  ['text without annotations', items(says({ content: [{ type: 'output_text', text: 'x' }], phase: 'commentary' }))],
  [
    'media in an output',
    items(
      call(),
      output('c1', [
        { type: 'input_image', image_url: 'data:,' },
        { ...file, file_data: 'data:application/pdf;base64,' },
      ]),
    ),
  ],
  ['no tools, and a choice', { input: 'x', tools: [], tool_choice: 'auto' }],
  [
    'a description that is null, and a name of 128',
    tools(tool(null, { description: null, name: 'x'.repeat(128), strict: null })),
  ],
  ['a schema that could not be strict, and no word on it', tools(tool(withProperty({ oneOf: [{ type: 'string' }] })))],
  [
    'the word JSON in a message',
    { ...items({ role: 'system', content: 'Say JSON.' }), text: { format: { type: 'json_object' } } },
  ],
  ['a call that names its namespace', { ...items(call('c1', { namespace: 'crm' }), output()), tools: [space(tool())] }],
  ['a name that is in a namespace and outside', { ...items(call(), output()), tools: [space(tool()), tool()] }],
  ['deferred tools with a search', tools(tool(closed, { defer_loading: true }), { type: 'tool_search' })],
  [
    'a list of allowed tools of all types',
    chosen(
      allowed({ type: 'function', name: 'f' }, { type: 'mcp', server_label: 'a' }, { type: 'image_generation' }),
      tool(),
      { type: 'mcp', server_label: 'a' },
      { type: 'image_generation' },
    ),
  ],
  [
    'a tool that came on the way, and is chosen',
    {
      ...items(hello, { type: 'additional_tools', role: 'developer', tools: [tool()] }),
      tool_choice: { type: 'function', name: 'f' },
    },
  ],
  ['a trigger at the end', items(hello, { type: 'compaction_trigger' })],
  [
    'what version 7 of the client knows',
    items({ type: 'configuration_update', reasoning: {} }, call('c1', { async: true }), output()),
  ],
])('what OpenAI is known to take breaks no rule: %s', (_name, body) => {
  expect(breaks(json(body))).toEqual([]);
});

test('rules are total', () => {
  const odd: readonly unknown[] = [null, 1, 'x', [], {}, [null], [[]], [{ type: {}, id: {}, call_id: [], content: [null] }]];
  const bodies: readonly unknown[] = [
    ...odd,
    ...odd.map((input) => ({ input })),
    ...odd.map((list) => ({ input: 'x', tools: list, tool_choice: { type: 'allowed_tools', tools: list }, text: list })),
    ...odd.map((value) => items(call('c1', { name: value, namespace: value, id: value }), output('c1', value))),
  ];
  for (const body of bodies)
    for (const rule of openaiResponsesRules) expect(() => rule.check(body === undefined ? null : json(body))).not.toThrow();
});

test('an item that is not stored is not found, all else is a bad request', () => {
  const errors = openaiResponsesRules.map(({ id, error: { status, kind } }) => [id, status, kind]);
  expect(errors.filter(([, status]) => status !== 400)).toEqual([['not-stored', 404, 'not-found']]);
});

describe('servers of the same format', () => {
  const broken = (body: object) => compatibleResponsesRules.filter((rule) => rule.check(json(body))).map(({ id }) => id);

  test('take what only OpenAI refuses', () => {
    const body = {
      ...items(
        { type: 'reasoning', id: '76f8', summary: [], content: [{ type: 'reasoning_text', text: 'x' }] },
        call('call_0', { id: 'x'.repeat(83) }),
        output('call_0'),
      ),
      tools: [{ type: 'x_search' }],
      provider: {},
      store: false,
    };
    expect(broken(body)).toEqual([]);
  });

  test('refuse what no server could read', () => {
    expect(broken(items(call('c1', { arguments: {} })))).toEqual(['item-texts', 'unanswered-call']);
    expect(broken({})).toEqual(['no-input']);
  });
});
