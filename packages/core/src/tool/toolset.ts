import type { Tool } from './tool.ts';

/** A source of tools that may change while the app runs: an MCP host, a plugin folder, a wrapper around another one. */
export interface Toolset {
  tools(): Promise<readonly Tool[]> | readonly Tool[];
  /** calls the listener when `tools()` would give something else; returns what ends that. */
  onChange?(listener: () => void): () => void;
  close?(): Promise<void>;
}

/** Whether something is a toolset, as opposed to one tool. */
export function isToolset(value: Tool | Toolset): value is Toolset {
  return 'tools' in value && typeof value.tools === 'function';
}

/** A toolset whose tools come from another one; changes and `close` are that one's. */
export function mapToolset(set: Toolset, map: (tools: readonly Tool[]) => readonly Tool[]): Toolset {
  return {
    tools: async () => map(await set.tools()),
    onChange: (listener) => set.onChange?.(listener) ?? (() => {}),
    close: async () => set.close?.(),
  };
}
