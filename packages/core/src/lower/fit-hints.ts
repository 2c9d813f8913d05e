import type { Loss } from '../ir/loss.ts';
import type { FunctionTool, ToolSpec } from '../ir/tool.ts';
import { defined } from '../json/defined.ts';
import type { Profile } from '../profile.ts';
import { isStrict } from '../schema/is-strict.ts';
import { degraded, note } from './losses.ts';
import type { Pass } from './pass.ts';

/** What a tool may have beside its schema goes where the target has no place for it; strictness, where the schema is not sayable strictly. */
export const fitHints: Pass = {
  name: 'fit-hints',
  request({ tools, ...request }, profile) {
    if (tools === undefined) return { request };
    const losses: Loss[] = [];
    const target: Target = { profile, hints: hintsOf(tools, profile), uniform: whyNotUniform(tools, profile) };
    const fitted = tools.map((tool, index) =>
      tool.type === 'function' ? fitTool(tool, `tools[${index}]`, target, losses) : tool,
    );
    return { request: { ...request, tools: fitted }, losses };
  },
};

/** What changes nothing that the model may do. */
const HINTS = ['examples', 'deferred', 'unbuffered'] as const;

/** What the target has a place for: tools that are found later only where something finds them. */
function hintsOf(tools: readonly ToolSpec[], { schema: { hints = [], search } }: Profile): readonly string[] {
  const isFound = search === undefined || tools.some((tool) => 'id' in tool && tool.id === search);
  return isFound ? hints : hints.filter((name) => name !== 'deferred');
}

/** Why no tool can be strict, where a target holds the model to all schemas or to none. */
function whyNotUniform(tools: readonly ToolSpec[], profile: Profile): string | undefined {
  const functions = tools.filter((tool) => tool.type === 'function');
  const isMixed = functions.some((tool) => tool.strict !== true || whyLoose(tool, profile) !== undefined);
  return profile.schema.strictLimits?.uniform && isMixed ? `${profile.name} holds a model to all schemas or to none` : undefined;
}

interface Target {
  readonly profile: Profile;
  readonly hints: readonly string[];
  readonly uniform: string | undefined;
}

function fitTool(
  { annotations: _annotations, output: _output, ...tool }: FunctionTool,
  path: string,
  { profile, hints, uniform }: Target,
  losses: Loss[],
): ToolSpec {
  const refused = HINTS.filter((name) => tool[name] !== undefined && !hints.includes(name));
  losses.push(...refused.map((name) => note.dropped('tool-hint', `${path}.${name}`, `${profile.name} has no place for it`)));
  const why = tool.strict === true ? (whyLoose(tool, profile) ?? uniform) : undefined;
  if (why !== undefined) losses.push(degraded.dropped('strict', `${path}.strict`, `${why}; arguments are still validated`));
  return defined({
    ...tool,
    ...Object.fromEntries(refused.map((name) => [name, undefined])),
    strict: why !== undefined || profile.schema.strict === undefined ? undefined : tool.strict,
  });
}

function whyLoose({ input }: FunctionTool, { name, schema }: Profile): string | undefined {
  if (schema.strict === undefined) return `${name} does not hold a model to a schema`;
  return input && isStrict(input) ? undefined : 'the schema cannot be said strictly as it stands';
}
