import { defined, type HostedToolPart, type Json, type JsonObject, UnsupportedError } from '@toolglot/core';
import { readObject, readText } from '@toolglot/core/kit';
import { CODEC, decodeExtras, withExtras, without } from './fields.ts';
import {
  type Members,
  trusted,
  type WireBlock,
  type WireHostedCall,
  type WireHostedResult,
  type WireMcpCall,
  type WireMcpResult,
} from './wire.ts';

const PREFIX = 'anthropic.';
const MCP = 'anthropic.mcp.';
const RESULT = '_tool_result';
const CALL_FIELDS = ['type', 'id', 'name', 'input'];

/**
 * The blocks of a hosted tool: the call, and the result where it follows at once. A part whose `args` are `null`
 * is a result whose call stands further up.
 */
export function encodeHosted(part: HostedToolPart, path: string): WireBlock[] {
  if (!part.tool.startsWith(PREFIX) || part.status === 'needs-approval')
    throw new UnsupportedError(
      `the hosted tool '${part.tool}' at ${path}`,
      CODEC,
      "only this vendor's own tools can be sent back",
    );
  const call = part.args === null ? [] : [encodeCall(part)];
  const result = part.result === undefined ? [] : [encodeResult(part)];
  return [...call, ...result].map((block) => trusted<WireBlock>(block));
}

/** Whether a block is the call of a tool that the vendor runs. */
export function isHostedCall({ type }: JsonObject): boolean {
  return type === 'server_tool_use' || type === 'mcp_tool_use';
}

/** Whether a block is the result of a tool that the vendor runs. */
export function isHostedResult({ type, tool_use_id }: JsonObject): boolean {
  return typeof type === 'string' && type.endsWith(RESULT) && typeof tool_use_id === 'string';
}

/** Whether a block is the result of the call in the block before it: both are one part. */
export function isResultOf(block: JsonObject, before: JsonObject): boolean {
  return isHostedResult(block) && isHostedCall(before) && block.tool_use_id === before.id;
}

/** A call, with its result if that is the next block. */
export function decodeHostedCall(block: JsonObject, result: JsonObject | undefined): HostedToolPart {
  const tool = toolOf(block);
  const { cache, vendor } = decodeExtras(block, CALL_FIELDS);
  const call = { type: 'hosted-tool' as const, id: readText(block.id) ?? '', tool, args: block.input ?? {} };
  if (!result) return { ...call, status: 'open', ...defined({ cache, vendor }) };
  const decoded = decodeResult(result, tool);
  const slot = { ...vendor?.[CODEC], ...decoded.slot };
  return {
    ...call,
    ...decoded.fields,
    ...(cache && { cache }),
    ...(Object.keys(slot).length > 0 && { vendor: { [CODEC]: slot } }),
  };
}

/** A result apart from its call, which is among the blocks of the same message as a rule. */
export function decodeHostedResult(block: JsonObject, blocks: readonly Json[]): HostedToolPart {
  const id = readText(block.tool_use_id) ?? '';
  const call = blocks.map(readObject).find((other) => isHostedCall(other) && other.id === id);
  const tool = call ? toolOf(call) : PREFIX + readText(block.type)?.slice(0, -RESULT.length);
  const { fields, slot } = decodeResult(block, tool);
  return { type: 'hosted-tool', id, tool, args: null, ...fields, ...(slot && { vendor: { [CODEC]: slot } }) };
}

function encodeCall(part: HostedToolPart): JsonObject {
  const { id, tool, args: input } = part;
  if (tool.startsWith(MCP))
    return withExtras<WireMcpCall>(part, { type: 'mcp_tool_use', id, name: tool.slice(MCP.length), input });
  return withExtras<WireHostedCall>(part, { type: 'server_tool_use', id, name: tool.slice(PREFIX.length), input });
}

function encodeResult(part: HostedToolPart): JsonObject {
  const isMcp = part.tool.startsWith(MCP);
  const flag = isMcp && ({ is_error: part.status === 'error' } satisfies Pick<WireMcpResult, 'is_error'>);
  const kind = { type: resultType(part.tool) } satisfies Pick<WireHostedResult, 'type'>;
  const call = { tool_use_id: part.id } satisfies Pick<WireHostedResult, 'tool_use_id'>;
  const said = (part.result ?? null) !== null && defined({ content: part.result } satisfies Members<WireHostedResult>);
  return { ...kind, ...flag, ...part.vendor?.[CODEC]?.result, ...call, ...said };
}

function decodeResult(block: JsonObject, tool: string) {
  const { type, content, is_error: isError } = block;
  const failed = isError === true || readText(readObject(content).type)?.endsWith('_error') === true;
  const usual = resultType(tool) === type ? ['type'] : [];
  const flag = tool.startsWith(MCP) && typeof isError === 'boolean' ? ['is_error'] : [];
  const said = content === null ? [] : ['content'];
  const result = without(block, ['tool_use_id', ...said, ...usual, ...flag]);
  const fields = { result: content ?? null, status: failed ? ('error' as const) : ('done' as const) };
  return { fields, slot: result && { result } };
}

function toolOf(block: JsonObject): string {
  return (block.type === 'mcp_tool_use' ? MCP : PREFIX) + (readText(block.name) ?? '');
}

/** The type of the block that holds a tool's result. Both search tools share one. */
function resultType(tool: string): string {
  if (tool.startsWith(MCP)) return `mcp${RESULT}`;
  return tool.startsWith(`${PREFIX}tool_search_tool`) ? `tool_search${RESULT}` : tool.slice(PREFIX.length) + RESULT;
}
