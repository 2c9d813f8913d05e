import type { FunctionTool, JsonObject, Request } from '@toolglot/core';
import type { Mutator } from './mutator.ts';

const day = { type: 'string', description: 'a day' };
const closed = { type: 'object', properties: { day }, required: ['day'], additionalProperties: false };

/** What can be wrong with tools and with the choice among them. */
export const toolMutators: readonly Mutator[] = [
  { id: 'empty-tools', apply: (request) => withoutTools(request, { tools: [] }) },
  { id: 'choice-without-tools', apply: (request) => withoutTools(request, { toolChoice: 'required' }) },
  { id: 'parallel-without-tools', apply: (request) => withoutTools(request, { parallelCalls: false }) },
  { id: 'choice-of-unknown-tool', apply: (request) => withTool(request, {}, { toolChoice: { tool: 'no_such_tool' } }) },
  { id: 'repeated-tool', apply: (request) => request.tools?.[0] && { ...request, tools: [...request.tools, request.tools[0]] } },
  {
    id: 'too-many-tools',
    apply: (request) =>
      withTools(
        request,
        Array.from({ length: 129 }, (_, index) => tool({ name: `extra_${index}` })),
      ),
  },
  { id: 'illegal-tool-name', apply: (request) => withTool(request, { name: 'get weather!' }) },
  { id: 'empty-tool-name', apply: (request) => withTool(request, { name: '' }) },
  { id: 'tool-name-of-65', apply: (request) => withTool(request, { name: 'x'.repeat(65) }) },
  { id: 'tool-name-of-129', apply: (request) => withTool(request, { name: 'x'.repeat(129) }) },
  { id: 'schema-of-an-array', apply: (request) => withSchema(request, { type: 'array', items: day }) },
  { id: 'schema-of-choices', apply: (request) => withSchema(request, { type: 'object', anyOf: [closed] }) },
  {
    id: 'schema-with-unknown-type',
    apply: (request) => withSchema(request, { type: 'object', properties: { day: { type: 'datum' } } }),
  },
  {
    id: 'array-without-items',
    apply: (request) => withSchema(request, { type: 'object', properties: { days: { type: 'array' } } }),
  },
  { id: 'illegal-property-key', apply: (request) => withSchema(request, { type: 'object', properties: { 'which day?': day } }) },
  { id: 'strict-and-open', apply: (request) => withSchema(request, { ...closed, additionalProperties: true }, true) },
  {
    id: 'strict-with-unknown-keyword',
    apply: (request) => withSchema(request, { ...closed, propertyNames: { maxLength: 9 } }, true),
  },
];

/** the plainest tool, which no vendor refuses. */
function tool(changes: Partial<FunctionTool>): FunctionTool {
  return { type: 'function', name: 'extra', description: 'For a day.', input: closed, ...changes };
}

function withTool(request: Request, changes: Partial<FunctionTool>, more: Partial<Request> = {}): Request {
  return { ...withTools(request, [tool(changes)]), ...more };
}

function withTools(request: Request, more: readonly FunctionTool[]): Request {
  return { ...request, tools: [...(request.tools ?? []), ...more] };
}

function withSchema(request: Request, input: JsonObject, strict = false): Request {
  return withTool(request, { input, ...(strict && { strict }) });
}

/** A history with calls wants its tools: there, more than what is meant would be wrong. */
function withoutTools(request: Request, changes: Partial<Request>): Request | undefined {
  const { tools, toolChoice, parallelCalls, ...rest } = request;
  return callsTools(request) ? undefined : { ...rest, ...changes };
}

function callsTools({ messages }: Request): boolean {
  return messages.some(({ content }) => content.some(({ type }) => type === 'tool-call' || type === 'tool-result'));
}
