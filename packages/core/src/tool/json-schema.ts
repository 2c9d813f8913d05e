import { textOfThrown } from '../errors/text-of-thrown.ts';
import { ToolDefinitionError } from '../errors/tool-definition-error.ts';
import { copyAndFreeze } from '../json/freeze.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { type Convert, type Converter, converters } from './converters.ts';
import { locate } from './locate.ts';
import { isLibrarySchema, type ToolSchema } from './tool-schema.ts';

/** Which side of a schema: what goes in, before transforms and defaults, or what comes out. */
export type Side = 'input' | 'output';

/** A schema of a tool, and what errors call it. */
export interface SchemaOfTool {
  readonly tool: string;
  readonly schema: ToolSchema;
  readonly side: Side;
}

/** JSON Schema of one side of a schema; loads the library's converter where there is one. The same object for the same schema. */
export async function jsonSchemaOf(of: SchemaOfTool): Promise<JsonObject> {
  const converter = converterOf(of);
  if (converter?.load && !loaded.has(converter)) loaded.set(converter, await load(converter.load, converter, of));
  return jsonSchemaOfSync(of);
}

/** The same at once. Throws a `ToolDefinitionError` where a converter has to be loaded first. */
export function jsonSchemaOfSync(of: SchemaOfTool): JsonObject {
  const known = results[of.side].get(of.schema);
  if (known) return known;
  const result = convertNow(of);
  results[of.side].set(of.schema, result);
  return result;
}

const loaded = new Map<Converter, Convert>();
const results: Readonly<Record<Side, WeakMap<ToolSchema, JsonObject>>> = { input: new WeakMap(), output: new WeakMap() };

function convertNow(of: SchemaOfTool): JsonObject {
  const converter = converterOf(of);
  if (converter === undefined) return isJsonObject(of.schema) ? frozen(of.schema, of) : {};
  const convert = converter.convert ?? loaded.get(converter);
  if (convert === undefined) {
    throw problem(of, [], `the converter of ${converter.of} is not loaded yet; await toolSpec(tool) once before`);
  }
  return frozen(said(convert, of), of);
}

function said(convert: Convert, { schema, ...of }: SchemaOfTool): unknown {
  if (!isLibrarySchema(schema)) return schema;
  try {
    return withoutDraft(convert(schema, of.side));
  } catch (cause) {
    const path = locate(schema, (part) => throws(() => convert(part, of.side)));
    throw problem({ schema, ...of }, path, `${textOfThrown(cause).replace(/\.$/, '')}; ${FIX}`, cause);
  }
}

// the draft that is meant where none is named: the converter says it, the author of the tool did not
function withoutDraft(schema: unknown): unknown {
  if (!isJsonObject(schema) || schema.$schema !== 'https://json-schema.org/draft/2020-12/schema') return schema;
  const { $schema: _draft, ...rest } = schema;
  return rest;
}

function throws(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}

const FIX = 'take a type that JSON has (a date as an ISO 8601 string, a big integer as a string) and transform it';

function converterOf({ schema, ...of }: SchemaOfTool): Converter | undefined {
  if (!isLibrarySchema(schema)) return undefined;
  const converter = converters.find(({ reads }) => reads(schema));
  if (converter) return converter;
  const { vendor } = schema['~standard'];
  throw problem(
    { schema, ...of },
    [],
    `${vendor} gives no JSON Schema; give a JSON Schema object, or a schema with '~standard'.jsonSchema`,
  );
}

async function load(loader: () => Promise<Convert>, { of: library, install }: Converter, of: SchemaOfTool): Promise<Convert> {
  try {
    return await loader();
  } catch (cause) {
    throw problem(of, [], `the converter of ${library} is not installed: npm install ${install}`, cause);
  }
}

function frozen(schema: unknown, of: SchemaOfTool): JsonObject {
  try {
    const copy: unknown = copyAndFreeze(schema);
    if (isJsonObject(copy)) return copy;
  } catch (cause) {
    throw problem(of, [], `not JSON Schema: ${textOfThrown(cause)}`, cause);
  }
  throw problem(of, [], 'expected a JSON Schema object');
}

function problem(
  { tool, side }: SchemaOfTool,
  path: readonly (string | number)[],
  text: string,
  cause?: unknown,
): ToolDefinitionError {
  return new ToolDefinitionError(tool, [side, ...path].join('.'), text, { cause });
}
