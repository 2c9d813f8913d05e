import { canonicalJson } from '../json/canonical.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { sayBoolean } from './booleans.ts';
import { at } from './children.ts';
import { decodePointer } from './path.ts';

/**
 * One object that takes at least what a schema with unions and references takes.
 * `additional` absent: the schema does not say whether further properties may be there.
 */
export interface ObjectForm {
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly additional?: Json;
  readonly patterns?: JsonObject;
  /** a branch of a union was taken not to have a property that only another one names. */
  readonly assumed?: true;
}

const empty: ObjectForm = { properties: {}, required: [] };

/** The object form of a schema, or nothing where it takes values of other types. */
export function objectForm(schema: Json, root: JsonObject, seen: readonly string[] = []): ObjectForm | undefined {
  if (!isJsonObject(schema)) return schema === true ? empty : undefined;
  if (!mayBeObject(schema)) return undefined;
  const { anyOf, oneOf, allOf, $ref } = schema;
  const parts = [
    ownForm(schema),
    ...(typeof $ref === 'string' ? [referred($ref, root, seen)] : []),
    ...(Array.isArray(allOf) ? allOf.map((part) => objectForm(part, root, seen)) : []),
    ...[anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? [unionForm(list, root, seen)] : [])),
  ];
  return parts.reduce<ObjectForm | undefined>((a, b) => a && b && both(a, b), empty);
}

function referred(ref: string, root: JsonObject, seen: readonly string[]): ObjectForm | undefined {
  // a reference that leads back to itself says nothing
  if (ref === '#' || seen.includes(ref)) return empty;
  const target = at(root, decodePointer(ref.slice(1)) ?? []);
  return target === undefined ? empty : objectForm(target, root, [...seen, ref]);
}

function mayBeObject({ type, enum: values, const: value }: JsonObject): boolean {
  const types = Array.isArray(type) ? type : type === undefined ? ['object'] : [type];
  if (types.some((it) => it !== 'object' && it !== 'null')) return false;
  if (value !== undefined) return isJsonObject(value);
  return types.includes('object') && (!Array.isArray(values) || values.every(isJsonObject));
}

function ownForm(schema: JsonObject): ObjectForm {
  const { properties, required, patternProperties } = schema;
  const additional = additionalOf(schema);
  return {
    properties: isJsonObject(properties) ? properties : {},
    required: Array.isArray(required) ? required.map(String) : [],
    ...(additional !== undefined && { additional }),
    ...(isJsonObject(patternProperties) && { patterns: patternProperties }),
  };
}

// an object that names no property, or is listed whole, takes properties that are named nowhere
function additionalOf(schema: JsonObject): Json | undefined {
  const { additionalProperties, unevaluatedProperties = false } = schema;
  if (additionalProperties !== undefined) return additionalProperties;
  const open = !('properties' in schema) || 'const' in schema || 'enum' in schema || unevaluatedProperties !== false;
  return open && !('allOf' in schema || 'anyOf' in schema || 'oneOf' in schema || '$ref' in schema) ? true : undefined;
}

/** What fits both: each property by both schemas; of the rules for further properties, one is enough. */
function both(a: ObjectForm, b: ObjectForm): ObjectForm {
  const keys = unique([...Object.keys(a.properties), ...Object.keys(b.properties)]);
  const open = a.additional !== undefined || (b.additional === undefined && a.patterns !== undefined) ? a : b;
  return {
    properties: Object.fromEntries(keys.map((key) => [key, join('allOf', [own(a, key), own(b, key)].flat())])),
    required: unique([...a.required, ...b.required]),
    ...(open.additional !== undefined && { additional: open.additional }),
    ...(open.patterns !== undefined && { patterns: open.patterns }),
    ...((a.assumed || b.assumed) && { assumed: true }),
  };
}

function unionForm(list: readonly Json[], root: JsonObject, seen: readonly string[]): ObjectForm | undefined {
  const branches = list.filter((branch) => !isNull(branch)).map((branch) => objectForm(branch, root, seen));
  const [first, ...others] = branches;
  if (first === undefined) return undefined;
  return others.reduce<ObjectForm | undefined>((a, b) => a && b && either(a, b), first);
}

/** What fits one or the other. A branch that does not mention a property and does not say that it is open is taken not to have it. */
function either(a: ObjectForm, b: ObjectForm): ObjectForm {
  const keys = unique([...Object.keys(a.properties), ...Object.keys(b.properties)]);
  const same =
    a.patterns === undefined && b.patterns === undefined && canonicalJson(a.additional) === canonicalJson(b.additional);
  return {
    properties: Object.fromEntries(keys.map((key) => [key, join('anyOf', [...said(a, key), ...said(b, key)])])),
    required: a.required.filter((name) => b.required.includes(name)),
    ...(same && a.additional !== undefined && { additional: a.additional }),
    ...((a.assumed || b.assumed || keys.some((name) => isSilent(a, name) || isSilent(b, name))) && { assumed: true }),
  };
}

function own({ properties }: ObjectForm, key: string): readonly Json[] {
  const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
  return schema === undefined ? [] : [schema];
}

function isSilent({ properties, additional, patterns }: ObjectForm, key: string): boolean {
  return !Object.hasOwn(properties, key) && additional === undefined && patterns === undefined;
}

function said(form: ObjectForm, key: string): readonly Json[] {
  if (Object.hasOwn(form.properties, key)) return own(form, key);
  if (form.patterns !== undefined) return [{}];
  return form.additional === undefined || form.additional === false ? [] : [form.additional];
}

function join(word: 'allOf' | 'anyOf', schemas: readonly Json[]): Json {
  const texts = new Map(schemas.map((schema) => [canonicalJson(schema), schema]));
  const [only = {}] = texts.values();
  if (texts.size <= 1) return only;
  return { [word]: [...texts.values()].map(sayBoolean) };
}

function isNull(branch: Json): boolean {
  return isJsonObject(branch) && branch.type === 'null';
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
