import { isJsonObject, type Json, type JsonObject, type Rule, type Violation } from '@toolglot/core';
import { generationOf } from './body.ts';
import { unknownName } from './fields.ts';
import { camelCase, declarationsOf, first, listMember, member, type Node, nodesOf, objectMember, rule, said } from './view.ts';

const KEYWORDS = new Set(
  `type format title description nullable enum items minItems maxItems properties required minProperties maxProperties
  minLength maxLength pattern minimum maximum anyOf default example propertyOrdering`.split(/\s+/),
);
const TYPES = new Set('TYPE_UNSPECIFIED STRING NUMBER INTEGER BOOLEAN ARRAY OBJECT NULL'.split(' '));
const STRING_FORMATS = new Set(['enum', 'date-time']);

/** What a schema in the OpenAPI dialect may be: in `parameters` and `response` of a function, in `responseSchema`. */
export const schemaRules: readonly Rule[] = [
  schemaRule('schema-keyword', ({ value, path }) => {
    const unknown = Object.keys(value).find((name) => !KEYWORDS.has(camelCase(name)));
    return unknown === undefined ? undefined : unknownName(unknown, path);
  }),
  schemaRule('schema-type', ({ value, path }) => {
    const type = member(value, 'type');
    if (Array.isArray(type)) return { path: `${path}.type`, message: 'Proto field is not repeating, cannot start list.' };
    // numbers stand for the types too
    if (type === undefined || typeof type === 'number' || TYPES.has(said(type).toUpperCase())) return undefined;
    return { path: `${path}.type`, message: `Invalid value at '${path}.type' (Type), ${said(type)}` };
  }),
  schemaRule('schema-enum', ({ value, path }) => {
    if (listMember(value, 'enum').length === 0 || isOfType(value, 'STRING', undefined)) return undefined;
    return { path: `${path}.enum`, message: `${path}.enum: only allowed for STRING type` };
  }),
  schemaRule('schema-enum-value', ({ value, path }) =>
    first(listMember(value, 'enum'), (item, index) => {
      const place = `${path}.enum[${index}]`;
      if (item === '') return { path: place, message: `${place}: cannot be empty` };
      return typeof item === 'string'
        ? undefined
        : { path: place, message: `Invalid value at '${path}.enum[${index}]' (TYPE_STRING), ${said(item)}` };
    }),
  ),
  schemaRule('schema-format', ({ value, path }) => {
    const format = member(value, 'format');
    if (format === undefined || !isOfType(value, 'STRING') || STRING_FORMATS.has(said(format))) return undefined;
    const message = `${path}.format: only 'enum' and 'date-time' are supported for STRING type`;
    return { path: `${path}.format`, message };
  }),
  schemaRule('schema-required', ({ value, path }) => {
    const names = Object.keys(objectMember(value, 'properties') ?? {});
    const index = listMember(value, 'required').findIndex((name) => !names.includes(said(name)));
    const place = `${path}.required[${index}]`;
    return index < 0 ? undefined : { path: place, message: `${place}: property is not defined` };
  }),
  schemaRule('schema-items', ({ value, path }) => {
    if (!isOfType(value, 'ARRAY') || member(value, 'items') !== undefined) return undefined;
    return { path: `${path}.items`, message: `${path}.items: missing field.` };
  }),
  schemaRule('schema-properties', ({ value, path, isRoot }) => {
    // an empty root is taken: recorded traffic has many
    if (isRoot || !isOfType(value, 'OBJECT') || Object.keys(objectMember(value, 'properties') ?? {}).length > 0) return undefined;
    return { path: `${path}.properties`, message: `${path}.properties: should be non-empty for OBJECT type` };
  }),
];

/** What Vertex refuses beyond that. */
export const vertexSchemaRules: readonly Rule[] = [
  schemaRule('vertex-schema-type', ({ value, path }) => {
    if (member(value, 'type') !== undefined || member(value, 'anyOf') !== undefined) return undefined;
    return { path, message: `Unable to submit request because \`${path}\` schema didn't specify the schema type field.` };
  }),
  schemaRule('vertex-schema-any-of', ({ value, path }) => {
    const isAlone = Object.keys(value).length === 1;
    if (member(value, 'anyOf') === undefined || isAlone) return undefined;
    const message = `Unable to submit request because \`${path}\` schema specified other fields alongside any_of. When using any_of, it must be the only field set.`;
    return { path, message };
  }),
];

interface Schema extends Node {
  readonly isRoot: boolean;
}

function schemaRule(id: string, check: (schema: Schema) => Violation | undefined): Rule {
  return rule(id, (body) => first(rootsOf(body), (root) => first(schemasIn({ ...root, isRoot: true }), check)));
}

function rootsOf(body: JsonObject): readonly Node[] {
  const functions = declarationsOf(body).flatMap((node) => [...inner(node, 'parameters'), ...inner(node, 'response')]);
  return [...functions, ...inner({ value: generationOf(body), path: 'generationConfig' }, 'responseSchema')];
}

/** A schema and all in it; a queue, since schemas may be deep. */
function schemasIn(root: Schema): readonly Schema[] {
  const found = [root];
  for (const schema of found) found.push(...childrenOf(schema));
  return found;
}

function childrenOf({ value, path }: Node): readonly Schema[] {
  const properties = Object.entries(objectMember(value, 'properties') ?? {}).flatMap(([name, schema]) =>
    asNode(schema, `${path}.properties[${name}]`),
  );
  const nodes = [...properties, ...inner({ value, path }, 'items'), ...nodesOf({ value, path }, 'anyOf')];
  return nodes.map((node) => ({ ...node, isRoot: false }));
}

function inner({ value, path }: Node, name: string): readonly Node[] {
  return asNode(member(value, name), `${path}.${name}`);
}

function asNode(value: Json | undefined, path: string): readonly Node[] {
  return isJsonObject(value) ? [{ value, path }] : [];
}

function isOfType(schema: JsonObject, ...types: readonly (string | undefined)[]): boolean {
  const type = member(schema, 'type');
  return types.includes(type === undefined ? undefined : said(type).toUpperCase());
}
