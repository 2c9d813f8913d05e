import type { JsonObject, Tool, ToolglotError, Toolset } from '@toolglot/core';
import type { Problem } from './problem.ts';

/** What a run is given to work with. */
export type ToolList = readonly (Tool | Toolset)[];

/** How a call ended. `denied`: a person would have had to approve it; it was not executed. */
export type Outcome<R = unknown> =
  | { readonly status: 'done'; readonly value: R }
  | { readonly status: 'error'; readonly code: string; readonly message: string; readonly cause?: ToolglotError }
  | { readonly status: 'denied' | 'aborted' | 'timeout' };

/** One call of a run; `args` is what the model wrote, before defaults and transforms. */
export interface Call<N extends string = string, AIn = JsonObject, R = unknown> {
  readonly id: string;
  readonly name: N;
  readonly args: AIn;
  readonly outcome: Outcome<R>;
}

type CallOfTool<X> = X extends Tool<infer N, infer AIn, infer _A, infer R, infer _C> ? Call<N, AIn, R> : never;

/**
 * The calls of a run with these tools, told apart by `name`. Calls of toolsets' tools and of unknown tools are among
 * them at run time; they are typed only where a run has no tools of its own.
 */
export type CallOf<TS extends ToolList> = [CallOfTool<TS[number]>] extends [never] ? Call : CallOfTool<TS[number]>;

type NameOfTool<X> = X extends Tool<infer N, infer _AIn, infer _A, infer _R, infer _C> ? N : string;

/** The names of the tools: any, where a toolset is among them. */
export type NameOf<TS extends ToolList> = NameOfTool<TS[number]>;

const statuses: Partial<Record<Problem['code'], 'denied' | 'aborted' | 'timeout'>> = {
  'needs-approval': 'denied',
  aborted: 'aborted',
  timeout: 'timeout',
};

/** How a call with a problem ended. */
export function outcomeOfProblem({ code, message, cause }: Problem): Outcome {
  const status = statuses[code];
  if (status) return { status };
  return { status: 'error', code, message, ...(cause && { cause }) };
}
