import type { ResultContent } from '../ir/part.ts';
import type { ToolAnnotations } from '../ir/tool.ts';
import type { Json } from '../json/json.ts';
import { checkDefinition } from './check-definition.ts';
import type { ExecuteContext } from './execute-context.ts';
import type { AnySchema, InputOf, OutputOf, ToolSchema } from './tool-schema.ts';

/** Whether a person must say yes first; a function decides from the validated arguments. */
export type NeedsApproval<A, C> = boolean | ((args: A, context: ExecuteContext<C>) => boolean | Promise<boolean>);

/** What a tool hands to the model instead of its result: a text, or parts. */
export type ModelContent = string | readonly ResultContent[];

interface ToolOptions {
  readonly annotations?: ToolAnnotations;
  /** milliseconds for one attempt. */
  readonly timeout?: number;
  /** further attempts after one that failed. */
  readonly retries?: number;
  /** calls of this tool at one time; `exclusive`: no other tool beside it. */
  readonly concurrency?: number | 'exclusive';
}

/**
 * A tool, made by `tool()`: immutable. `AIn` is what the model writes, `A` what `execute` receives, `R` its result,
 * `C` the app's context. A tool without `execute` is run by the caller.
 */
// biome-ignore lint/suspicious/noExplicitAny: a bare `Tool` stands for every tool, whose arguments vary both ways
export interface Tool<N extends string = string, AIn = any, A = any, R = any, C = any> extends ToolOptions {
  readonly name: N;
  readonly description: string;
  readonly input?: ToolSchema;
  readonly output?: ToolSchema;
  readonly examples?: readonly AIn[];
  readonly needsApproval?: NeedsApproval<A, C>;
  execute?(args: A, context: ExecuteContext<C>): R | Promise<R> | AsyncIterable<Json>;
  toModel?(result: R, args: A): ModelContent;
  /** never there: carries the types. */
  readonly '~types'?: { readonly in: AIn; readonly args: A; readonly result: R; readonly context: (context: C) => void };
}

/** What `tool()` takes. */
export interface ToolDefinition<N extends string, I, O, R, C> extends ToolOptions {
  readonly name: N;
  /** for the model: what the tool does and when to call it. */
  readonly description: string;
  /** absent: no arguments. */
  readonly input?: I;
  readonly output?: O;
  /** arguments as the model would write them. */
  readonly examples?: readonly InputOf<I>[];
  readonly needsApproval?: NeedsApproval<OutputOf<I>, C>;
  /** returns the result, or yields: each value is progress, and the last one the result. */
  execute?(args: OutputOf<I>, context: ExecuteContext<C>): R | Promise<R> | AsyncIterable<Json>;
  /** what the model is shown; absent: the result itself. */
  toModel?(result: FinalResult<O, R>, args: OutputOf<I>): ModelContent;
}

/** The result of an `execute`: awaited, and of a generator the type of what it yields. */
export type ResultOf<R> = Awaited<R> extends AsyncIterable<infer Y> ? Y : Awaited<R>;

/** The result as the program sees it: after the output schema's transforms, where there is one. */
export type FinalResult<O, R> = O extends AnySchema ? OutputOf<O> : ResultOf<R>;

/** What `execute` may return where the tool has an output schema. */
export type Returnable<O> = O extends AnySchema ? InputOf<O> | AsyncIterable<Json> : unknown;

/** `tool()`, for an app whose tools share the context `C`. */
export type ToolFor<C> = <
  const N extends string,
  const I extends ToolSchema | undefined = undefined,
  const O extends ToolSchema | undefined = undefined,
  R extends Returnable<O> = Returnable<O>,
>(
  definition: ToolDefinition<N, I, O, R, C>,
) => Tool<N, InputOf<I>, OutputOf<I>, FinalResult<O, R>, C>;

/**
 * Defines a tool.
 * @example tool({ name: 'now', description: 'The time, ISO 8601.', execute: () => new Date().toISOString() })
 * @throws ToolDefinitionError when name, description, schema or a limit is not what it must be.
 */
// biome-ignore lint/suspicious/noExplicitAny: a tool outside a toolkit takes whatever context its run has
export const tool: ToolFor<any> = (definition) => {
  checkDefinition(definition);
  return typed(Object.freeze({ ...definition }));
};

// `execute` gives R or a promise of it; that R is awaited by the runner is what the conditional type says and cannot prove
function typed<T>(frozen: object): T {
  return frozen as T;
}
