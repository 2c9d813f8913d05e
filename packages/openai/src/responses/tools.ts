import {
  type ClientTool,
  canonicalJson,
  defined,
  type FunctionTool,
  type HostedTool,
  isJsonObject,
  type JsonObject,
  type TextTool,
  type ToolSpec,
} from '@toolglot/core';
import { applyForm, isPlainForm, keepForm, readBoolean, readList, readObject, readText } from '@toolglot/core/kit';
import type { Draft } from '../chat/wire.ts';
import { CLIENT_KINDS, isLocal } from './client-kinds.ts';
import { type EncodeContext, readingContext, unsupported } from './context.ts';
import { CODEC } from './slot.ts';
import { asWire, type WireCustomTool, type WireFunctionTool, type WireNamespace, type WireTool } from './wire.ts';

const PREFIX = 'openai.';

/** The tools of a request; neighbours of one namespace stand in it. Throws `UnsupportedError` for other vendors' own tools. */
export function encodeTools(tools: readonly ToolSpec[], context: EncodeContext): readonly WireTool[] {
  const made: WireTool[] = [];
  const deferred = tools.findIndex((tool) => tool.type === 'function' && tool.deferred);
  if (deferred >= 0 && !tools.some(isSearch)) throw unsupported('a deferred tool', `tools[${deferred}]`, context, SEARCH_HINT);
  tools.forEach((tool, index) => {
    const wire = applyForm(makeTool(tool, `tools[${index}]`, context), tool.vendor?.[CODEC]);
    const space = tool.vendor?.[CODEC]?.namespace;
    const last = made.at(-1);
    if (space === undefined) made.push(wire);
    else if (last?.type === 'namespace' && isSameSpace(tools[index - 1], space))
      made[made.length - 1] = spaceOf(last, [...last.tools, asInner(wire)]);
    else made.push(spaceOf(space, [asInner(wire)]));
  });
  return made;
}

/** The inverse. A tool of a type that is not known is one that the vendor runs. */
export function decodeTool(wire: unknown): readonly ToolSpec[] {
  const { type, tools, ...space } = readObject(wire);
  const inner = readList(tools);
  if (type !== 'namespace' || inner.length === 0 || !inner.every(isInner)) return [keepTool(readObject(wire))];
  return inner.map((tool) => {
    const read = keepTool(readObject(tool));
    return { ...read, vendor: { [CODEC]: { ...read.vendor?.[CODEC], namespace: space } } };
  });
}

const isSearch = (tool: ToolSpec) => 'id' in tool && tool.id === 'openai.tool_search';

const SEARCH_HINT = "offer a search for it, too: { type: 'hosted', id: 'openai.tool_search' }";

type Inner = WireNamespace['tools'][number];

const isInner = (wire: unknown) => ['function', 'custom'].includes(readText(readObject(wire).type) ?? '');
const asInner = (wire: WireTool) => asWire<Inner>(readObject(wire));
const isSameSpace = (tool: ToolSpec | undefined, space: JsonObject) =>
  canonicalJson(tool?.vendor?.[CODEC]?.namespace) === canonicalJson(space);

const spaceOf = (space: object, tools: readonly Inner[]): WireNamespace => ({
  name: '',
  description: '',
  ...space,
  type: 'namespace',
  tools,
});

function keepTool(wire: JsonObject): ToolSpec {
  const tool = readTool(wire);
  const slot = keepForm(wire, makeTool(tool, '', readingContext), []);
  return isPlainForm(slot) ? tool : { ...tool, vendor: { [CODEC]: slot } };
}

function makeTool(tool: ToolSpec, path: string, context: EncodeContext): WireTool {
  switch (tool.type) {
    case 'function':
      return makeFunction(tool);
    case 'text':
      return makeCustom(tool);
    case 'hosted':
    case 'client':
      return makeTyped(tool, path, context);
  }
}

/** servers take an absent `strict` for a wish, and may change the schema: it is always said. */
function makeFunction(tool: FunctionTool): WireFunctionTool {
  const { name, description, input, output, strict = false, deferred } = tool;
  const made = {
    type: 'function',
    name,
    description,
    parameters: input ?? NO_INPUT,
    strict,
    defer_loading: deferred,
    output_schema: output,
  } satisfies Draft<WireFunctionTool>;
  return defined(made);
}

const NO_INPUT = { type: 'object', properties: {} } as const;

function makeCustom({ name, description, format }: TextTool): WireCustomTool {
  const grammar = format && ({ type: 'grammar', syntax: format.syntax, definition: format.definition } as const);
  return defined({ type: 'custom', name, description, format: grammar } satisfies Draft<WireCustomTool>);
}

function makeTyped({ id, config }: HostedTool | ClientTool, path: string, context: EncodeContext): WireTool {
  if (!id.startsWith(PREFIX)) throw unsupported(`the tool '${id}'`, path, context, 'offer a function that does the same');
  return asWire<WireTool>({ ...readObject(config), type: id.slice(PREFIX.length) });
}

function readTool(wire: JsonObject): ToolSpec {
  const { type, ...config } = wire;
  if (type === 'function') return readFunction(wire);
  if (type === 'custom') return readCustom(wire);
  const id = PREFIX + (readText(type) ?? '');
  const own = { id, ...(!isPlainForm(config) && { config }) };
  return isClientTool(id, wire) ? { type: 'client', name: id.slice(PREFIX.length), ...own } : { type: 'hosted', ...own };
}

/** some tools are run by either side. */
function isClientTool(id: string, { execution, environment }: JsonObject): boolean {
  if (id === 'openai.tool_search') return execution === 'client';
  return CLIENT_KINDS.some(({ tools }) => tools.includes(id)) && isLocal(environment);
}

function readFunction({ name, description, parameters, strict, defer_loading, output_schema }: JsonObject): FunctionTool {
  const read = {
    description: readText(description),
    input: isJsonObject(parameters) && !isNoInput(parameters) ? parameters : undefined,
    output: isJsonObject(output_schema) ? output_schema : undefined,
    strict: readBoolean(strict),
    deferred: readBoolean(defer_loading),
  };
  return { type: 'function', name: readText(name) ?? '', ...defined(read) };
}

const isNoInput = (schema: JsonObject) => canonicalJson(schema) === canonicalJson(NO_INPUT);

function readCustom({ name, description, format }: JsonObject): TextTool {
  const { syntax, definition } = readObject(format);
  const isGrammar = (syntax === 'lark' || syntax === 'regex') && typeof definition === 'string';
  return {
    type: 'text',
    name: readText(name) ?? '',
    ...defined({ description: readText(description) }),
    ...(isGrammar && { format: { syntax, definition } }),
  };
}
