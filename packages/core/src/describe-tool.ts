import type { Loss } from './ir/loss.ts';
import type { FunctionTool } from './ir/tool.ts';
import type { JsonObject } from './json/json.ts';
import { lower } from './lower/lower.ts';
import type { Profile } from './profile.ts';
import type { Tool } from './tool/tool.ts';
import { toolSpecSync } from './tool/tool-spec.ts';

/** A tool as one model will see it. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input; absent where the tool takes none. */
  readonly schema?: JsonObject;
  readonly strict?: boolean;
  readonly losses: readonly Loss[];
}

/**
 * What a model will see of a tool, and what is lost on the way.
 * Throws `ToolDefinitionError` where the schema's converter is not loaded yet: `await toolSpec(tool)` once before.
 *
 * @example describeTool(getWeather, profileOf('anthropic:claude-opus-5')).losses
 */
export function describeTool(tool: Tool, profile: Profile): ToolDescription {
  const { request, losses } = lower({ messages: [], tools: [toolSpecSync(tool)] }, profile);
  const seen = request.tools?.find((spec): spec is FunctionTool => spec.type === 'function');
  return {
    name: seen?.name ?? tool.name,
    description: seen?.description ?? tool.description,
    ...(seen?.input !== undefined && { schema: seen.input }),
    ...(seen?.strict !== undefined && { strict: seen.strict }),
    losses: losses
      .filter(({ path }) => path.startsWith('tools[0]'))
      .map((loss) => ({ ...loss, path: loss.path.replace(/^tools\[0\]\.?/, '') })),
  };
}
