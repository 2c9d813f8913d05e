import { readdirSync, readFileSync } from 'node:fs';
import { canonicalJson, extendProfile, isJsonObject, type Json, type JsonObject, lower, type Request } from '@toolglot/core';
import { googleGenerateContent } from '@toolglot/google/codec';
import { googleProfile } from '@toolglot/google/profiles';
import { googleRules, vertexRules } from '@toolglot/google/rules';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';

const profile = extendProfile(googleProfile('gemini-3-pro'), { schema: { dialect: 'google-openapi' } });
const rules = [...googleRules, ...vertexRules];

/** https://ai.google.dev/api/caching#Schema */
const DOCUMENTED = `type format title description nullable enum maxItems minItems properties required minProperties maxProperties
  minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum`.split(/\s+/);
const TYPES = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL'];

const own: Readonly<Record<string, JsonObject>> = {
  'a choice of texts, or null': { type: 'object', properties: { a: { enum: ['x', 'y', null] } }, required: ['a'] },
  'a choice of numbers': { type: 'object', properties: { a: { type: 'integer', enum: [1, 2] } } },
  'a choice that holds an empty text': { type: 'object', properties: { a: { type: 'string', enum: ['', 'x'] } } },
  'one value': { type: 'object', properties: { a: { const: 'x' }, b: { const: 1 } } },
  'a union beside other words': {
    type: 'object',
    properties: {
      a: { description: 'd', default: 1, anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }, { type: 'number' }] },
    },
  },
  'several types': { type: 'object', properties: { a: { type: ['string', 'integer', 'null'], minLength: 1, minimum: 2 } } },
  'parts that must all fit': {
    allOf: [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      { type: 'object', properties: { b: { type: 'array', items: { type: 'boolean' } } } },
    ],
  },
  'a reference': {
    type: 'object',
    properties: { from: { $ref: '#/$defs/at' }, to: { $ref: '#/$defs/at' } },
    $defs: { at: { type: 'object', properties: { x: { type: 'number', exclusiveMinimum: 0 } }, additionalProperties: false } },
  },
  'names that are no identifiers': {
    type: 'object',
    properties: { 'a b': { type: 'string' }, $ref: { type: 'string' } },
    required: ['a b'],
  },
  'properties named like keywords': {
    type: 'object',
    properties: { type: { type: 'string' }, anyOf: { type: 'array', items: { type: 'string' } }, enum: { type: 'number' } },
  },
  'a recursion': { type: 'object', properties: { next: { $ref: '#' } } },
  'a map': { type: 'object', properties: { a: { type: 'object', additionalProperties: { type: 'string' } } } },
  'a value of any kind': { type: 'object', properties: { a: {} } },
  'a list of any values': { type: 'object', properties: { a: { type: 'array' } } },
  'a root that is no object': { type: 'array', items: { type: 'string', nullable: true } },
  'an object of any kind': { type: 'object', properties: { a: { type: 'object' }, b: { type: 'string' } } },
  'no properties': { type: 'object', properties: {} },
};

test.each(Object.entries(own))('%s goes to Gemini as its dialect says it, and is read back', (_title, input) => {
  expect(sayTo(input, 'f').problems).toEqual([]);
});

describeShared('real tool definitions', 'corpus/tools-open.jsonl', (path) => {
  test('each goes to Gemini as its dialect says it, and is read back', () => {
    const schemas = readJsonLines(path).filter((line) => isJsonObject(line) && line.schema_valid === true);
    checkAll(schemas.map((line) => [textIn(line, 'id'), memberIn(line, 'schema')]));
  });
});

describeShared('tool lists of MCP servers', 'mcp/tools', (folder) => {
  test('each goes to Gemini as its dialect says it, and is read back', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const lists = files.map((name): unknown => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
    const tools = lists.flatMap((list) => (isJsonObject(list) && Array.isArray(list.tools) ? list.tools : []));
    checkAll(tools.map((tool: unknown) => [textIn(tool, 'name'), memberIn(tool, 'inputSchema')]));
  });
});

function checkAll(entries: readonly (readonly [string, JsonObject])[]): void {
  const said = entries.map(([id, input]) => sayTo(input, id));
  expect(said.flatMap(({ problems }) => problems)).toEqual([]);
  expect(said.filter(({ field }) => field === 'parameters').length).toBeGreaterThan(entries.length / 2);
}

/** The field that says a schema, and what is wrong with that. */
function sayTo(input: JsonObject, id: string): { readonly field: string | undefined; readonly problems: readonly string[] } {
  const { request } = lower({ ...asked, tools: [{ type: 'function', name: 'f', input }] }, profile);
  const { body } = googleGenerateContent.encodeRequest(request, profile);
  const { field, schema } = saidIn(body);
  const again = googleGenerateContent.decodeRequest(body).request;
  const problems = [
    ...rules.flatMap((rule) => (rule.check(body) ? [`the vendor refuses it: ${rule.id}`] : [])),
    ...(field === 'parameters' ? problemsOf(schema, field) : []),
    ...(canonicalJson(toolsIn(again)) === canonicalJson(toolsIn(request)) ? [] : ['it is not read back']),
  ];
  return { field, problems: problems.map((problem) => `${id}: ${problem}`) };
}

const asked: Request = { messages: [{ role: 'user', content: [{ type: 'text', text: '?' }] }] };

function saidIn(body: JsonObject): { readonly field: string | undefined; readonly schema: Json } {
  const [tool] = listIn(body, 'tools');
  const [declared = {}] = listIn(tool, 'functionDeclarations');
  const field = ['parameters', 'parametersJsonSchema'].find((name) => isJsonObject(declared) && name in declared);
  return { field, schema: field === undefined ? {} : memberIn(declared, field) };
}

const toolsIn = ({ tools = [] }: Request): Json =>
  tools.flatMap((tool) => (tool.type === 'function' ? [{ name: tool.name, ...(tool.input && { input: tool.input }) }] : []));

/** What a node of `parameters`, or one below it, says that the vendor's page does not have. */
function problemsOf(node: Json, path: string): readonly string[] {
  if (!isJsonObject(node)) return [`${path}: no schema`];
  const { type, anyOf, enum: values = [], properties = {}, items } = node;
  const found = [
    ...Object.keys(node).filter((name) => !DOCUMENTED.includes(name)),
    ...(anyOf !== undefined && Object.keys(node).length > 1 ? ['anyOf is not alone'] : []),
    ...(anyOf === undefined && !TYPES.includes(String(type)) ? ['no type'] : []),
    ...(type === 'ARRAY' && items === undefined ? ['no items'] : []),
    ...(listOf(values).every((value) => typeof value === 'string' && value !== '') ? [] : ['values that are no texts']),
  ];
  return [...found.map((problem) => `${path}: ${problem}`), ...childrenOf(properties, anyOf, items, path)];
}

function childrenOf(properties: Json, anyOf: Json | undefined, items: Json | undefined, path: string): readonly string[] {
  const named = Object.entries(isJsonObject(properties) ? properties : {});
  return [
    ...named.flatMap(([name, schema]) => problemsOf(schema, `${path}.${name}`)),
    ...listOf(anyOf).flatMap((schema, index) => problemsOf(schema, `${path}.anyOf[${index}]`)),
    ...(items === undefined ? [] : problemsOf(items, `${path}.items`)),
  ];
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const listIn = (value: Json | undefined, name: string) => listOf(isJsonObject(value) ? value[name] : undefined);

function memberIn(value: unknown, name: string): JsonObject {
  const member = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(member) ? member : {};
}

const textIn = (value: unknown, name: string) => String(isJsonObject(value) ? value[name] : undefined);
