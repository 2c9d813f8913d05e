import { ToolDefinitionError } from '../errors/tool-definition-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { mapChildren } from './children.ts';
import { inlineReference } from './inline-reference.ts';
import { lowerKeys } from './keys.ts';
import { problemOf, shapeOf } from './keywords.ts';
import { lowerKeywords } from './lower-keywords.ts';
import { lowerReference } from './lower-reference.ts';
import { printPath } from './path.ts';
import { baseOf } from './references.ts';
import { type Rewrite, rewrites, upgrades } from './rewrites.ts';
import { drop, lose, omit, type Place, type State } from './state.ts';
import { checkTyped } from './typed.ts';

/** A schema, and all below it, in the target's dialect. Throws a `ToolDefinitionError` for what is not JSON Schema. */
export function lowerNode(source: Json, place: Place, state: State): Json {
  if (!isJsonObject(source)) return source;
  const node = checked(source, place, state);
  const inner: Place = { ...place, base: baseOf(node, place.path, place.base) };
  const target = inlineReference(node, inner, state);
  if (target !== undefined) return lowerNode(target.node, target.place, state);
  const steps: readonly Rewrite[] = [
    lowerReference,
    lowerChildren,
    ...upgrades,
    lowerKeys,
    ...state.dialect.rewrites.map((name) => rewrites[name]),
    checkTyped,
    lowerKeywords,
  ];
  return steps.reduce((it, step) => step(it, inner, state), node);
}

/** The node without keywords that say nothing; an error names the first keyword that is not what it must be. */
function checked(source: JsonObject, place: Place, state: State): JsonObject {
  const absent = Object.keys(source).filter((keyword) => shapeOf(keyword) !== undefined && source[keyword] === null);
  const node = omit(source, absent);
  for (const [keyword, value] of Object.entries(node)) {
    const problem = problemOf(keyword, value);
    if (problem !== undefined) throw notSchema(problem, value, { ...place, path: [...place.path, keyword] }, state);
  }
  return withoutFlag(node, place, state);
}

function notSchema(problem: string, value: Json, { path }: Place, { tool }: State): ToolDefinitionError {
  return new ToolDefinitionError(
    tool,
    `input.${printPath(path)}`,
    `not JSON Schema: ${problem}; received ${JSON.stringify(value)}`,
  );
}

// draft 3 says `required: true` in the property itself
function withoutFlag(node: JsonObject, { path }: Place, state: State): JsonObject {
  if (typeof node.required !== 'boolean') return node;
  if (node.required) {
    lose(state, [...path, 'required'], {
      code: 'draft-3-required',
      effect: 'widened',
      severity: 'degraded',
      message: '`required: true` in a property has no meaning since draft 4; list the name in `required` of its object',
    });
  }
  return omit(node, ['required']);
}

function lowerChildren(node: JsonObject, place: Place, state: State): JsonObject {
  const widened = new Set<string>();
  const lowered = mapChildren(node, (child, steps) => {
    const before = state.losses.length;
    const schema = lowerNode(child, { ...place, path: [...place.path, ...steps] }, state);
    if (state.losses.slice(before).some(({ effect }) => effect === 'widened')) widened.add(String(steps[0]));
    return schema;
  });
  return [...widened].reduce((it, keyword) => withoutFragile(it, keyword, place, state), lowered);
}

// where a wider schema inside would make the outer one narrower, the outer keyword goes
function withoutFragile(node: JsonObject, keyword: string, place: Place, state: State): JsonObject {
  if (!fragile.has(keyword)) return node;
  const { oneOf, ...others } = node;
  const wider = keyword === 'oneOf' && oneOf !== undefined && !('anyOf' in node) ? { ...others, anyOf: oneOf, oneOf } : node;
  return drop(wider, keyword, place, state, {
    code: 'negated-loss',
    effect: 'widened',
    severity: 'degraded',
    message: `${keyword} holds what the target cannot say, and would refuse too much without it`,
  });
}

const fragile: ReadonlySet<string> = new Set(['not', 'oneOf', 'if', 'contains']);
