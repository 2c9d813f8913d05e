import {
  defined,
  type FunctionTool,
  type HostedTool,
  type Json,
  type JsonObject,
  type Request,
  type ToolSpec,
  UnsupportedError,
} from '@toolglot/core';
import { readBoolean, readList, readText } from '@toolglot/core/kit';
import { asObject, CODEC, keepSlot, memberOf, objectIn, withSlot } from './fields.ts';
import { decodeMarked, encodeMarked } from './marks.ts';
import { decodeToolChoice, encodeToolChoice } from './tool-choice.ts';
import type { Members, WireTool, WireToolConfig, WireToolSpec } from './wire.ts';

type Offer = Pick<Request, 'tools' | 'toolChoice' | 'parallelCalls'>;

/** `toolConfig`; none where there is no tool, since a choice alone is refused. */
export function encodeToolConfig({ tools = [], toolChoice, parallelCalls }: Offer): WireToolConfig | undefined {
  if (tools.length === 0) return undefined;
  if (parallelCalls === false) throw new UnsupportedError('one call at a time', CODEC, 'run the calls one after the other');
  const list = encodeMarked(tools, (tool, index) => [encodeTool(tool, `tools[${index}]`)]);
  return { tools: list, ...defined({ toolChoice: encodeToolChoice(toolChoice) } satisfies Members<WireToolConfig>) };
}

/** What a `toolConfig` says; tools of kinds that we do not know are left to its slot. */
export function decodeToolConfig(config: JsonObject): Pick<Request, 'tools' | 'toolChoice'> {
  const list = decodeMarked(readList(config.tools), (block): Decoded => ({ tool: decodeTool(block) }));
  const tools = list.flatMap(({ tool, cache }) => (tool ? [cache ? { ...tool, cache } : tool] : []));
  return defined({ tools: tools.length > 0 ? tools : undefined, toolChoice: decodeToolChoice(config.toolChoice) });
}

interface Decoded extends Pick<FunctionTool, 'cache'> {
  readonly tool: FunctionTool | HostedTool | undefined;
}

/** What a tool without arguments says of its input. */
const NO_INPUT = { type: 'object', properties: {} } as const;

function encodeTool(tool: ToolSpec, path: string): WireTool {
  switch (tool.type) {
    case 'function':
      return { toolSpec: withSlot(makeSpec(tool), tool) };
    case 'hosted':
      return { systemTool: encodeSystemTool(tool, path) };
    case 'client':
      throw new UnsupportedError(`the tool '${tool.id}' at ${path}`, CODEC, 'define it with a schema of its arguments');
    case 'text':
      throw new UnsupportedError(`a tool that takes free text at ${path}`, CODEC, 'define it with one string argument');
  }
}

function decodeTool(block: Json): FunctionTool | HostedTool | undefined {
  const spec = objectIn(block, 'toolSpec');
  if (spec) return decodeSpec(spec);
  const { name, ...config } = objectIn(block, 'systemTool') ?? {};
  if (typeof name !== 'string') return undefined;
  return { type: 'hosted', id: PREFIX + name, ...(Object.keys(config).length > 0 && { config }) };
}

function makeSpec({ name, description, input = NO_INPUT, strict }: FunctionTool): WireToolSpec {
  // the vendor wants a description that says something, or none
  const more = defined({ description: description || undefined, strict } satisfies Members<WireToolSpec>);
  return { name, inputSchema: { json: input }, ...more };
}

function decodeSpec(spec: JsonObject): FunctionTool {
  const [kind, schema] = memberOf(spec.inputSchema) ?? [];
  const input = kind === 'json' ? asObject(schema) : undefined;
  const read = defined({
    description: readText(spec.description),
    input: input && !isNoInput(input) ? input : undefined,
    strict: readBoolean(spec.strict),
  });
  const tool: FunctionTool = { type: 'function', name: readText(spec.name) ?? '', ...read };
  return { ...tool, ...keepSlot(spec, makeSpec(tool)) };
}

function isNoInput({ type, properties, ...others }: JsonObject): boolean {
  const isEmpty = properties !== undefined && Object.keys(asObject(properties) ?? { none: true }).length === 0;
  return type === 'object' && isEmpty && Object.keys(others).length === 0;
}

const PREFIX = 'bedrock.';

function encodeSystemTool({ id, config }: HostedTool, path: string) {
  const name = id.slice(PREFIX.length);
  if (!id.startsWith(PREFIX))
    throw new UnsupportedError(
      `the tool '${id}' at ${path}`,
      CODEC,
      "this vendor's are 'bedrock.' and their name, such as 'bedrock.nova_grounding'",
    );
  return { ...asObject(config), ...({ name } satisfies SystemTool) };
}

type SystemTool = Extract<WireTool, { systemTool: object }>['systemTool'];
