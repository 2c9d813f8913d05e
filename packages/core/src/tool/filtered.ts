import { matches } from '../profile.ts';
import type { Tool } from './tool.ts';
import { mapToolset, type Toolset } from './toolset.ts';

/**
 * Some of the tools: those for which the predicate says yes, or whose name fits one of the patterns (`*` stands for any text).
 * @example filtered(host, ['github__*', 'read_file'])
 */
export function filtered(set: Toolset, keep: ((tool: Tool) => boolean) | string | readonly string[]): Toolset {
  if (typeof keep === 'function') return mapToolset(set, (tools) => tools.filter((tool) => keep(tool)));
  const patterns = typeof keep === 'string' ? [keep] : keep;
  return mapToolset(set, (tools) => tools.filter(({ name }) => patterns.some((pattern) => matches(pattern, name))));
}
