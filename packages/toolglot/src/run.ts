import { createRunner, type Runner } from '@toolglot/runner';
import { resolveModel } from './providers.ts';

const runner = createRunner(resolveModel);

/**
 * Asks a model, runs the tools that it calls, and so on until it answers. A model is an object, or `provider:model`.
 *
 * @example
 * const { text } = await run({ model: 'openai:gpt-5.4', tools: [getWeather], prompt: '北京?' });
 *
 * @throws RunError with all that was done, when a model fails or the run is aborted; ToolDefinitionError before anything is sent.
 */
export const run: Runner['run'] = runner.run;

/** `tool` and `run` for an app whose tools need its context: user, database. */
export const toolkit: Runner['toolkit'] = runner.toolkit;
