import {
  defined,
  digest,
  type ExecuteContext,
  type Json,
  type Message,
  parseArgs,
  type Tool,
  type ToolCall,
} from '@toolglot/core';
import { type Answered, answerProblem, answerValue } from './answer.ts';
import { openBreath } from './breath.ts';
import { aborted, executionFailed, invalidArguments, invalidOutput, needsApproval, timedOut } from './problem.ts';
import type { Scope } from './scope.ts';

/** What the calls of one step have in common. */
export interface CallEnvironment {
  /** that of the run. */
  readonly scope: Scope;
  readonly runId: string;
  /** up to and with the message that holds the calls. */
  readonly messages: readonly Message[];
  readonly context: unknown;
  progress(callId: string, update: Json): void;
}

/** One try at a call of a known tool. */
export interface Attempt {
  readonly call: ToolCall;
  readonly tool: Tool;
  /** 1 for the first. */
  readonly attempt: number;
}

/** An attempt under way. */
interface Execution extends Omit<Attempt, 'attempt'> {
  readonly context: ExecuteContext<unknown>;
  started: boolean;
}

/** Tries a call once. Never throws, and ends with the scope or with the tool's time, also where the tool does not. */
export async function attemptCall({ call, tool, attempt }: Attempt, environment: CallEnvironment): Promise<Answered> {
  const scope = environment.scope.fork();
  scope.limit(tool.timeout);
  const context = { ...contextOf(call, scope, environment), attempt };
  const execution: Execution = { call, tool, context, started: false };
  const cutShort = () => {
    const { started } = execution;
    return answerProblem(call, environment.scope.signal.aborted ? aborted(started) : timedOut(tool.timeout ?? 0, started));
  };
  try {
    return await Promise.race([scope.aborted.then(cutShort), answerCall(execution, scope)]);
  } catch (thrown) {
    return answerProblem(call, executionFailed(tool.name, thrown));
  } finally {
    scope.close();
  }
}

function contextOf(
  { id }: ToolCall,
  scope: Scope,
  { runId, messages, context, progress }: CallEnvironment,
): Omit<ExecuteContext<unknown>, 'attempt'> {
  return {
    signal: scope.signal,
    callId: id,
    idempotencyKey: digest(`${runId} ${id}`, 32),
    messages,
    context,
    progress: (update) => {
      // a tool that was abandoned has nobody to tell
      if (!scope.closed && !scope.signal.aborted) progress(id, update);
    },
  };
}

async function answerCall(execution: Execution, scope: Scope): Promise<Answered> {
  const { call, tool, context } = execution;
  // a copy, since the call in the conversation is frozen and a tool may change what it gets
  const parsed = await parseArgs(defined({ input: tool.input }), structuredClone(call.args));
  if (!parsed.ok) return answerProblem(call, invalidArguments(tool.name, parsed.issues));
  if (await asksForApproval(execution, parsed.value)) return answerProblem(call, needsApproval());
  if (context.signal.aborted) return answerProblem(call, aborted(false));
  execution.started = true;
  // anew: what it took to load and run a validator is not the tool's
  scope.limit(tool.timeout);
  try {
    return await executeTool(execution, parsed.value);
  } catch (thrown) {
    return answerProblem(call, executionFailed(tool.name, thrown));
  }
}

/** A question that fails is a yes: what nobody decided does not run. */
async function asksForApproval({ tool, context }: Execution, args: unknown): Promise<boolean> {
  const { needsApproval = false } = tool;
  if (typeof needsApproval === 'boolean') return needsApproval;
  try {
    return await needsApproval(args, context);
  } catch {
    return true;
  }
}

async function executeTool({ call, tool, context }: Execution, args: unknown): Promise<Answered> {
  const value = await finalValue(tool.execute?.(args, context), context);
  const checked = tool.output === undefined ? undefined : await parseArgs({ input: tool.output }, value);
  if (checked && !checked.ok) return answerProblem(call, invalidOutput(tool.name, checked.issues));
  return answerValue(call, value, tool.toModel?.(value, args));
}

/** What a tool returned; of a generator the last value, each value being progress. */
async function finalValue(returned: unknown, { signal, progress }: ExecuteContext<unknown>): Promise<unknown> {
  const value = await returned;
  if (!isAsyncIterable(value)) return value;
  const breath = openBreath();
  let last: Json | undefined;
  for await (const update of value) {
    last = update;
    progress(update);
    await breath();
    if (signal.aborted) break;
  }
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<Json> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
