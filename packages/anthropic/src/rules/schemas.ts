import { isJsonObject, type Json, type JsonObject, type Rule, type Violation } from '@toolglot/core';
import { readObject } from '@toolglot/core/kit';

import { schemasOf } from './schema-walk.ts';
import { checkSize, checkStrict, MAX } from './strict.ts';
import { type Block, first, isFunctionTool, rule, toolsOf } from './view.ts';

const KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
const COMBINATORS = ['oneOf', 'allOf', 'anyOf'];
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

/** The schemas of tools and of the output. */
export const schemaRules: readonly Rule[] = [
  toolRule('schema-missing', ({ input_schema: schema }, path) =>
    isJsonObject(schema) ? undefined : { path, message: `${path}: Field required` },
  ),
  toolRule('schema-root-type', ({ input_schema: schema }, path) => {
    if (!isJsonObject(schema) || schema.type === 'object') return undefined;
    return { path: `${path}.type`, message: `${path}.type: Input should be 'object'` };
  }),
  toolRule('schema-root-combinator', ({ input_schema: schema }, path) => {
    if (!COMBINATORS.some((name) => name in readObject(schema))) return undefined;
    return { path, message: `${path}: input_schema does not support oneOf, allOf, or anyOf at the top level` };
  }),
  toolRule('schema-key', ({ input_schema: schema }, path) =>
    first(schemasOf(schema, path), (found) => {
      const key = Object.keys(readObject(found.schema.properties)).find((name) => !KEY.test(name));
      if (key === undefined) return undefined;
      return { path: `${found.path}.properties`, message: `Property keys should match pattern '${KEY.source}'` };
    }),
  ),
  toolRule('schema-invalid', ({ input_schema: schema }, path) =>
    first(schemasOf(schema, path), (found) => {
      return isValid(found.schema)
        ? undefined
        : { path: found.path, message: 'JSON schema is invalid. It must match JSON Schema draft 2020-12' };
    }),
  ),
  toolRule('schema-strict', ({ input_schema: schema, strict }, path) =>
    strict === true ? checkStrict(schema, path) : undefined,
  ),
  rule('strict-count', (body) => {
    const { length } = toolsOf(body).filter(({ block }) => block.strict === true);
    return length > MAX.tools ? { path: 'tools', message: `Too many strict tools (${length}): at most ${MAX.tools}` } : undefined;
  }),
  rule('strict-size', (body) => checkSize(strictSchemas(body))),
  rule('output-schema', ({ output_config, output_format }) => {
    const { type, schema } = readObject(readObject(output_config).format ?? output_format);
    return type === 'json_schema' ? checkStrict(schema, 'output_config.format.schema') : undefined;
  }),
  toolRule('example-no-object', ({ input_examples: examples }, path) => {
    const isLegal = !Array.isArray(examples) || examples.every(isJsonObject);
    return isLegal ? undefined : { path, message: `${path}: input_examples should be dictionaries` };
  }),
];

function toolRule(id: string, check: (tool: JsonObject, path: string) => Violation | undefined): Rule {
  const checkTool = ({ block, path }: Block) => check(block, `${path}.custom.input_schema`);
  return rule(id, (body) => first(toolsOf(body).filter(isFunctionTool), checkTool));
}

function isValid({ type, required, properties, enum: values }: JsonObject): boolean {
  const types: readonly Json[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const isTyped = types.every((name) => typeof name === 'string' && TYPES.has(name));
  const isRequired =
    required === undefined ||
    required === null ||
    (Array.isArray(required) && required.every((name) => typeof name === 'string'));
  const isKeyed = properties === undefined || properties === null || isJsonObject(properties);
  return isTyped && isRequired && isKeyed && (values === undefined || Array.isArray(values));
}

/** the schemas that the vendor compiles to a grammar. */
function strictSchemas({ tools, output_config, output_format }: JsonObject): readonly Json[] {
  const strict = toolsOf({ tools: tools ?? null }).filter(({ block }) => block.strict === true);
  const { schema } = readObject(readObject(output_config).format ?? output_format);
  return [...strict.map(({ block }) => block.input_schema), schema].filter((found) => found !== undefined);
}
