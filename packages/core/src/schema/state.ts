import type { Loss, LossEffect } from '../ir/loss.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { Dialect } from './dialect.ts';
import { type Path, printPath } from './path.ts';
import type { References } from './references.ts';

/** What one compilation knows and collects. */
export interface State {
  readonly dialect: Dialect;
  readonly references: References;
  /** the tool's name, for errors. */
  readonly tool: string;
  readonly losses: Loss[];
  /** targets of references that have no place under `$defs`, by the name they get there. */
  readonly hoisted: Map<string, Path>;
  /** the own name of each property key that was renamed. */
  readonly renamed: Map<string, string>;
  /** how many references were replaced by what they refer to. */
  readonly inlined: { count: number };
}

/** A node on the way through the lowering. */
export interface Place {
  readonly path: Path;
  /** path of the nearest node above that has an `$id`. */
  readonly base: Path;
  /** targets of the references that were followed on the way here. */
  readonly followed?: readonly string[];
}

export interface LossFields {
  readonly code: string;
  readonly effect: LossEffect;
  readonly severity?: Loss['severity'];
  readonly message: string;
}

/** Notes a loss at a keyword. */
export function lose({ losses }: Pick<State, 'losses'>, path: Path, { severity = 'note', ...fields }: LossFields): void {
  losses.push({ ...fields, severity, path: printPath(path) });
}

/** An object without some of its keys. */
export function omit(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** A node with a sentence added to its description. */
export function describe(node: JsonObject, sentence: string): JsonObject {
  const { description } = node;
  return {
    ...node,
    description: typeof description === 'string' && description !== '' ? `${description}\n${sentence}` : sentence,
  };
}

/** A keyword and its value as a sentence for the model, where it is short enough to read. */
export function sayConstraint(keyword: string, value: Json): string | undefined {
  const text = JSON.stringify(value);
  return text.length > 300 ? undefined : `Must also fit: ${keyword} ${text}.`;
}

// keywords that refuse more when another one is no longer beside them
const leaning: Readonly<Record<string, readonly string[]>> = {
  properties: ['additionalProperties', 'unevaluatedProperties'],
  patternProperties: ['additionalProperties', 'unevaluatedProperties'],
  prefixItems: ['items', 'unevaluatedItems'],
  items: ['unevaluatedItems'],
  minContains: ['contains'],
  contains: ['unevaluatedItems'],
  if: ['then', 'else', 'unevaluatedProperties', 'unevaluatedItems'],
  ...Object.fromEntries(
    ['$ref', 'allOf', 'anyOf', 'oneOf', 'dependentSchemas'].map((word) => [word, ['unevaluatedProperties', 'unevaluatedItems']]),
  ),
};

/** A node without a keyword, and without those that would refuse more once it is gone; each is a loss. */
export function drop(
  node: JsonObject,
  keyword: string,
  { path }: Place,
  state: Pick<State, 'losses'>,
  fields: LossFields,
): JsonObject {
  if (!(keyword in node)) return node;
  const gone = [keyword, ...(leaning[keyword] ?? [])].filter((word) => word in node);
  for (const word of gone) lose(state, [...path, word], fields);
  return omit(node, gone);
}
