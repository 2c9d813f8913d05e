import { textOfThrown } from '../errors/text-of-thrown.ts';
import { ToolDefinitionError } from '../errors/tool-definition-error.ts';
import { copyAndFreeze } from '../json/freeze.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { at } from './children.ts';
import type { Dialect } from './dialect.ts';
import { lowerNode } from './lower-node.ts';
import { indexReferences } from './references.ts';
import type { State } from './state.ts';

/** A whole schema with every node lowered, and what was noted on the way. The source is copied first, never changed. */
export function lowerSource(
  source: JsonObject,
  dialect: Dialect,
  tool: string,
): { readonly lowered: JsonObject; readonly state: State } {
  const root = plain(source, tool);
  const state: State = {
    dialect,
    references: indexReferences(root),
    tool,
    losses: [],
    hoisted: new Map(),
    renamed: new Map(),
    inlined: { count: 0 },
  };
  const lowered = objectOf(lowerNode(root, { path: [], base: [] }, state));
  return { lowered: withHoisted(lowered, state), state };
}

function plain(source: JsonObject, tool: string): JsonObject {
  try {
    return copyAndFreeze(source);
  } catch (cause) {
    throw new ToolDefinitionError(tool, 'input', `not JSON Schema: ${textOfThrown(cause)}`, { cause });
  }
}

// the list grows while it is read: a target may refer to further ones
function withHoisted(schema: JsonObject, state: State): JsonObject {
  const { references, hoisted } = state;
  const made: [string, Json][] = [];
  for (const [name, path] of hoisted) {
    made.push([name, lowerNode(at(references.root, path) ?? true, { path, base: references.baseAt(path) }, state)]);
  }
  return made.length === 0 ? schema : { ...schema, $defs: { ...objectOf(schema.$defs), ...Object.fromEntries(made) } };
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
