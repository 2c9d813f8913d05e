import { expect, test } from 'vitest';
import { toolCallsOf } from '../ir/guards.ts';
import type { Message } from '../ir/message.ts';
import type { Response } from '../ir/response.ts';
import { isSealed, sealPart } from '../ir/seal.ts';
import type { ToolSpec } from '../ir/tool.ts';
import { target } from './lower.fixtures.ts';
import { lower } from './lower.ts';

const profile = target({ schema: { dialect: 'anthropic-loose' } });
const tool: ToolSpec = {
  type: 'function',
  name: 'weigh',
  input: { type: 'object', properties: { 'weight (kg)': { type: 'number' } }, required: ['weight (kg)'] },
};

test('a schema is said in the target’s dialect, arguments too, and both are the own ones again in the answer', () => {
  const history: Message = {
    role: 'assistant',
    content: [{ type: 'tool-call', id: 'a', name: 'weigh', args: { 'weight (kg)': 1 } }],
  };
  const { request, losses, raise } = lower({ messages: [history], tools: [tool] }, profile);
  const [said] = request.messages.flatMap(toolCallsOf).flatMap(({ args }) => Object.keys(args));
  expect(said).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
  expect(request.tools).toMatchObject([{ input: { properties: { [said ?? '']: { type: 'number' } }, required: [said] } }]);
  expect(losses).toContainEqual(
    expect.objectContaining({ effect: 'renamed', path: expect.stringMatching(/^tools\[0\]\.input\.properties/) }),
  );

  const wire = sealPart({
    type: 'tool-call' as const,
    id: 'b',
    name: 'weigh',
    args: { [said ?? '']: 2 },
    argsText: `{"${said}": 2}`,
  });
  const answer: Response = { message: { role: 'assistant', content: [wire] }, finish: { reason: 'tool-calls' } };
  const raised = raise(answer).message;
  expect(raised.content).toMatchObject([{ args: { 'weight (kg)': 2 }, argsText: `{"${said}": 2}` }]);
  expect(lower({ messages: [raised], tools: [tool] }, profile).request.messages[0]?.content[0]).toMatchObject({
    args: wire.args,
    argsText: wire.argsText,
  });
  expect(raised.content.every(isSealed)).toBe(true);
});

test('lowering a lowered schema changes nothing', () => {
  const once = lower(
    { messages: [], tools: [tool, { type: 'function', name: 'any', input: { anyOf: [{ type: 'object' }] } }] },
    profile,
  ).request;
  const twice = lower(once, profile);
  expect(twice.request).toEqual(once);
  expect(twice.losses).toEqual([]);
});

test('where a target wants no schema for a tool without parameters, there is none', () => {
  const bare: ToolSpec = {
    type: 'function',
    name: 'now',
    input: { type: 'object', properties: {}, additionalProperties: false },
  };
  const open: ToolSpec = { type: 'function', name: 'any', input: { type: 'object', additionalProperties: true } };
  const google = target({ schema: { dialect: 'google-json-schema' } });
  expect(lower({ messages: [], tools: [bare, tool, open] }, google).request.tools).toEqual([
    { type: 'function', name: 'now' },
    expect.objectContaining({ input: expect.objectContaining({ properties: { 'weight (kg)': { type: 'number' } } }) }),
    expect.objectContaining({ input: expect.objectContaining({ additionalProperties: true }) }),
  ]);
  expect(lower({ messages: [], tools: [bare] }, profile).request.tools).toEqual([bare]);
});
