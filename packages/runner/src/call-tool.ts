import { isJsonObject, type Json, type Tool, type ToolCall } from '@toolglot/core';
import { type Answered, printContent } from './answer.ts';
import { executeCall } from './execute-call.ts';
import { openScope, type Scope } from './scope.ts';
import { toJson } from './to-json.ts';
import { openToolbox } from './toolbox.ts';

/** What `callTool` takes beside the arguments. */
export interface CallToolOptions<C = unknown> {
  readonly context?: C;
  readonly signal?: AbortSignal;
  /** told of what the tool reports and yields. */
  readonly onProgress?: (update: Json) => void;
}

/** How a call ended, and what a model would read. */
export type CallToolResult<R> =
  | { readonly status: 'done'; readonly value: R; readonly toModel: string }
  | { readonly status: 'error'; readonly code: string; readonly toModel: string };

/**
 * Calls a tool as a run does, without a model: arguments checked, time limited, the result shaped for the model.
 *
 * @example
 * const { status } = await callTool(getWeather, { city: '北京' });
 *
 * @throws ToolDefinitionError when the tool cannot be run; what goes wrong with the call is in the result.
 */
export async function callTool<AIn, A, R, C>(
  tool: Tool<string, AIn, A, R, C>,
  args: AIn,
  options: CallToolOptions<C> = {},
): Promise<CallToolResult<R>> {
  const scope = openScope(options.signal);
  try {
    return resultOf<R>(await execute(tool, toJson(args), scope, options));
  } finally {
    scope.close();
  }
}

async function execute(tool: Tool, args: Json, scope: Scope, { context, onProgress }: CallToolOptions): Promise<Answered> {
  return executeCall(callOf(tool.name, args), {
    toolbox: await openToolbox([tool]),
    scope,
    runId: crypto.randomUUID(),
    messages: [],
    context,
    progress: (_callId, update) => onProgress?.(update),
  });
}

function callOf(name: string, args: Json): ToolCall {
  const call = { type: 'tool-call', id: 'call_1', name } as const;
  if (isJsonObject(args)) return { ...call, args };
  const fault = { code: 'not-an-object', message: 'expected an object' } as const;
  return { ...call, args: {}, argsText: JSON.stringify(args), fault };
}

function resultOf<R>({ outcome, problem, result }: Answered): CallToolResult<R> {
  const toModel = printContent(result.content);
  if (outcome.status === 'done') return { status: 'done', value: typed(outcome.value), toModel };
  return { status: 'error', code: problem?.code ?? outcome.status, toModel };
}

// the value is what this very tool's `execute` gave
function typed<R>(value: unknown): R {
  return value as R;
}
