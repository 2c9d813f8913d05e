import type { Tool, ToolCall } from '@toolglot/core';
import { type Answered, answerProblem } from './answer.ts';
import { attemptCall, type CallEnvironment } from './attempt-call.ts';
import { unknownTool, unreadableCall } from './problem.ts';
import { backoff } from './retry.ts';
import { sleep } from './scope.ts';
import type { Toolbox } from './toolbox.ts';

/** What answers a call: the tools, and what the calls of a step have in common. */
export interface StepEnvironment extends CallEnvironment {
  readonly toolbox: Pick<Toolbox, 'find' | 'names'>;
}

/** Answers one call, whatever it is. Never throws. */
export async function executeCall(call: ToolCall, environment: StepEnvironment): Promise<Answered> {
  const { toolbox } = environment;
  const tool = toolbox.find(call.name);
  if (!tool) return answerProblem(call, unknownTool(call.name, toolbox.names));
  if (call.fault) return answerProblem(call, unreadableCall(call, call.fault));
  return executeTool(call, tool, environment);
}

/** As many attempts as the tool allows, with a growing wait between them; the last one counts. */
async function executeTool(call: ToolCall, tool: Tool, environment: CallEnvironment): Promise<Answered> {
  const { retries = 0 } = tool;
  for (let attempt = 1; ; attempt++) {
    const answered = await attemptCall({ call, tool, attempt }, environment);
    if (attempt > retries || !mayHelp(answered)) return answered;
    const aborted = await sleep(backoff(attempt - 1), environment.scope).then(
      () => false,
      () => true,
    );
    if (aborted) return answered;
  }
}

/** Wrong arguments stay wrong; a failure or a timeout may pass. */
function mayHelp({ problem }: Answered): boolean {
  return problem?.code === 'execution-failed' || problem?.code === 'timeout';
}
