import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { annotations } from './keywords.ts';
import { objectForm } from './object-form.ts';
import { describe, drop, lose, omit, type Place, type State, sayConstraint } from './state.ts';

type Rewrite = (node: JsonObject, place: Place, state: State) => JsonObject;

/** What OpenAPI 3.0 says in another way than JSON Schema. */
export type OpenApiRewriteName =
  | 'known-required'
  | 'lone-unions'
  | 'merged-parts'
  | 'null-in-type'
  | 'one-as-any'
  | 'texts-in-enums'
  | 'type-by-keywords'
  | 'types-as-union';

export const openApiRewrites: Readonly<Record<OpenApiRewriteName, Rewrite>> = {
  'known-required': knownRequired,
  'lone-unions': loneUnion,
  'merged-parts': mergedParts,
  'null-in-type': nullInType,
  'one-as-any': oneAsAny,
  'texts-in-enums': textsInEnum,
  'type-by-keywords': typeByKeywords,
  'types-as-union': typesAsUnion,
};

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

function oneAsAny(node: JsonObject, { path }: Place, state: State): JsonObject {
  const { oneOf, ...others } = node;
  if (!Array.isArray(oneOf) || 'anyOf' in node) return node;
  if (oneOf.length > 1)
    lose(state, [...path, 'oneOf'], { code: 'one-as-any', effect: 'widened', message: 'a value may fit more than one branch' });
  return { ...others, anyOf: oneOf };
}

/** Objects that must all fit are one object; of what else must all fit, one part alone can be said. */
function mergedParts(node: JsonObject, _place: Place, { references }: State): JsonObject {
  const { allOf, ...others } = node;
  if (!Array.isArray(allOf)) return node;
  const [only] = allOf;
  if (allOf.length === 1 && isJsonObject(only) && isAnnotated(others)) return { ...only, ...others };
  const form = objectForm(omit(node, ['anyOf']), references.root);
  if (form === undefined || form.patterns !== undefined || !isJoined(form.properties)) return node;
  return {
    ...omit(others, ['properties', 'required', 'additionalProperties']),
    type: 'object',
    properties: form.properties,
    ...(form.required.length > 0 && { required: form.required }),
  };
}

// a property that two parts speak of would need `allOf` again
const isJoined = (properties: JsonObject) =>
  Object.values(properties).every((schema) => !isJsonObject(schema) || !('allOf' in schema));

/** `null` among branches, or as a flag, is one of two types: what the format then says by a flag. */
function nullInType(node: JsonObject): JsonObject {
  const { nullable, ...plain } = node;
  if (nullable === true && typeof plain.type === 'string') return { ...plain, type: withNull(plain.type), ...nullIn(plain) };
  const { anyOf, ...others } = plain;
  const branches = listOf(anyOf).filter((branch) => !isNull(branch));
  const [first, ...rest] = branches;
  const found = branches.length < listOf(anyOf).length && isJsonObject(first) && typeof first.type === 'string';
  if (!found) return plain;
  const opened: JsonObject = { ...first, type: withNull(first.type ?? null), ...nullIn(first) };
  return rest.length === 0 && isAnnotated(others) ? { ...opened, ...others } : { ...others, anyOf: [opened, ...rest] };
}

const withNull = (type: Json): Json => [type, 'null'];

const nullIn = ({ enum: values }: JsonObject): JsonObject =>
  Array.isArray(values) ? { enum: [...values.filter((value) => value !== null), null] } : {};

const isNull = (branch: Json) => isJsonObject(branch) && branch.type === 'null';

const isAnnotated = (node: JsonObject) => Object.keys(node).every((keyword) => annotations.has(keyword));

/** Several types are a union of one each; `null` stays with the first. */
function typesAsUnion(node: JsonObject): JsonObject {
  const { type, ...others } = node;
  const types = listOf(type).filter((name) => name !== 'null');
  if (types.length < 2 || 'anyOf' in node) return node;
  const [shared, own] = partition(others, (keyword) => annotations.has(keyword));
  const hasNull = listOf(type).includes('null');
  const branch = (name: Json, index: number): JsonObject => ({
    type: hasNull && index === 0 ? withNull(name) : name,
    ...fitting(own, name),
  });
  return { ...shared, anyOf: types.map(branch) };
}

function partition(node: JsonObject, test: (keyword: string) => boolean): readonly [JsonObject, JsonObject] {
  const [yes, no] = [true, false].map((wanted) => Object.entries(node).filter(([keyword]) => test(keyword) === wanted));
  return [Object.fromEntries(yes ?? []), Object.fromEntries(no ?? [])];
}

const KINDS: ReadonlyMap<Json, readonly string[]> = new Map<Json, readonly string[]>([
  ['string', ['minLength', 'maxLength', 'pattern', 'format', 'enum']],
  ['number', ['minimum', 'maximum']],
  ['integer', ['minimum', 'maximum']],
  ['array', ['items', 'minItems', 'maxItems']],
  ['object', ['properties', 'required', 'minProperties', 'maxProperties', 'additionalProperties', 'propertyOrdering']],
]);

/** the keywords that speak of one type. */
const fitting = (node: JsonObject, type: Json) =>
  Object.fromEntries(Object.entries(node).filter(([keyword]) => KINDS.get(type)?.includes(keyword)));

/** Values are texts, and none is empty; other values are said in words. */
function textsInEnum(node: JsonObject, place: Place, state: State): JsonObject {
  const { enum: values, type } = node;
  if (!Array.isArray(values)) return node;
  const texts = values.filter((value) => value !== null);
  const takesNull = texts.length < values.length && (type === undefined || listOf(type).includes('null'));
  if (texts.length > 0 && texts.every((value) => typeof value === 'string' && value !== '') && isText(type))
    return { ...node, type: takesNull ? withNull('string') : 'string', enum: takesNull ? [...texts, null] : texts };
  const sentence = sayConstraint('enum', values);
  const fields = {
    code: 'schema-keyword',
    effect: 'widened',
    severity: sentence === undefined ? 'degraded' : 'note',
    message: `${state.dialect.name} lists texts only`,
  } as const;
  const said = { ...typesOf(values), ...drop(node, 'enum', place, state, fields) };
  return sentence === undefined ? said : describe(said, sentence);
}

const isText = (type: Json | undefined) =>
  type === undefined || type === 'string' || (Array.isArray(type) && type.every((name) => name === 'string' || name === 'null'));

function typesOf(values: readonly Json[]): JsonObject {
  const types = [...new Set(values.map(typeOf))];
  const [only] = types;
  return types.length > 1 ? { type: types } : only === undefined ? {} : { type: only };
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function typeByKeywords(node: JsonObject): JsonObject {
  if ('type' in node || 'anyOf' in node) return node;
  if ('properties' in node) return { ...node, type: 'object' };
  return 'items' in node ? { ...node, type: 'array' } : node;
}

function knownRequired(node: JsonObject, { path }: Place, state: State): JsonObject {
  const { required, properties } = node;
  if (!Array.isArray(required) || !isJsonObject(properties)) return node;
  const known = required.filter((name) => Object.hasOwn(properties, String(name)));
  if (known.length === required.length) return node;
  lose(state, [...path, 'required'], {
    code: 'unknown-required',
    effect: 'widened',
    message: 'a property that must be there, but is described nowhere, cannot be asked for',
  });
  return { ...omit(node, ['required']), ...(known.length > 0 && { required: known }) };
}

/** A union stands alone: what describes it goes to its first branch, what else stands beside it stays and the union is said in words. */
function loneUnion(node: JsonObject, place: Place, state: State): JsonObject {
  const { anyOf, ...others } = node;
  const [first, ...rest] = listOf(anyOf);
  if (!isJsonObject(first)) return node;
  const [shared, own] = partition(others, (keyword) => annotations.has(keyword));
  if (Object.keys(own).length === 0) return { anyOf: [{ ...shared, ...first, ...joined(shared, first) }, ...rest] };
  const sentence = sayConstraint('anyOf', listOf(anyOf));
  const dropped = drop(node, 'anyOf', place, state, {
    code: 'schema-keyword',
    effect: 'widened',
    severity: sentence === undefined ? 'degraded' : 'note',
    message: `${state.dialect.name} takes nothing beside anyOf`,
  });
  return sentence === undefined ? dropped : describe(dropped, sentence);
}

function joined({ description: outer }: JsonObject, { description: inner }: JsonObject): JsonObject {
  const lines = [outer, inner].filter((text) => typeof text === 'string' && text !== '');
  return lines.length > 0 ? { description: lines.join('\n') } : {};
}
