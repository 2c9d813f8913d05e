import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonObject } from '../json/json.ts';

/** A schema of any library that speaks Standard Schema: Zod, Valibot, ArkType and others. */
// biome-ignore lint/suspicious/noExplicitAny: the two type arguments are invariant in some libraries, so nothing narrower takes every schema
export type AnySchema = StandardSchemaV1<any, any>;

/** What may stand as `input` or `output` of a tool: a library's schema, or a plain JSON Schema object. */
export type ToolSchema = AnySchema | JsonObject;

/** The arguments of a tool that takes none. */
export type NoArguments = Record<never, never>;

/** What the model writes: the type before transforms and defaults. */
export type InputOf<S> = S extends AnySchema ? StandardSchemaV1.InferInput<S> : S extends undefined ? NoArguments : JsonObject;

/** What `execute` receives: the type after transforms and defaults. */
export type OutputOf<S> = S extends AnySchema ? StandardSchemaV1.InferOutput<S> : S extends undefined ? NoArguments : JsonObject;

/** Whether a schema is a library's own, as opposed to plain JSON Schema. */
export function isLibrarySchema(schema: unknown): schema is AnySchema {
  const holder = (typeof schema === 'object' && schema !== null) || typeof schema === 'function';
  return holder && '~standard' in schema && typeof schema['~standard'] === 'object' && schema['~standard'] !== null;
}
