import { defined, type Json, type JsonObject, type ToolChoice, UnsupportedError } from '@toolglot/core';
import { readBoolean, readObject, readText } from '@toolglot/core/kit';
import { CODEC } from './fields.ts';
import type { Members, WireToolChoice } from './wire.ts';

interface Choice {
  readonly toolChoice?: ToolChoice | undefined;
  readonly parallelCalls?: boolean | undefined;
}

type Kind<Type> = Extract<WireToolChoice, { readonly type: Type }>;

/** `tool_choice`, with the switch for parallel calls on it. Throws `UnsupportedError` for a choice among several tools. */
export function encodeToolChoice({ toolChoice, parallelCalls }: Choice): WireToolChoice | undefined {
  if (toolChoice === 'none') return { type: 'none' };
  if (toolChoice === undefined && parallelCalls === undefined) return undefined;
  const disable_parallel_tool_use = parallelCalls === undefined ? undefined : !parallelCalls;
  if (toolChoice === undefined || toolChoice === 'auto')
    return defined({ type: 'auto', disable_parallel_tool_use } satisfies Members<Kind<'auto'>>);
  if (toolChoice === 'required') return defined({ type: 'any', disable_parallel_tool_use } satisfies Members<Kind<'any'>>);
  if ('tool' in toolChoice)
    return defined({ type: 'tool', name: toolChoice.tool, disable_parallel_tool_use } satisfies Members<Kind<'tool'>>);
  throw new UnsupportedError('a choice among several tools', CODEC, 'offer only those tools');
}

/** What a `tool_choice` says; nothing where it is of a kind that we do not know. */
export function decodeToolChoice(choice: Json | undefined): { toolChoice?: ToolChoice; parallelCalls?: boolean } {
  const fields = readObject(choice);
  const toolChoice = decodeType(fields);
  const disabled = readBoolean(fields.disable_parallel_tool_use);
  return { ...(toolChoice && { toolChoice }), ...(toolChoice && disabled !== undefined && { parallelCalls: !disabled }) };
}

function decodeType({ type, name }: JsonObject): ToolChoice | undefined {
  if (type === 'auto' || type === 'none') return type;
  if (type === 'any') return 'required';
  const tool = type === 'tool' ? readText(name) : undefined;
  return tool === undefined ? undefined : { tool };
}
