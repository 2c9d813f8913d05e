import { type Json, type JsonObject, type Request, type Response, UnsupportedError } from '@toolglot/core';
import { describe, expect, test } from 'vitest';
import { openaiResponses } from './codec.ts';

const { decodeRequest, encodeRequest, decodeResponse, encodeResponse, normalize } = openaiResponses;

const user = { role: 'user', content: 'go' };
const hi = { role: 'user', content: [{ type: 'text', text: 'go' }] } as const;
const read = (input: Json, more: JsonObject = {}): Request => decodeRequest({ model: 'm', include: [], input, ...more }).request;
const answered = (output: Json, more: JsonObject = {}): Response =>
  decodeResponse({ id: 'resp_1', status: 'completed', model: 'm', output, ...more });

/** Inputs that must come back as they were. */
const inputs: Readonly<Record<string, Json>> = {
  'one text': 'go',
  'messages as callers write them': [
    { role: 'developer', content: 'Be brief.' },
    { role: 'system', content: [{ type: 'input_text', text: 'Be kind.' }] },
    user,
    { role: 'assistant', content: 'ok' },
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'a' },
        { type: 'input_text', text: 'b' },
      ],
    },
    { role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] },
    { role: 'user', content: '' },
  ],
  'several messages of one turn, each with its id, status and phase': [
    user,
    {
      ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', phase: 'commentary' },
      content: [
        { type: 'output_text', text: 'a', annotations: [{ type: 'url_citation', url: 'u' }], logprobs: [] },
        { type: 'refusal', refusal: 'no' },
      ],
    },
    {
      type: 'message',
      id: 'msg_2',
      role: 'assistant',
      status: 'incomplete',
      phase: null,
      content: [{ type: 'output_text', text: 'b' }],
    },
    { role: 'assistant', content: 'c' },
    {
      role: 'assistant',
      content: [
        { type: 'output_text', text: 'd' },
        { type: 'new_kind', value: 1 },
      ],
    },
  ],
  'a message that holds nothing': [user, { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [] }],
  'reasoning with and without id, with parts of a summary, shown and encrypted': [
    user,
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [
        { type: 'summary_text', text: 'a' },
        { type: 'summary_text', text: 'b' },
      ],
      encrypted_content: 'x',
    },
    { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'c' }], encrypted_content: null },
    { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'f', arguments: ' {"b" : 1}', status: 'completed' },
    {
      type: 'function_call_output',
      call_id: 'a',
      output: [{ type: 'input_text', text: 'ok' }],
      id: 'fco_1',
      status: 'completed',
    },
  ],
  'calls of all kinds, and their results': [
    user,
    { type: 'custom_tool_call', id: 'ctc_1', call_id: 'a', name: 'write', input: 'text' },
    {
      type: 'shell_call',
      id: 'sh_1',
      call_id: 'b',
      action: { commands: ['ls'], timeout_ms: null },
      status: 'completed',
      environment: { type: 'local' },
    },
    {
      type: 'local_shell_call',
      id: 'lsh_1',
      call_id: 'c',
      action: { type: 'exec', command: ['ls'], env: {} },
      status: 'completed',
    },
    { type: 'apply_patch_call', id: 'apc_1', call_id: 'd', operation: { type: 'delete_file', path: 'a' }, status: 'completed' },
    {
      type: 'computer_call',
      id: 'cu_1',
      call_id: 'e',
      action: { type: 'screenshot' },
      pending_safety_checks: [],
      status: 'completed',
    },
    { type: 'tool_search_call', call_id: 'f', arguments: { goal: 'x' }, execution: 'client', status: 'completed' },
    { type: 'custom_tool_call_output', call_id: 'a', output: 'ok' },
    { type: 'shell_call_output', call_id: 'b', output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } }] },
    { type: 'local_shell_call_output', id: 'c', output: '{}' },
    { type: 'apply_patch_call_output', call_id: 'd', status: 'failed', output: 'no such file' },
    {
      type: 'computer_call_output',
      call_id: 'e',
      output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,AA==' },
      acknowledged_safety_checks: [],
    },
    {
      type: 'tool_search_output',
      call_id: 'f',
      tools: [{ type: 'function', name: 'g' }],
      execution: 'client',
      status: 'completed',
    },
  ],
  'what the vendor ran': [
    user,
    { type: 'web_search_call', id: 'ws_1', status: 'searching', action: { type: 'search', query: 'x' } },
    { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['x'], results: null },
    { type: 'code_interpreter_call', id: 'ci_1', status: 'failed', code: '1', container_id: 'c', outputs: [] },
    { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'AA==' },
    { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 's', tools: [{ name: 'g', input_schema: {} }] },
    { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 's', name: 'g', arguments: '{}' },
    { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: false, reason: 'not now' },
    { type: 'mcp_call', id: 'mcp_1', server_label: 's', name: 'g', arguments: '{}', output: null, error: 'timeout' },
    { type: 'program', id: 'prog_1', call_id: 'p', code: 'f()', fingerprint: 'x' },
    { type: 'program_output', id: 'progo_1', call_id: 'p', result: '1', status: 'completed' },
    { type: 'tool_search_call', id: 'ts_1', call_id: null, arguments: {}, execution: 'server', status: 'completed' },
    { type: 'tool_search_output', id: 'tso_1', call_id: null, tools: [], execution: 'server', status: 'completed' },
    {
      type: 'shell_call',
      id: 'sh_1',
      call_id: 'b',
      action: { commands: [] },
      status: 'completed',
      environment: { type: 'container_reference', container_id: 'c' },
    },
    { type: 'shell_call_output', id: 'sho_1', call_id: 'b', output: [], status: 'completed' },
  ],
  'what is not known': [
    { type: 'item_reference', id: 'msg_0' },
    { type: 'compaction', id: 'cmp_1', encrypted_content: 'x' },
    { role: 'critic', content: 'hm' },
    user,
    { type: 'additional_tools', role: 'developer', tools: [] },
    { type: 'new_item', value: 1 },
    17,
    { type: 'compaction_trigger' },
  ],
  'pictures and files': [
    {
      role: 'user',
      content: [
        { type: 'input_image', image_url: 'https://example.com/a.png', detail: 'low' },
        { type: 'input_image', file_id: 'file_1' },
        { type: 'input_file', file_data: 'data:application/pdf;base64,AA==', filename: 'a.pdf' },
        { type: 'input_file', file_url: 'https://example.com/a.pdf' },
        { type: 'input_file', file_data: 'AA==' },
        { type: 'input_audio', input_audio: {} },
        { type: 'input_text', text: 'x', prompt_cache_breakpoint: { mode: 'explicit' } },
      ],
    },
  ],
};

describe('requests', () => {
  test.each(Object.entries(inputs))('%s: come back as they were', (_name, input) => {
    const body = { model: 'm', input, store: true };
    expect(encodeRequest(decodeRequest(body).request).body).toEqual(body);
  });

  test.each<[string, JsonObject]>([
    ['instructions', { instructions: 'Be brief.', input: [user] }],
    ['instructions alone', { instructions: 'Be brief.', input: [] }],
    ['no instructions', { instructions: null, input: [user] }],
    ['reasoning', { input: [user], reasoning: { effort: 'xhigh', summary: 'concise', context: 'all_turns' } }],
    [
      'a form of text',
      { input: [user], text: { verbosity: 'low', format: { type: 'json_schema', name: 'n', schema: {}, strict: null } } },
    ],
    ['plain text', { input: [user], text: { format: { type: 'text' } } }],
    ['any JSON', { input: [user], text: { format: { type: 'json_object' } } }],
    [
      'state',
      { input: [user], store: false, previous_response_id: 'resp_0', include: ['x'], metadata: { a: 'b' }, truncation: 'auto' },
    ],
    ['no tools', { input: [user], tools: [], tool_choice: 'auto', parallel_tool_calls: true }],
    ['the settings', { input: [user], max_output_tokens: 9, temperature: 0, top_p: null, stream: false }],
  ])('%s: comes back as it was', (_name, body) => {
    expect(encodeRequest(decodeRequest(body).request).body).toEqual(body);
  });

  test.each<Json>([
    { type: 'web_search', user_location: { type: 'approximate' } },
    { type: 'mcp', server_label: 's', server_url: 'u', require_approval: 'always' },
    { type: 'shell', environment: { type: 'container_auto' } },
    { type: 'shell' },
    { type: 'apply_patch' },
    { type: 'tool_search', execution: 'client', description: 'd' },
    { type: 'function', name: 'f', description: null, parameters: null, strict: null },
    { type: 'function', name: 'f', parameters: {}, allowed_callers: ['direct'] },
    { type: 'custom', name: 'c', format: { type: 'text' } },
    {
      type: 'namespace',
      name: 'n',
      description: 'd',
      tools: [
        { type: 'function', name: 'f', parameters: {} },
        { type: 'custom', name: 'c' },
      ],
    },
    { type: 'namespace', name: 'n', description: 'd', tools: [] },
  ])('the tool %j comes back as it was', (tool) => {
    const body = { input: [user], tools: [tool, { type: 'function', name: 'z', parameters: {}, strict: false }] };
    expect(encodeRequest(decodeRequest(body).request).body).toEqual(body);
  });

  test.each<Json>([
    'required',
    { type: 'function', name: 'f' },
    { type: 'web_search' },
    { type: 'mcp', server_label: 's' },
    { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f' }, { type: 'web_search' }] },
    { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'mcp', server_label: 's' }] },
  ])('the choice %j comes back as it was', (tool_choice) => {
    const tools = [{ type: 'function', name: 'f', parameters: {}, strict: false }, { type: 'web_search' }];
    const body = { input: [user], tools, tool_choice };
    expect(encodeRequest(decodeRequest(body).request).body).toEqual(body);
  });

  test('tools of the vendor are hosted, those that the program runs are client tools, a namespace is its tools', () => {
    const tools = [
      ...[{ type: 'web_search' }, { type: 'shell' }, { type: 'shell', environment: { type: 'container_auto' } }],
      { type: 'namespace', name: 'n', description: 'd', tools: [{ type: 'function', name: 'f', parameters: {}, strict: false }] },
    ];
    expect(read([user], { tools }).tools).toMatchObject([
      { type: 'hosted', id: 'openai.web_search' },
      { type: 'client', id: 'openai.shell', name: 'shell' },
      { type: 'hosted', id: 'openai.shell' },
      { type: 'function', name: 'f' },
    ]);
  });

  test('calls of client tools are calls, with the fields that say what to do as arguments; so are their results', () => {
    const { messages } = read(inputs['calls of all kinds, and their results'] ?? []);
    expect(messages[1]).toMatchObject({
      content: [
        { type: 'tool-call', id: 'a', name: 'write', args: { input: 'text' } },
        { type: 'tool-call', id: 'b', name: 'shell', args: { commands: ['ls'] } },
        { type: 'tool-call', id: 'c', name: 'local_shell', args: { command: ['ls'] } },
        { type: 'tool-call', id: 'd', name: 'apply_patch', args: { type: 'delete_file', path: 'a' } },
        { type: 'tool-call', id: 'e', name: 'computer', args: { action: { type: 'screenshot' } } },
        { type: 'tool-call', id: 'f', name: 'tool_search', args: { goal: 'x' } },
      ],
    });
    expect(messages[2]).toMatchObject({
      content: [
        { callId: 'a', name: 'write', content: [{ text: 'ok' }] },
        { callId: 'b', name: 'shell', content: [{ type: 'json', value: [{ stdout: 'a' }] }] },
        { callId: 'c', content: [{ type: 'text', text: '{}' }] },
        { callId: 'd', isError: true, content: [{ text: 'no such file' }] },
        { callId: 'e', content: [{ type: 'media', mediaType: 'image/png' }] },
        { callId: 'f', content: [{ type: 'json', value: [{ name: 'g' }] }] },
      ],
    });
  });

  test('a call of a client tool that is on offer is said in its own way, without any vendor data; and so is its result', () => {
    const body = encodeRequest({
      tools: [
        { type: 'client', id: 'openai.apply_patch', name: 'patch' },
        { type: 'client', id: 'openai.shell', name: 'sh' },
      ],
      messages: [
        hi,
        {
          role: 'assistant',
          content: [
            { type: 'tool-call', id: 'a', name: 'patch', args: { type: 'delete_file', path: 'x' } },
            { type: 'tool-call', id: 'b', name: 'sh', args: { commands: ['ls'] } },
          ],
        },
        {
          role: 'tool',
          content: [
            { type: 'tool-result', callId: 'a', name: 'patch', content: [{ type: 'text', text: '{"error":"no"}' }] },
            { type: 'tool-result', callId: 'b', name: 'sh', content: [{ type: 'text', text: 'a.ts' }] },
          ],
        },
      ],
    }).body;
    expect(body.input).toEqual([
      { role: 'user', content: 'go' },
      { type: 'apply_patch_call', call_id: 'a', operation: { type: 'delete_file', path: 'x' } },
      { type: 'shell_call', call_id: 'b', action: { commands: ['ls'] } },
      { type: 'apply_patch_call_output', call_id: 'a', status: 'failed', output: '{"error":"no"}' },
      {
        type: 'shell_call_output',
        call_id: 'b',
        output: [{ stdout: 'a.ts', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
      },
    ]);
  });

  test('what the vendor ran says what was asked, what came of it, and how it ended', () => {
    const { messages } = read(inputs['what the vendor ran'] ?? []);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(messages[1]).toMatchObject({
      content: [
        { type: 'hosted-tool', id: 'ws_1', tool: 'openai.web_search', args: { action: { query: 'x' } }, status: 'open' },
        { tool: 'openai.file_search', args: { queries: ['x'] }, result: null, status: 'done' },
        { tool: 'openai.code_interpreter', args: { code: '1' }, result: [], status: 'error' },
        { tool: 'openai.image_generation', result: 'AA==', status: 'done' },
        { tool: 'openai.mcp_list_tools', args: { server_label: 's' }, status: 'done' },
        { id: 'mcpr_1', tool: 'openai.mcp', args: { server_label: 's', name: 'g', arguments: '{}' }, status: 'needs-approval' },
      ],
    });
    expect(messages[2]).toMatchObject({ content: [{ type: 'approval', id: 'mcpr_1', approve: false, reason: 'not now' }] });
    expect(messages[3]).toMatchObject({
      content: [
        { tool: 'openai.mcp', result: 'timeout', status: 'error' },
        { tool: 'openai.programmatic_tool_calling', id: 'p', args: { code: 'f()' }, status: 'done' },
        { tool: 'openai.programmatic_tool_calling', id: 'p', args: null, result: '1', status: 'done' },
        { tool: 'openai.tool_search', id: 'ts_1', status: 'done' },
        { tool: 'openai.tool_search', args: null, result: [] },
        { tool: 'openai.shell', id: 'b', args: { action: { commands: [] } } },
        { tool: 'openai.shell', id: 'b', args: null, result: [] },
      ],
    });
  });

  test.each<[string, Request]>([
    ['sound', { messages: [{ role: 'user', content: [{ type: 'media', mediaType: 'audio/wav', data: { base64: 'AA==' } }] }] }],
    [
      'media of an assistant',
      { messages: [{ role: 'assistant', content: [{ type: 'media', mediaType: 'image/png', data: { base64: 'AA==' } }] }] },
    ],
    ['a part of another format', { messages: [{ role: 'user', content: [{ type: 'opaque', codec: 'x', value: 1 }] }] }],
    [
      'hosted tool of another vendor',
      { messages: [{ role: 'assistant', content: [{ type: 'hosted-tool', id: 'a', tool: 'x.y', args: {}, status: 'done' }] }] },
    ],
    ["tool 'x.y'", { messages: [hi], tools: [{ type: 'hosted', id: 'x.y' }] }],
    ['stop', { messages: [hi], settings: { stop: ['a'] } }],
    ['seed', { messages: [hi], settings: { seed: 1 } }],
    ['a budget', { messages: [hi], settings: { reasoning: { budget: 100 } } }],
  ])('%s is refused, with its place', (_what, request) => {
    expect(() => encodeRequest(request)).toThrow(UnsupportedError);
    expect(() => encodeRequest(request)).toThrow(/messages\[0\]\.content\[0\]|tools\[0\]|settings\./);
  });
});

describe('answers', () => {
  test('come back as they were, with all that the request said', () => {
    const output = [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: {} },
    ];
    const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3, cost: 4 };
    for (const more of [
      {},
      { status: 'failed', error: { code: 'x', message: 'm' } },
      { status: 'queued', output: null },
      { usage, tools: [1] },
    ]) {
      const body = { id: 'resp_1', object: 'response', model: 'm', status: 'completed', output, ...more };
      expect(encodeResponse(decodeResponse(body))).toEqual(body);
    }
  });

  test('of another format are given ids, a status and counts', () => {
    const response: Response = {
      message: {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'text', text: 'I look.' },
          { type: 'media', mediaType: 'image/png', data: { base64: 'AA==' } },
          { type: 'tool-call', id: 'a', name: 'f', args: { b: 1 } },
        ],
      },
      finish: { reason: 'tool-calls', raw: 'tool_use' },
      usage: { input: 1, output: 2 },
    };
    const body = encodeResponse(response);
    expect(body).toMatchObject({
      ...{ object: 'response', status: 'completed', error: null, incomplete_details: null },
      output: [
        { type: 'reasoning', id: expect.stringMatching(/^rs_/), summary: [{ type: 'summary_text', text: 'hm' }] },
        {
          type: 'message',
          id: expect.stringMatching(/^msg_/),
          content: [{ type: 'output_text', text: 'I look.', annotations: [] }],
        },
        { type: 'function_call', id: expect.stringMatching(/^fc_/), call_id: 'a', arguments: '{"b":1}', status: 'completed' },
      ],
      usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    });
    expect(normalize(normalize(response))).toEqual(normalize(response));
  });

  test.each<[JsonObject, Response['finish']]>([
    [
      { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
      { reason: 'content-filter', raw: 'content_filter' },
    ],
    [
      { status: 'incomplete', incomplete_details: null },
      { reason: 'length', raw: 'incomplete' },
    ],
    [
      { status: 'failed', error: { code: 'server_error', message: 'm' } },
      { reason: 'error', raw: 'server_error' },
    ],
    [
      { status: 'failed', error: null },
      { reason: 'error', raw: 'failed' },
    ],
    [{ status: 'cancelled' }, { reason: 'aborted', raw: 'cancelled' }],
    [{ status: 'in_progress' }, { reason: 'other', raw: 'in_progress' }],
    [{ status: null }, { reason: 'stop' }],
  ])('%j ended so', (more, finish) => {
    const response = answered([], more);
    expect(response.finish).toEqual(finish);
    const { vendor: _vendor, ...bare } = response;
    expect(decodeResponse(encodeResponse(bare)).finish.reason).toBe(finish.reason);
  });

  test('an edit of a hosted tool, a refusal or an approval shows', () => {
    const request = read([{ type: 'web_search_call', id: 'ws_1', status: 'completed', action: { query: 'old' } }, user]);
    const edited = JSON.parse(JSON.stringify(request).replace('old', 'new'));
    expect(JSON.stringify(encodeRequest(edited).body)).toContain('"query":"new"');
  });
});
