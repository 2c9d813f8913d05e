import { ToolDefinitionError } from '../errors/tool-definition-error.ts';
import type { Tool } from './tool.ts';
import { isToolset, type Toolset } from './toolset.ts';

/**
 * One toolset out of toolsets and tools, in the order given.
 * `tools()` throws a `ToolDefinitionError` when two tools have one name.
 * @example combined(getWeather, prefixed(github, 'github__'))
 */
export function combined(...sources: readonly (Toolset | Tool)[]): Toolset {
  const sets = sources.filter(isToolset);
  return {
    tools: async () => unique(await Promise.all(sources.map(labelled))),
    onChange: (listener) => {
      const stops = sets.map((set) => set.onChange?.(listener));
      return () => stops.forEach((stop) => void stop?.());
    },
    close: async () => failTogether(await Promise.allSettled(sets.map(async (set) => set.close?.()))),
  };
}

interface Labelled {
  readonly label: string;
  readonly tools: readonly Tool[];
}

async function labelled(source: Toolset | Tool, index: number): Promise<Labelled> {
  if (isToolset(source)) return { label: `toolset ${index + 1}`, tools: await source.tools() };
  return { label: `tool ${index + 1}`, tools: [source] };
}

function unique(sources: readonly Labelled[]): readonly Tool[] {
  const owners = new Map<string, string>();
  for (const { label, tools } of sources) for (const { name } of tools) claim(owners, name, label);
  return sources.flatMap(({ tools }) => tools);
}

function claim(owners: Map<string, string>, name: string, label: string): void {
  const owner = owners.get(name);
  if (owner !== undefined) {
    throw new ToolDefinitionError(name, 'name', `given twice, by ${owner} and by ${label}; use prefixed() or renamed()`);
  }
  owners.set(name, label);
}

// every set is closed, also after one that failed
function failTogether(outcomes: readonly PromiseSettledResult<void>[]): void {
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (reasons.length > 0) throw new AggregateError(reasons, `${reasons.length} toolsets did not close`);
}
