import { withName } from './prefixed.ts';
import { mapToolset, type Toolset } from './toolset.ts';

/**
 * The same tools, some under other names: those that the map names, or all, by a function.
 * @example renamed(files, { read: 'read_file' })
 */
export function renamed(set: Toolset, names: Readonly<Record<string, string>> | ((name: string) => string)): Toolset {
  const newName = typeof names === 'function' ? names : (name: string) => (Object.hasOwn(names, name) ? names[name] : undefined);
  return mapToolset(set, (tools) => tools.map((tool) => withName(tool, newName(tool.name) ?? tool.name)));
}
