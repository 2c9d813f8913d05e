import {
  type ClientTool,
  defined,
  type FunctionTool,
  type HostedTool,
  isJsonObject,
  type JsonObject,
  matches,
  type TextTool,
  type ToolSpec,
} from '@toolglot/core';
import { applyForm, isPlainForm, keepForm, readBoolean, readObject, readText } from '@toolglot/core/kit';
import { asWire, decodeCache, encodeCache } from './content.ts';
import { type EncodeContext, readingContext, unsupported } from './context.ts';
import { CODEC } from './slot.ts';
import type { Draft, WireCache, WireCustom, WireFunction, WireTool } from './wire.ts';

/** The tools of a request. Throws `UnsupportedError` for hosted tools that the target does not have. */
export function encodeTools(tools: readonly ToolSpec[], context: EncodeContext): readonly WireTool[] {
  return tools.map((tool, index) => applyForm(makeTool(tool, `tools[${index}]`, context), tool.vendor?.[CODEC]));
}

/** The inverse. A tool of a type that is not known is one that the vendor runs. */
export function decodeTool(wire: unknown): ToolSpec {
  const tool = readTool(readObject(wire));
  const made = makeTool(tool, '', readingContext);
  const slot = { ...tool.vendor?.[CODEC], ...keepForm(readObject(wire), made, ['cache_control']) };
  return isPlainForm(slot) ? tool : { ...tool, vendor: { [CODEC]: slot } };
}

function makeTool(tool: ToolSpec, path: string, context: EncodeContext): WireTool {
  switch (tool.type) {
    case 'function': {
      const { name, description, input: parameters, strict } = tool;
      const made = defined({ name, description, parameters, strict } satisfies Draft<WireFunction>);
      return withMark({ type: 'function', function: made }, tool);
    }
    case 'text':
      return withMark({ type: 'custom', custom: makeCustom(tool) }, tool);
    case 'hosted':
      return withMark(asWire<WireTool>({ ...readObject(tool.config), type: hostedType(tool, path, context) }), tool);
    case 'client':
      throw unknownTool(tool, path, context);
  }
}

const withMark = (made: WireTool, tool: FunctionTool | TextTool | HostedTool): WireTool => ({
  ...made,
  ...defined({ cache_control: encodeCache(tool) } satisfies Draft<WireCache>),
});

function makeCustom({ name, description, format }: TextTool): WireCustom {
  return defined({
    name,
    description,
    format: format && { type: 'grammar', grammar: { syntax: format.syntax, definition: format.definition } },
  } satisfies Draft<WireCustom>);
}

function readTool(wire: JsonObject): ToolSpec {
  if (isJsonObject(wire.function)) return { ...readFunction(wire.function), ...decodeCache(wire) };
  if (isJsonObject(wire.custom)) return { ...readCustom(wire.custom), ...decodeCache(wire) };
  const { type, cache_control: _mark, ...config } = wire;
  const word = readText(type) ?? '';
  const id = word.includes(':') ? word.replace(':', '.') : `${CODEC}.${word}`;
  const vendor = { [CODEC]: { type: word } };
  return { type: 'hosted', id, ...(!isPlainForm(config) && { config }), ...decodeCache(wire), vendor };
}

function readFunction({ name, description, parameters, strict }: JsonObject): ToolSpec {
  return {
    type: 'function',
    name: readText(name) ?? '',
    ...defined({ description: readText(description), strict: readBoolean(strict) }),
    ...(isJsonObject(parameters) && { input: parameters }),
  };
}

function readCustom({ name, description, format }: JsonObject): ToolSpec {
  const { syntax, definition } = readObject(readObject(format).grammar);
  const isGrammar = (syntax === 'lark' || syntax === 'regex') && typeof definition === 'string';
  return {
    type: 'text',
    name: readText(name) ?? '',
    ...defined({ description: readText(description) }),
    ...(isGrammar && { format: { syntax, definition } }),
  };
}

/** the wire's word for a hosted tool: `openrouter.web_search` is `openrouter:web_search`. */
function hostedType(tool: HostedTool, path: string, context: EncodeContext): string {
  const kept = tool.vendor?.[CODEC]?.type;
  if (kept !== undefined) return kept;
  if (!context.profile.hosted.some((pattern) => matches(pattern, tool.id))) throw unknownTool(tool, path, context);
  return tool.id.startsWith(`${CODEC}.`) ? tool.id.slice(CODEC.length + 1) : tool.id.replace('.', ':');
}

const unknownTool = ({ id }: HostedTool | ClientTool, path: string, context: EncodeContext) =>
  unsupported(`the tool '${id}'`, path, context, 'offer a function that does the same');
