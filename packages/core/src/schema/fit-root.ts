import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { at, mapChildren } from './children.ts';
import { annotations } from './keywords.ts';
import { type ObjectForm, objectForm } from './object-form.ts';
import { decodePointer, encodePointer } from './path.ts';
import { describe, lose, omit, type State, sayConstraint } from './state.ts';

/** A root as vendors want it: one object. `wrapped`: the value itself is under `value`. */
export interface Root {
  readonly schema: JsonObject;
  readonly wrapped: boolean;
}

/** The name under which a value that is no object is sent. */
export const WRAPPER = 'value';

/** A lowered schema whose root is `type: object` and has nothing that the dialect refuses there. */
export function fitRoot(lowered: JsonObject, state: State): Root {
  const schema = followReference(lowered, [], state);
  const { root } = state.references;
  // what was lowered may no longer say that the source takes other values, too
  const form = objectForm(root, root) && objectForm(schema, schema);
  if (form === undefined) return { schema: wrap(schema, state), wrapped: true };
  const refused = state.dialect.rootRefuses.filter((keyword) => keyword in schema);
  const flat = refused.length === 0 ? schema : flatten(schema, form, refused, state);
  return { schema: asObject(flat, state), wrapped: false };
}

/** The root with the target of its reference in place of the reference. */
function followReference(schema: JsonObject, seen: readonly string[], state: State): JsonObject {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== 'string') return schema;
  if (seen.length === 0)
    lose(state, ['$ref'], { code: 'root-reference', effect: 'moved', message: 'the root may not be a reference' });
  const target = seen.includes($ref) ? {} : at(schema, decodePointer($ref.slice(1)) ?? []);
  const next = isJsonObject(target) && $ref !== '#' ? target : {};
  const joined = isAnnotated(beside) ? { ...next, ...beside } : { ...beside, allOf: [...listOf(beside.allOf), next] };
  return followReference(joined, [...seen, $ref], state);
}

function isAnnotated(node: JsonObject): boolean {
  return Object.keys(node).every((keyword) => annotations.has(keyword));
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function asObject(schema: JsonObject, state: State): JsonObject {
  if (schema.type !== 'object') {
    lose(state, ['type'], { code: 'root-type', effect: 'narrowed', message: 'the root of arguments is always an object' });
  }
  const { type: _type, properties = {}, ...others } = schema;
  return { type: 'object', properties, ...others };
}

function flatten(schema: JsonObject, form: ObjectForm, refused: readonly string[], state: State): JsonObject {
  const own = ['properties', 'required', 'additionalProperties', 'patternProperties', 'unevaluatedProperties'];
  const flat: JsonObject = {
    ...omit(schema, [...refused, ...own]),
    properties: form.properties,
    ...(form.required.length > 0 && { required: form.required }),
    ...(form.patterns !== undefined && { patternProperties: form.patterns }),
    // a branch that says it is open adds nothing to a root that says nothing
    ...(form.additional !== undefined && form.additional !== true && { additionalProperties: form.additional }),
    ...(schema.additionalProperties === true && { additionalProperties: true }),
  };
  if (form.assumed) noteAssumption(refused, state);
  const gone = 'unevaluatedProperties' in schema ? [...refused, 'unevaluatedProperties'] : refused;
  return gone.reduce((it, keyword) => sayRefused(it, keyword, schema, state), flat);
}

function noteAssumption(refused: readonly string[], state: State): void {
  lose(state, refused.slice(0, 1), {
    code: 'silent-branch',
    effect: 'narrowed',
    message: 'a branch that does not say that it is open is taken not to have the properties that only other branches name',
  });
}

function sayRefused(flat: JsonObject, keyword: string, schema: JsonObject, state: State): JsonObject {
  const value = schema[keyword] ?? null;
  const merged = keyword === 'allOf' && listOf(value).every((branch) => isPlainObject(branch, schema, []));
  const sentence = sayBranches(keyword, value) ?? sayConstraint(keyword, value);
  lose(state, [keyword], {
    code: 'root-union',
    effect: merged ? 'merged' : 'widened',
    severity: merged || sentence !== undefined ? 'note' : 'degraded',
    message: `${state.dialect.name} does not take ${keyword} at the root; the root is one object now`,
  });
  return merged || sentence === undefined ? flat : describe(flat, sentence);
}

// all that such a branch says is in the one object
function isPlainObject(branch: Json, root: JsonObject, seen: readonly string[]): boolean {
  if (!isJsonObject(branch)) return false;
  const { $ref, ...others } = branch;
  const said = ['type', 'properties', 'required'];
  const own = Object.keys(others).every((keyword) => said.includes(keyword) || annotations.has(keyword));
  if (typeof $ref !== 'string' || !own) return own;
  const target = seen.includes($ref) ? undefined : at(root, decodePointer($ref.slice(1)) ?? []);
  return target !== undefined && isPlainObject(target, root, [...seen, $ref]);
}

function sayBranches(keyword: string, value: Json): string | undefined {
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return undefined;
  const sets = listOf(value).map(requiredIn);
  if (sets.includes(undefined)) return undefined;
  const count = keyword === 'anyOf' ? 'at least one' : 'exactly one';
  return `Give ${count} of these sets of fields: ${sets.map((set) => `(${set?.join(', ')})`).join(' or ')}.`;
}

function requiredIn(branch: Json): readonly string[] | undefined {
  return isJsonObject(branch) && Array.isArray(branch.required) ? branch.required.map(String) : undefined;
}

function wrap(schema: JsonObject, state: State): JsonObject {
  const keyword = ['type', 'anyOf', 'oneOf', 'enum', 'const', 'allOf'].find((word) => word in schema) ?? 'type';
  lose(state, [keyword], {
    code: 'root-wrapped',
    effect: 'moved',
    message: `the root must be an object; the value is sent under '${WRAPPER}'`,
  });
  const { $defs, definitions, ...inner } = moveRoot(schema);
  return {
    type: 'object',
    properties: { [WRAPPER]: inner },
    required: [WRAPPER],
    ...(state.dialect.typed !== true && { additionalProperties: false }),
    ...(isJsonObject($defs) && { $defs }),
    ...(isJsonObject(definitions) && { definitions }),
  };
}

// what refers to the root means the value
function moveRoot(node: JsonObject): JsonObject {
  const moved = mapChildren(node, (child) => (isJsonObject(child) ? moveRoot(child) : child));
  return moved.$ref === '#' ? { ...moved, $ref: encodePointer(['properties', WRAPPER]) } : moved;
}
