import type { Json, JsonObject } from '@toolglot/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openaiResponses } from './codec.ts';

const { decodeRequest, encodeRequest, decodeResponse, encodeResponse } = openaiResponses;
const runs = { numRuns: Number(process.env.TOOLGLOT_RUNS ?? 150) };

const json = fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value)));
const types = fc.constantFrom(
  ...['message', 'reasoning', 'function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output'],
  ...['shell_call', 'shell_call_output', 'local_shell_call', 'local_shell_call_output', 'apply_patch_call'],
  ...['apply_patch_call_output', 'computer_call', 'computer_call_output', 'tool_search_call', 'tool_search_output'],
  ...['web_search_call', 'file_search_call', 'code_interpreter_call', 'image_generation_call', 'mcp_call', 'mcp_list_tools'],
  ...['mcp_approval_request', 'mcp_approval_response', 'program', 'program_output', 'additional_tools', 'compaction', 'new'],
);
const piece = fc.oneof(
  json,
  fc
    .tuple(
      fc.constantFrom('input_text', 'output_text', 'refusal', 'input_image', 'input_file', 'summary_text', 'new'),
      fc.dictionary(fc.constantFrom('text', 'refusal', 'image_url', 'file_id', 'file_data', 'annotations', 'detail'), json),
    )
    .map(([type, members]): JsonObject => ({ type, ...members })),
);
const names = fc.constantFrom(
  ...['id', 'call_id', 'name', 'arguments', 'input', 'output', 'action', 'operation', 'status', 'role', 'phase', 'namespace'],
  ...[
    'caller',
    'tools',
    'execution',
    'environment',
    'result',
    'error',
    'queries',
    'code',
    'approve',
    'reason',
    'encrypted_content',
  ],
);
const ids = fc.dictionary(fc.constantFrom('id', 'call_id'), fc.constantFrom('a', 'b', ''));
const content = fc.dictionary(fc.constantFrom('content', 'summary', 'output'), fc.oneof(fc.string(), fc.array(piece)));
const roles = fc.dictionary(fc.constant('role'), fc.constantFrom('user', 'assistant', 'system', 'developer', 'critic'));
const typed = fc.oneof(types, fc.constant(undefined));
const item = fc
  .tuple(typed, fc.dictionary(names, json), ids, content, roles)
  .map(([type, ...members]): JsonObject => Object.assign({}, type === undefined ? {} : { type }, ...members));
const items = fc.array(fc.oneof({ weight: 9, arbitrary: item }, json), { maxLength: 6 });

describe('any items at all', () => {
  test('of a request are read, and come back as they were', () => {
    fc.assert(
      fc.property(items, (input) => {
        const body = { model: 'm', input };
        expect(encodeRequest(decodeRequest(body).request).body).toEqual(body);
      }),
      runs,
    );
  });

  test('of an answer are read, and come back as they were', () => {
    fc.assert(
      fc.property(
        items,
        fc.dictionary(fc.constantFrom('status', 'error', 'incomplete_details', 'usage', 'id', 'model'), json),
        (output, more) => {
          const body = { ...more, output };
          expect(encodeResponse(decodeResponse(body))).toEqual(body);
        },
      ),
      runs,
    );
  });

  test('of an answer can be said again, and the calls among them by what they are', () => {
    fc.assert(
      fc.property(items, (output) => {
        const { message } = decodeResponse({ id: 'x', output });
        const { body } = encodeRequest({ messages: [message] });
        const calls = message.content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []));
        const said = JSON.stringify(body.input);
        for (const id of calls) expect(said).toContain(JSON.stringify(id));
      }),
      runs,
    );
  });

  test('any fields of a body are read, and come back as they were', () => {
    const fields = fc.constantFrom(
      ...[
        'instructions',
        'tools',
        'tool_choice',
        'reasoning',
        'text',
        'include',
        'store',
        'max_output_tokens',
        'parallel_tool_calls',
      ],
    );
    fc.assert(
      fc.property(fc.dictionary(fields, fc.oneof(json, fc.array(item, { maxLength: 2 }))), (more) => {
        const body = { model: 'm', input: [{ role: 'user', content: 'hi' }], ...more };
        expect(encodeRequest(decodeRequest(body).request).body).toEqual(body);
      }),
      runs,
    );
  });
});
