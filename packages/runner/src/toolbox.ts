import { type FunctionTool, isToolset, type Tool, ToolDefinitionError, toolSpec } from '@toolglot/core';
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
  const nested = await Promise.all(list.map((item) => (isToolset(item) ? item.tools() : [item])));
  const tools = nested.flat();
  const byName = new Map<string, Tool>();
  for (const tool of tools) addTool(byName, tool);
  const specs = await Promise.all(tools.map((tool) => toolSpec(tool)));
  return { names: [...byName.keys()], specs, find: (name) => byName.get(name) };
}

function addTool(byName: Map<string, Tool>, tool: Tool): void {
  if (byName.has(tool.name)) throw new ToolDefinitionError(tool.name, 'name', 'two tools have this name; rename or prefix one');
  if (!tool.execute) throw new ToolDefinitionError(tool.name, 'execute', 'expected a function: the run has to execute the tool');
  byName.set(tool.name, tool);
}
