import type { Loss } from '../ir/loss.ts';
import { copyAndFreeze } from '../json/freeze.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { type Dialect, dialects } from './dialect.ts';
import { fitRoot, WRAPPER } from './fit-root.ts';
import { lowerSource } from './lower-source.ts';
import { translateKeys } from './translate-keys.ts';
import { UNSAID } from './typed.ts';

/** A schema as a target takes it, and the way between its values and the source's. */
export interface CompiledSchema {
  readonly schema: JsonObject;
  /** whether the target can be asked to hold the model to it. */
  readonly strict: boolean;
  /** each at the path of its keyword in the source. */
  readonly losses: readonly Loss[];
  /** arguments as the model wrote them, in the source's form. Values of another form come back as they are. */
  restore(args: Json): Json;
  /** arguments of the source in the form that the model is shown: the inverse of `restore`. */
  express(args: Json): Json;
}

/**
 * A JSON Schema in a target's dialect. It may take more than the source, never less. The same objects give the same result object.
 * Throws a `ToolDefinitionError` for what is not JSON Schema; `tool` is the name it gives.
 */
export function compileSchema(source: JsonObject, dialect: Dialect, tool = ''): CompiledSchema {
  const known = compiled.get(source) ?? new Map<Dialect, CompiledSchema>();
  compiled.set(source, known);
  const result = known.get(dialect) ?? compile(source, dialect, tool);
  known.set(dialect, result);
  return result;
}

const compiled = new WeakMap<JsonObject, Map<Dialect, CompiledSchema>>();

function compile(source: JsonObject, dialect: Dialect, tool: string): CompiledSchema {
  const { lowered, state } = lowerSource(source, dialect, tool);
  const unsaid = state.losses.find(({ code }) => code === UNSAID.code);
  const other = unsaid && otherwise(dialect);
  if (other) return elsewhere(compileSchema(source, other, tool), unsaid, other);
  const { schema, wrapped } = fitRoot(lowered, state);
  const keys = translateKeys(schema, dialect.keys, state.renamed);
  return Object.freeze({
    schema: copyAndFreeze(schema),
    strict: dialect.strict,
    losses: copyAndFreeze(distinct(state.losses)),
    restore: (args: Json) => (wrapped ? unwrap(keys.restore(args)) : keys.restore(args)),
    express: (args: Json) => keys.express(wrapped ? { [WRAPPER]: args } : args),
  });
}

const known: Readonly<Record<string, Dialect>> = dialects;

const otherwise = (dialect: Dialect) => (dialect.otherwise === undefined ? undefined : known[dialect.otherwise]);

function elsewhere(compiled: CompiledSchema, { path, message }: Loss, { name }: Dialect): CompiledSchema {
  const note: Loss = { code: 'other-dialect', path, effect: 'moved', severity: 'note', message: `${message}; said in ${name}` };
  return Object.freeze({ ...compiled, losses: copyAndFreeze([note, ...compiled.losses]) });
}

function unwrap(args: Json): Json {
  return isJsonObject(args) && Object.hasOwn(args, WRAPPER) ? (args[WRAPPER] ?? null) : args;
}

// a node that was lowered in two places has its losses once
function distinct(losses: readonly Loss[]): readonly Loss[] {
  return [...new Map(losses.map((loss) => [`${loss.code} ${loss.path}`, loss])).values()];
}
