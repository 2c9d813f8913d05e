import {
  defined,
  type FunctionTool,
  type HostedTool,
  isJsonObject,
  type Json,
  type JsonObject,
  type Profile,
  type ToolSpec,
  UnsupportedError,
} from '@toolglot/core';
import { applyForm, readText } from '@toolglot/core/kit';
import { CODEC, keepSpelling, readItems, readMembers, withSlot } from './fields.ts';
import { googleBase } from './profile.ts';
import { decodeSchema, encodeSchema, fitsOpenApi } from './schema.ts';
import { type Members, trusted, type WireDeclaration, type WireTool } from './wire.ts';

const PREFIX = 'google.';

/** The tools of a body: all functions in one entry, since several are refused beside others; each hosted tool in its own. */
export function encodeTools(tools: readonly ToolSpec[], profile: Profile): readonly WireTool[] {
  const declared = tools.flatMap((tool, index) =>
    tool.type === 'function' ? [encodeFunctionTool(tool, profile, `tools[${index}]`)] : [],
  );
  const firstFunction = tools.findIndex(({ type }) => type === 'function');
  return tools.flatMap((tool, index): readonly WireTool[] => {
    if (tool.type !== 'function') return [encodeHostedTool(tool, `tools[${index}]`)];
    return index === firstFunction ? [{ functionDeclarations: declared }] : [];
  });
}

/** All tools of a list of entries, in their order. */
export function decodeTools(tools: Json | undefined): readonly ToolSpec[] {
  return readItems(tools).flatMap((entry) => {
    const { functionDeclarations, function_declarations: _spelled, ...others } = readMembers(entry);
    const hosted = Object.entries(others).flatMap(([name, config]) => (name.includes('_') ? [] : [decodeHosted(name, config)]));
    return [...readItems(functionDeclarations).map(decodeFunctionTool), ...hosted];
  });
}

/** Whether a schema goes where the OpenAPI dialect is read: the profile wants it there, and the dialect can say it. */
export const isOpenApi = (schema: JsonObject, profile: Profile): boolean =>
  profile.schema.dialect === 'google-openapi' && fitsOpenApi(schema);

function encodeFunctionTool(tool: FunctionTool, profile: Profile, path: string): WireDeclaration {
  if (tool.deferred || tool.examples?.length)
    throw new UnsupportedError(`examples and deferred loading of a tool at ${path}`, CODEC, 'say them in its description');
  return applyForm(declarationOf(tool, profile), tool.vendor?.[CODEC]);
}

function declarationOf({ name, description, input, output }: FunctionTool, profile: Profile): WireDeclaration {
  const plain = { name, description } satisfies Members<WireDeclaration>;
  return defined({ ...plain, ...inputOf(input, profile), ...outputOf(output, profile) });
}

function inputOf(input: JsonObject | undefined, profile: Profile): Members<WireDeclaration> {
  if (input === undefined) return {};
  return isOpenApi(input, profile) ? { parameters: encodeSchema(input) } : { parametersJsonSchema: input };
}

function outputOf(output: JsonObject | undefined, profile: Profile): Members<WireDeclaration> {
  if (output === undefined) return {};
  return isOpenApi(output, profile) ? { response: encodeSchema(output) } : { responseJsonSchema: output };
}

function decodeFunctionTool(wire: Json): FunctionTool {
  const { name, description, parameters, response, parametersJsonSchema, responseJsonSchema } = readMembers(wire);
  const read = {
    description: readText(description),
    input: schemaIn(parametersJsonSchema, parameters),
    output: schemaIn(responseJsonSchema, response),
  };
  const tool: FunctionTool = { type: 'function', name: readText(name) ?? '', ...defined(read) };
  return withSlot(tool, keepSpelling(readObjectOf(wire), declarationOf(tool, googleBase), NAMES));
}

const NAMES = [
  ...['name', 'description', 'parameters', 'parametersJsonSchema', 'response', 'responseJsonSchema'],
] as const satisfies readonly (keyof WireDeclaration)[];

const readObjectOf = (wire: Json): JsonObject => (isJsonObject(wire) ? wire : {});

function schemaIn(schema: Json | undefined, openApi: Json | undefined): JsonObject | undefined {
  if (isJsonObject(schema)) return schema;
  return isJsonObject(openApi) ? decodeSchema(openApi) : undefined;
}

function encodeHostedTool(tool: Exclude<ToolSpec, FunctionTool>, path: string): WireTool {
  if (tool.type === 'text')
    throw new UnsupportedError(`a tool that takes free text at ${path}`, CODEC, 'define it with one string argument');
  if (tool.type === 'client' || !tool.id.startsWith(PREFIX))
    throw new UnsupportedError(`the tool '${tool.id}' at ${path}`, CODEC, "only this vendor's own tools: 'google.googleSearch'");
  return trusted<WireTool>({ [tool.id.slice(PREFIX.length)]: tool.config ?? {} });
}

function decodeHosted(name: string, config: Json): HostedTool {
  const isPlain = isJsonObject(config) && Object.keys(config).length === 0;
  return { type: 'hosted', id: PREFIX + name, ...(!isPlain && { config }) };
}
