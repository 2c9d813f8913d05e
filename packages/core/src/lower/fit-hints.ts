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
    const fitted = tools.map((tool, index) =>
      tool.type === 'function' ? fitTool(tool, `tools[${index}]`, profile, losses) : tool,
    );
    return { request: { ...request, tools: fitted }, losses };
  },
};

/** What changes nothing that the model may do. */
const HINTS = ['examples', 'deferred', 'unbuffered'] as const;

function fitTool(
  { annotations: _annotations, output: _output, ...tool }: FunctionTool,
  path: string,
  profile: Profile,
  losses: Loss[],
): ToolSpec {
  const hints = HINTS.filter((name) => tool[name] !== undefined && !profile.schema.hints?.includes(name));
  const isLoose = tool.strict === true && !(tool.input && isStrict(tool.input));
  losses.push(...hints.map((name) => note.dropped('tool-hint', `${path}.${name}`, `${profile.name} has no place for it`)));
  if (isLoose)
    losses.push(
      degraded.dropped(
        'strict',
        `${path}.strict`,
        'the schema cannot be said strictly as it stands; arguments are still validated',
      ),
    );
  return defined({
    ...tool,
    examples: hints.includes('examples') ? undefined : tool.examples,
    deferred: hints.includes('deferred') ? undefined : tool.deferred,
    unbuffered: hints.includes('unbuffered') ? undefined : tool.unbuffered,
    strict: isLoose ? undefined : tool.strict,
  });
}
