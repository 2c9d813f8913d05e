import { isJsonObject, type JsonObject, readArgs, type ToolCall } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';
import { keepSlot, withSlot } from './fields.ts';
import type { WireBlock, WireToolUse } from './wire.ts';

/** A call of a tool of ours; one that could not be read goes with empty arguments. */
export function encodeToolCall(part: ToolCall): WireBlock {
  return { toolUse: withSlot(makeToolUse(part), part) };
}

/** The call in a `toolUse`. */
export function decodeToolCall(use: JsonObject): ToolCall {
  const name = readText(use.name);
  const call: ToolCall = {
    type: 'tool-call',
    id: readText(use.toolUseId) ?? '',
    name: name ?? '',
    ...readArgs(use.input),
    ...(!name && { fault: { code: 'missing-name', message: 'the call names no tool' } }),
  };
  const made = makeToolUse(call);
  // the vendor refuses what is no object, so what could not be read is not sent again
  return { ...call, ...keepSlot(isJsonObject(use.input) ? use : { ...use, input: made.input }, made) };
}

function makeToolUse({ id: toolUseId, name, args, fault }: ToolCall): WireToolUse {
  return { toolUseId, name, input: fault ? {} : args };
}
