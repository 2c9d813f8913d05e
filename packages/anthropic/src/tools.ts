import {
  type ClientTool,
  defined,
  type FunctionTool,
  type HostedTool,
  isJsonObject,
  type Json,
  type JsonObject,
  type ToolSpec,
  UnsupportedError,
} from '@toolglot/core';
import { readBoolean, readObject, readText } from '@toolglot/core/kit';
import { CODEC, decodeExtras, encodeExtras, withExtras, without } from './fields.ts';
import { type Members, type Open, trusted, type WireFunctionTool, type WireTool } from './wire.ts';

/** A tool as the request offers it. Throws `UnsupportedError` for text tools and other vendors' hosted tools. */
export function encodeTool(tool: ToolSpec, path: string): WireTool {
  switch (tool.type) {
    case 'function':
      return encodeFunctionTool(tool);
    case 'hosted':
      return encodeTypedTool(tool, path);
    case 'client':
      return encodeTypedTool(tool, path);
    case 'text':
      throw new UnsupportedError(`a tool that takes free text at ${path}`, CODEC, 'define it with one string argument');
  }
}

export function decodeTool(tool: Json): ToolSpec {
  const fields = readObject(tool);
  const type = readText(fields.type);
  if (type === undefined || type === 'custom') return decodeFunctionTool(fields);
  return CLIENT.test(type) ? decodeClientTool(fields, type) : decodeHostedTool(fields, type);
}

const CLIENT = /^(bash|text_editor|memory|computer|browser)_/;

/** What a tool without arguments says of its input. */
const NO_INPUT = { type: 'object', properties: {} } as const;

function encodeFunctionTool(tool: FunctionTool): WireFunctionTool {
  const members = {
    strict: tool.strict,
    defer_loading: tool.deferred,
    eager_input_streaming: tool.unbuffered,
    description: tool.description,
    input_examples: tool.examples,
    name: tool.name,
    input_schema: tool.input ? trusted<WireFunctionTool['input_schema']>(tool.input) : NO_INPUT,
  } satisfies Members<WireFunctionTool>;
  return withExtras(tool, defined(members));
}

function decodeFunctionTool(tool: JsonObject): FunctionTool {
  const { input_schema: schema, input_examples: examples } = tool;
  const read = defined({
    description: readText(tool.description),
    input: isJsonObject(schema) && !isNoInput(schema) ? schema : undefined,
    strict: readBoolean(tool.strict),
    examples: Array.isArray(examples) && examples.every(isJsonObject) ? examples : undefined,
    deferred: readBoolean(tool.defer_loading),
    unbuffered: readBoolean(tool.eager_input_streaming),
  });
  const known = Object.entries(WIRE_NAMES).flatMap(([name, wire]) => (name in read ? [wire] : []));
  return {
    type: 'function',
    name: readText(tool.name) ?? '',
    ...read,
    ...decodeExtras(tool, ['name', 'input_schema', ...known]),
  };
}

const WIRE_NAMES = {
  description: 'description',
  strict: 'strict',
  examples: 'input_examples',
  deferred: 'defer_loading',
  unbuffered: 'eager_input_streaming',
};

function isNoInput({ type, properties, ...others }: JsonObject): boolean {
  const isEmpty = isJsonObject(properties) && Object.keys(properties).length === 0;
  return type === 'object' && isEmpty && Object.keys(others).length === 0;
}

/** The newest version of each tool that was in the client's types when this was written. */
const NEWEST: Readonly<Record<string, string>> = {
  'anthropic.web_search': 'web_search_20260318',
  'anthropic.web_fetch': 'web_fetch_20260318',
  'anthropic.code_execution': 'code_execution_20260521',
  'anthropic.tool_search_tool_regex': 'tool_search_tool_regex_20251119',
  'anthropic.tool_search_tool_bm25': 'tool_search_tool_bm25_20251119',
  'anthropic.bash': 'bash_20250124',
  'anthropic.memory': 'memory_20250818',
  'anthropic.text_editor': 'text_editor_20250728',
  'anthropic.computer': 'computer_20251124',
  'anthropic.computer_toolset': 'computer_toolset_20260801',
  'anthropic.browser_toolset': 'browser_toolset_20260801',
};

function encodeTypedTool(tool: HostedTool | ClientTool, path: string): WireTool {
  const config = readObject(tool.config);
  const isOwn = tool.id.startsWith('anthropic.');
  const type = config.type ?? NEWEST[tool.id];
  if (!isOwn || type === undefined)
    throw new UnsupportedError(`the tool '${tool.id}' at ${path}`, CODEC, isOwn ? WITH_TYPE : OWN_ONLY);
  const name = tool.type === 'client' ? tool.name || undefined : (config.name ?? nameOf(tool.id));
  const members = { type, name } satisfies Members<Open<Named, 'type' | 'name'>>;
  return trusted<WireTool>({ ...config, ...defined(members), ...encodeExtras(tool) });
}

const WITH_TYPE = "give the wire's type in config, such as { type: 'web_search_20250305' }";
const OWN_ONLY = "only this vendor's own tools, such as 'anthropic.web_search'";

type Named = Extract<WireTool, { readonly name: 'bash' }>;

/** toolsets of an MCP server have no name of their own. */
function nameOf(id: string): string | undefined {
  return id.endsWith('_toolset') ? undefined : id.slice('anthropic.'.length);
}

function decodeClientTool(tool: JsonObject, type: string): ClientTool {
  const { vendor, ...extras } = decodeExtras(tool, []);
  const config = without(tool, extras.cache ? ['name', 'cache_control'] : ['name']);
  return { type: 'client', id: idOf(type), name: readText(tool.name) ?? '', ...(config && { config }), ...extras };
}

function decodeHostedTool(tool: JsonObject, type: string): HostedTool {
  const { vendor, ...extras } = decodeExtras(tool, []);
  const config = without(tool, extras.cache ? ['cache_control'] : []);
  return { type: 'hosted', id: idOf(type), ...(config && { config }), ...extras };
}

function idOf(type: string): string {
  return `anthropic.${type.replace(/_\d{8}$/, '')}`;
}
