import type { Loss } from '../ir/loss.ts';
import type { ToolCallPart } from '../ir/part.ts';
import { translatePart } from '../ir/seal.ts';
import type { ToolSpec } from '../ir/tool.ts';
import { canonicalJson } from '../json/canonical.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { Profile } from '../profile.ts';
import { type CompiledSchema, compileSchema } from '../schema/compile-schema.ts';
import { type Dialect, dialects } from '../schema/dialect.ts';
import { perMessage } from './fold.ts';
import { mapToolParts } from './map-parts.ts';
import type { Pass } from './pass.ts';

/** Input schemas in the target's dialect; arguments are said in it in the history, and restored in the answer. */
export const fitSchemas: Pass = {
  name: 'fit-schemas',
  request({ tools, ...request }, profile) {
    if (tools === undefined) return { request };
    const fitted = tools.map((tool, index) => fitTool(tool, `tools[${index}].input`, profile));
    return { request: { ...request, tools: fitted.map(({ tool }) => tool) }, losses: fitted.flatMap(({ losses }) => losses) };
  },
  messages: ({ profile, tools }) => {
    const express = translator(tools, profile, 'express');
    return perMessage((message) => ({ message: mapToolParts(message, { call: express, result: (result) => result }) }));
  },
  raise(response, { tools = [] }, profile) {
    const message = mapToolParts(response.message, { call: translator(tools, profile, 'restore'), result: (result) => result });
    return message === response.message || message.role !== 'assistant' ? response : { ...response, message };
  },
};

/** A profile whose dialect is not known takes schemas as they are. */
const knownDialects: Readonly<Record<string, Dialect>> = dialects;

function compile(tool: ToolSpec, profile: Profile): CompiledSchema | undefined {
  const dialect = knownDialects[profile.schema.dialect];
  if (tool.type !== 'function' || tool.input === undefined || dialect === undefined) return undefined;
  return compileSchema(tool.input, dialect, tool.name);
}

function fitTool(tool: ToolSpec, path: string, profile: Profile): { readonly tool: ToolSpec; readonly losses: readonly Loss[] } {
  const compiled = compile(tool, profile);
  if (tool.type !== 'function' || compiled === undefined) return { tool, losses: [] };
  const { input: _input, ...bare } = tool;
  const isOmitted = knownDialects[profile.schema.dialect]?.empty === 'omit' && takesNothing(compiled.schema);
  return {
    tool: isOmitted ? bare : { ...tool, input: compiled.schema },
    losses: compiled.losses.map((loss) => ({ ...loss, path: join(path, loss.path) })),
  };
}

/** whether a schema is for an object that has no members. */
function takesNothing({ properties, additionalProperties = false, ...others }: JsonObject): boolean {
  const isSilent = Object.keys(others).every((keyword) => SILENT.has(keyword));
  return isSilent && additionalProperties === false && isJsonObject(properties) && Object.keys(properties).length === 0;
}

const SILENT: ReadonlySet<string> = new Set(['type', 'required', '$schema', 'title', 'description', '$defs']);

const join = (base: string, path: string) => (path === '' || path.startsWith('[') ? base + path : `${base}.${path}`);

function translator(
  tools: readonly ToolSpec[],
  profile: Profile,
  direction: 'express' | 'restore',
): (call: ToolCallPart) => ToolCallPart {
  const byName = new Map(tools.flatMap((tool) => (tool.type === 'function' ? [[tool.name, tool] as const] : [])));
  return (call) => {
    const tool = byName.get(call.name);
    const compiled = tool && compile(tool, profile);
    if (compiled === undefined || call.fault !== undefined) return call;
    const args = compiled[direction](call.args);
    return !isJsonObject(args) || canonicalJson(args) === canonicalJson(call.args) ? call : translatePart(call, { args });
  };
}
