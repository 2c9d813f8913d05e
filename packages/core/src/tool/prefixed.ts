import type { Tool } from './tool.ts';
import { mapToolset, type Toolset } from './toolset.ts';

/**
 * The same tools, each name with a prefix.
 * @example prefixed(github, 'github__')
 */
export function prefixed(set: Toolset, prefix: string): Toolset {
  return mapToolset(set, (tools) => tools.map((tool) => withName(tool, prefix + tool.name)));
}

/** A copy of a tool under another name; the same copy for the same tool and name. */
export function withName(tool: Tool, name: string): Tool {
  if (tool.name === name) return tool;
  const copies = renamings.get(tool) ?? new Map<string, Tool>();
  renamings.set(tool, copies);
  const copy = copies.get(name) ?? Object.freeze({ ...tool, name });
  copies.set(name, copy);
  return copy;
}

// what is kept per tool object, like its spec, stays good from one `tools()` to the next
const renamings = new WeakMap<Tool, Map<string, Tool>>();
