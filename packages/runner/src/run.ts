import { isToolglotError, type ToolFor, tool, UnsupportedError } from '@toolglot/core';
import type { ResolveModel } from './ask-model.ts';
import { openBreath } from './breath.ts';
import type { ToolList } from './call.ts';
import { ModelFailure } from './model-failure.ts';
import type { RunOptions } from './options.ts';
import type { RunResult } from './result.ts';
import { RunError } from './run-error.ts';
import { type RunState, recordOf } from './run-state.ts';
import { openSession, type Session } from './session.ts';
import { step } from './step.ts';

/** `run`, and tools and runs that share the app's context. */
export interface Runner {
  run<const TS extends ToolList = [], C = unknown>(options: RunOptions<TS, C>): Promise<RunResult<TS>>;
  toolkit<C>(): Toolkit<C>;
}

/** `tool` and `run` with the type of the app's context, said once. */
export interface Toolkit<C> {
  readonly tool: ToolFor<C>;
  run<const TS extends ToolList = []>(options: RunOptions<TS, C> & { readonly context: C }): Promise<RunResult<TS>>;
}

/** A runner that finds models by `provider:model` with a function. */
export function createRunner(resolve: ResolveModel): Runner {
  const run = async <TS extends ToolList>(options: RunOptions<TS>) => typed<TS>(await runToEnd(openSession(options, resolve)));
  return { run, toolkit: () => ({ tool, run }) };
}

const runner = createRunner((id) => {
  throw new UnsupportedError(`models by id ('${id}')`, '@toolglot/runner', "give a model, or use `run` of 'toolglot'");
});

/**
 * Asks a model, runs the tools that it calls, and so on until it answers.
 *
 * @example
 * const { text } = await run({ model, tools: [getWeather], prompt: '北京?' });
 *
 * @throws RunError with all that was done, when a model fails or the run is aborted; ToolDefinitionError before anything is sent.
 */
export const run: Runner['run'] = runner.run;

/** `tool` and `run` for an app whose tools need its context: user, database. */
export const toolkit: Runner['toolkit'] = runner.toolkit;

async function runToEnd(session: Session) {
  const breath = openBreath();
  let state = session.start;
  try {
    while (!state.ended) {
      await breath();
      session.scope.signal.throwIfAborted();
      state = await step(session, state);
    }
    return recordOf(state, session, state.finish ?? 'other');
  } catch (cause) {
    throw failureOf(cause, session, state);
  } finally {
    session.scope.close();
  }
}

/** Before the first answer a wrong definition is the developer's alone: there is nothing to keep. */
function failureOf(thrown: unknown, session: Session, state: RunState): unknown {
  const { cause, model } = ModelFailure.is(thrown) ? thrown : { cause: thrown, model: undefined };
  if (state.steps === 0 && isToolglotError(cause) && cause.code === 'tool-definition') return cause;
  return new RunError(recordOf(state, session, session.scope.signal.aborted ? 'aborted' : 'error'), { cause, model });
}

// the calls in a record are those of the given tools, which only the types know
function typed<TS extends ToolList>(record: Awaited<ReturnType<typeof runToEnd>>): RunResult<TS> {
  return { ...record, status: 'done' } as RunResult<TS>;
}
