import { type FunctionTool, isToolset, type Tool, ToolDefinitionError, type Toolset, toolSpec } from '@toolglot/core';
import { describeValue } from '@toolglot/core/kit';
import type { ToolList } from './call.ts';

/** The tools of one step. */
export interface Toolbox {
  readonly names: readonly string[];
  /** as requests offer them. */
  readonly specs: readonly FunctionTool[];
  find(name: string): Tool | undefined;
}

/** Reads tools and toolsets. Throws `ToolDefinitionError` for two tools of one name, and for one that cannot be run. */
export async function openToolbox(list: ToolList): Promise<Toolbox> {
  const nested = await Promise.all(list.map(readItem));
  const byName = new Map<string, Tool>();
  for (const tool of nested.flat()) addTool(byName, tool);
  const tools = [...byName.values()];
  const specs = await Promise.all(tools.map((tool) => toolSpec(tool)));
  return { names: [...byName.keys()], specs, find: (name) => byName.get(name) };
}

async function readItem(item: Tool | Toolset, index: number): Promise<readonly Tool[]> {
  const path = `tools[${index}]`;
  if (!isObject(item)) throw new TypeError(`${path}: expected a tool or a toolset, received ${describeValue(item)}`);
  if (!isToolset(item)) return [item];
  const tools: unknown = await item.tools();
  if (!Array.isArray(tools) || !tools.every(isObject))
    throw new TypeError(`${path}.tools(): expected a list of tools, received ${describeValue(tools)}`);
  return tools;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

function addTool(byName: Map<string, Tool>, tool: Tool): void {
  if (byName.has(tool.name)) throw new ToolDefinitionError(tool.name, 'name', 'two tools have this name; rename or prefix one');
  if (!tool.execute) throw new ToolDefinitionError(tool.name, 'execute', 'expected a function: the run has to execute the tool');
  byName.set(tool.name, tool);
}
