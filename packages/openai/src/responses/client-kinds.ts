import { isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import { readObject } from '@toolglot/core/kit';
import type { FieldOf, ItemType } from './wire.ts';

/** A tool whose schema the vendor knows and the program runs: how its calls and their results are said. */
interface ClientKind {
  /** types of the items of a call and of its result. */
  readonly call: string;
  readonly result: string;
  /** ids of the tools that are called so; the first is the usual one. */
  readonly tools: readonly string[];
  /** the fields of the call that are its arguments: one that holds them all, or several. */
  readonly args: readonly string[];
}

function kind<C extends ItemType, R extends ItemType>(
  call: C,
  result: R,
  tools: readonly [string, ...string[]],
  args: readonly FieldOf<C>[],
): ClientKind {
  return { call, result, tools, args };
}

export const CLIENT_KINDS: readonly ClientKind[] = [
  kind('shell_call', 'shell_call_output', ['openai.shell'], ['action']),
  kind('local_shell_call', 'local_shell_call_output', ['openai.local_shell'], ['action']),
  kind('apply_patch_call', 'apply_patch_call_output', ['openai.apply_patch'], ['operation']),
  kind(
    'computer_call',
    'computer_call_output',
    ['openai.computer', 'openai.computer_use_preview'],
    ['action', 'actions', 'pending_safety_checks'],
  ),
  kind('tool_search_call', 'tool_search_output', ['openai.tool_search'], ['arguments']),
];

/** The name under which a tool that the vendor knows is called. */
export const nameOfKind = ({ tools: [id = ''] }: ClientKind) => id.slice(id.indexOf('.') + 1);

/** Whether the program is to run a call: some tools are run by either side. */
export function isClientCall(item: JsonObject): boolean {
  if (item.type === 'tool_search_call') return item.execution === 'client';
  return item.type !== 'shell_call' || isLocal(item.environment);
}

/** Whether an environment is the program's own. */
export const isLocal = (environment: Json | undefined) => !isJsonObject(environment) || readObject(environment).type === 'local';

/** The arguments as fields of the item. */
export function encodeClientArgs({ args: [only = '', ...others], args: names }: ClientKind, args: JsonObject): JsonObject {
  if (others.length === 0) return { [only]: args };
  return Object.fromEntries(names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])));
}

/** The inverse. */
export function decodeClientArgs({ args: [only = '', ...others], args: names }: ClientKind, item: JsonObject): Json {
  if (others.length === 0) return item[only] ?? {};
  return Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name] ?? null]])));
}
