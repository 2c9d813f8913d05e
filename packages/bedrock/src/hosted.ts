import { type HostedToolPart, type Json, type JsonObject, UnsupportedError } from '@toolglot/core';
import { applyForm, isPlainForm, keepForm, readText } from '@toolglot/core/kit';
import { CODEC, keepSlot, objectIn, withSlot } from './fields.ts';
import { trusted, type WireBlock, type WireToolResult, type WireToolUse } from './wire.ts';

const PREFIX = 'bedrock.';
const RESULT = '_result';

/**
 * The blocks of a hosted tool: the call, and the result where it follows at once. A part whose `args` are `null`
 * is a result whose call stands further up.
 */
export function encodeHosted(part: HostedToolPart, path: string): readonly WireBlock[] {
  if (!part.tool.startsWith(PREFIX) || part.status === 'needs-approval')
    throw new UnsupportedError(
      `the hosted tool '${part.tool}' at ${path}`,
      CODEC,
      "only this vendor's own tools can be sent back",
    );
  const call = part.args === null ? [] : [{ toolUse: withSlot(makeCall(part), part) }];
  const slot = part.vendor?.[CODEC]?.result;
  const result = part.result === undefined ? [] : [{ toolResult: applyForm(makeResult(part), slot) }];
  return [...call, ...result];
}

/** A call of a tool that the vendor runs; `undefined` for any other block. */
export function decodeHostedCall(block: Json): HostedToolPart | undefined {
  const use = objectIn(block, 'toolUse');
  if (use?.type !== 'server_tool_use') return undefined;
  const { toolUseId, name, input: args = {} } = use;
  const tool = PREFIX + (readText(name) ?? '');
  const part: HostedToolPart = { type: 'hosted-tool', id: readText(toolUseId) ?? '', tool, args, status: 'open' };
  return { ...part, ...keepSlot(use, makeCall(part)) };
}

/** A result in an assistant's turn, apart from its call; `undefined` for any other block. */
export function decodeHostedResult(block: Json): HostedToolPart | undefined {
  const result = objectIn(block, 'toolResult');
  if (!result) return undefined;
  const type = readText(result.type) ?? '';
  const tool = PREFIX + (type.endsWith(RESULT) ? type.slice(0, -RESULT.length) : type);
  const id = readText(result.toolUseId) ?? '';
  return withResult({ type: 'hosted-tool', id, tool, args: null, status: 'open' }, result);
}

/** The call with the result in a block, where that is the next one; `undefined` where it is not. */
export function joinResult(part: HostedToolPart, block: Json): HostedToolPart | undefined {
  const result = objectIn(block, 'toolResult');
  const isOpen = part.status === 'open' && part.cache === undefined;
  return isOpen && result?.toolUseId === part.id ? withResult(part, result) : undefined;
}

function withResult(call: HostedToolPart, wire: JsonObject): HostedToolPart {
  const part: HostedToolPart = { ...call, result: wire.content ?? null, status: wire.status === 'error' ? 'error' : 'done' };
  const form = keepForm(wire, makeResult(part), []);
  const slot = { ...call.vendor?.[CODEC], ...(!isPlainForm(form) && { result: form }) };
  return isPlainForm(slot) ? part : { ...part, vendor: { [CODEC]: slot } };
}

function makeCall({ id: toolUseId, tool, args: input }: HostedToolPart): WireToolUse {
  return { toolUseId, name: tool.slice(PREFIX.length), input: input ?? {}, type: 'server_tool_use' };
}

function makeResult({ id: toolUseId, tool, result, status }: HostedToolPart): WireToolResult {
  return {
    toolUseId,
    content: trusted<WireToolResult['content']>(result ?? []),
    status: status === 'error' ? 'error' : 'success',
    type: tool.slice(PREFIX.length) + RESULT,
  };
}
