import { copyAndFreeze, type Loss, type Model, type Request, type Response } from '@toolglot/core';
import { checkResponse } from '@toolglot/core/kit';
import { correctedRequest } from './corrected-request.ts';
import { ModelFailure } from './model-failure.ts';
import { isWorthAnotherModel, withRetries } from './retry.ts';
import { type Scope, withinScope } from './scope.ts';

/** Gives a model, made at its first use. */
export type ModelSource = () => Promise<Model>;

/** Makes a model of `provider:model`. */
export type ResolveModel = (id: string) => Model | Promise<Model>;

/** What a question needs beside the request. */
export interface AskOptions {
  /** in the order of preference. */
  readonly models: readonly ModelSource[];
  readonly scope: Scope;
  onLoss(loss: Loss): void;
}

/** An answer, and which of the models gave it. */
export interface Asked {
  readonly response: Response;
  readonly position: number;
}

/** The source of a model that is given as itself or by its id. */
export function modelSource(model: Model | string, resolve: ResolveModel): ModelSource {
  if (typeof model !== 'string') return async () => model;
  let resolved: Promise<Model> | undefined;
  return () => {
    resolved ??= Promise.resolve(model).then(resolve);
    return resolved;
  };
}

/** Asks the model at a position, and after retries those behind it. Throws `ModelFailure` with what the last one that was asked threw. */
export async function askModels(request: Request, position: number, options: AskOptions): Promise<Asked> {
  const source = options.models[position];
  if (!source) throw new RangeError(`expected a model at position ${position}`);
  // outside of `try`: an id that names no model is a mistake to mend, and no reason to ask another one
  const model = await source();
  try {
    return { response: await askModel(model, request, options), position };
  } catch (error) {
    options.scope.signal.throwIfAborted();
    if (position + 1 === options.models.length || !isWorthAnotherModel(error)) throw failureOf(model, error);
    return askModels(request, position + 1, options);
  }
}

// models of other makes may have no profile
const failureOf = (model: Model, cause: unknown) =>
  model.profile?.name ? new ModelFailure(model.profile.name, { cause }) : cause;

async function askModel(model: Model, request: Request, { scope, onLoss }: AskOptions): Promise<Response> {
  const attempt = (failure: unknown) =>
    withinScope(scope, (signal) => model.generate(correctedRequest(request, failure), { signal, onLoss }));
  // a copy first: what is checked cannot change any more
  const response = copyAndFreeze(await withRetries(attempt, scope));
  checkResponse(response, `answer of ${model.profile?.name}`);
  return response;
}
