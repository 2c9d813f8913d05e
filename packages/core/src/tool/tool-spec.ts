import { textOfThrown } from '../errors/text-of-thrown.ts';
import { ToolDefinitionError } from '../errors/tool-definition-error.ts';
import type { FunctionTool } from '../ir/tool.ts';
import { defined } from '../json/defined.ts';
import { copyAndFreeze } from '../json/freeze.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { checkDefinition } from './check-definition.ts';
import { jsonSchemaOf, jsonSchemaOfSync, type SchemaOfTool } from './json-schema.ts';
import type { Tool } from './tool.ts';

/**
 * A tool as a request offers it, with JSON Schema of its input before transforms and defaults; a tool without input has none.
 * A result that JSON Schema cannot say has no `output`. The same object each time.
 * Throws a `ToolDefinitionError` for an input that JSON cannot say, and for a converter that is not installed.
 */
export async function toolSpec(tool: Tool): Promise<FunctionTool> {
  for (const schema of schemasOf(tool)) await jsonSchemaOf(schema).catch(unlessOutput(schema));
  return toolSpecSync(tool);
}

/** The same at once. Throws a `ToolDefinitionError` where the schema library's converter has to be loaded first. */
export function toolSpecSync(tool: Tool): FunctionTool {
  const known = specs.get(tool);
  if (known) return known;
  const spec = makeSpec(tool);
  specs.set(tool, spec);
  return spec;
}

const specs = new WeakMap<Tool, FunctionTool>();

function makeSpec(tool: Tool): FunctionTool {
  checkDefinition(tool);
  const { name, description, annotations, examples } = tool;
  return frozen({
    type: 'function' as const,
    name,
    ...defined({
      description: description === '' ? undefined : description,
      input: tool.input && jsonSchemaOfSync({ tool: name, schema: tool.input, side: 'input' }),
      output: outputOf(tool),
      annotations,
      examples: examples?.filter(isJsonObject),
    }),
  });
}

// known to be frozen, a request holds it as it is: what is kept per list of tools is found again
function frozen(spec: FunctionTool): FunctionTool {
  try {
    return copyAndFreeze(spec);
  } catch (cause) {
    throw new ToolDefinitionError(spec.name, 'annotations or examples', textOfThrown(cause), { cause });
  }
}

function outputOf({ name, output }: Tool): JsonObject | undefined {
  if (output === undefined) return undefined;
  try {
    return jsonSchemaOfSync({ tool: name, schema: output, side: 'output' });
  } catch {
    return undefined;
  }
}

function schemasOf({ name, input, output }: Tool): readonly SchemaOfTool[] {
  const of = (schema: Tool['input'], side: SchemaOfTool['side']) => (schema ? [{ tool: name, schema, side }] : []);
  return [...of(input, 'input'), ...of(output, 'output')];
}

// a result's type is a hint; the input is what the model needs
function unlessOutput({ side }: SchemaOfTool): (error: unknown) => void {
  return (error) => {
    if (side === 'input') throw error;
  };
}
