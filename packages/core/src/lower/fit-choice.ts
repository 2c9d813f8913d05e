import { UnsupportedError } from '../errors/unsupported-error.ts';
import { toolCallsOf } from '../ir/guards.ts';
import type { Loss } from '../ir/loss.ts';
import type { Request, ToolChoice } from '../ir/request.ts';
import type { ToolSpec } from '../ir/tool.ts';
import type { Profile } from '../profile.ts';
import { degraded, note } from './losses.ts';
import type { Pass, Rewritten } from './pass.ts';

/** Which tools the model must, may or may not call, as far as the target can be told; and how many tools there may be. */
export const fitChoice: Pass = {
  name: 'fit-choice',
  request(request, profile) {
    const { tools = [] } = request;
    if (tools.length === 0) return declareCalled(withoutTools(request), profile);
    checkCount(tools, profile);
    checkNames(request.toolChoice, tools, profile);
    const parallel = fitParallel(request, profile);
    const choice = fitKind(parallel.request, profile);
    return { request: choice.request, losses: [...(parallel.losses ?? []), ...(choice.losses ?? [])] };
  },
};

/** Without tools, vendors refuse what speaks of them. */
function withoutTools({ tools: _tools, toolChoice, parallelCalls: _parallel, ...request }: Request): Rewritten {
  const meant = toolChoice === undefined || toolChoice === 'auto' || toolChoice === 'none';
  return {
    request,
    losses: meant ? [] : [degraded.dropped('choice-without-tools', 'toolChoice', 'there are no tools to choose from')],
  };
}

/** Calls of an earlier time whose tools the target wants declared: they are, by name, and are not to be called. */
function declareCalled({ request, losses = [] }: Rewritten, { turns, choice }: Profile): Rewritten {
  const names = turns.declared ? new Set(request.messages.flatMap(toolCallsOf).map(({ name }) => name)) : [];
  const tools = [...names].map((name): ToolSpec => ({ type: 'function', name, description: 'Not offered any more.' }));
  if (tools.length === 0) return { request, losses };
  const why = 'the target wants the tools of earlier calls declared; they are, by name, and may not be called';
  return {
    request: { ...request, tools, ...(choice.none === 'native' && { toolChoice: 'none' as const }) },
    losses: [...losses, note.synthesised('called-tools', 'tools', why)],
  };
}

function checkCount(tools: readonly ToolSpec[], { limits, name }: Profile): void {
  if (limits.tools === undefined || tools.length <= limits.tools) return;
  throw new UnsupportedError(`${tools.length} tools in one request`, name, `at most ${limits.tools} are taken`);
}

function checkNames(choice: ToolChoice | undefined, tools: readonly ToolSpec[], { name: target }: Profile): void {
  if (choice === undefined || typeof choice === 'string') return;
  const declared = new Set(tools.map((tool) => (tool.type === 'hosted' ? tool.id : tool.name)));
  const unknown = ('tool' in choice ? [choice.tool] : choice.tools).find((name) => !declared.has(name));
  if (unknown === undefined) return;
  throw new UnsupportedError(`toolChoice '${unknown}'`, target, `no such tool; declared are ${[...declared].join(', ')}`);
}

function fitParallel(request: Request, { parallel, name }: Profile): Rewritten {
  const { parallelCalls, ...rest } = request;
  if (request.toolChoice === 'none') return { request: rest };
  if (parallel === 'switch' || parallelCalls === undefined) return { request };
  if (parallelCalls === (parallel === 'fixed')) return { request: rest };
  return {
    request: rest,
    losses: [note.dropped('parallel-calls', 'parallelCalls', `${name} cannot be told how many calls to make`)],
  };
}

type Kind = 'none' | 'required' | 'named' | 'subset';

function kindOf(choice: ToolChoice | undefined): Kind | undefined {
  if (choice === undefined || choice === 'auto') return undefined;
  if (typeof choice === 'string') return choice;
  return 'tool' in choice ? 'named' : 'subset';
}

function fitKind(request: Request, profile: Profile): Rewritten {
  const kind = kindOf(request.toolChoice);
  if (kind === undefined) return { request };
  if (forces(request.toolChoice) && reasons(request) && profile.choice.whenReasoning === 'auto')
    return toAuto(request, `${profile.name} cannot be forced to call while it reasons`);
  const support = profile.choice[kind];
  if (support === 'native') return { request };
  return support === 'refuse' ? toAuto(request, `${profile.name} takes no such choice`) : emulate[kind](request, profile);
}

const forces = (choice: ToolChoice | undefined) =>
  choice === 'required' || (typeof choice === 'object' && ('tool' in choice || choice.mode === 'required'));

/** Whether the request asks for reasoning; a model that reasons unasked says so by refusing the choice itself. */
const reasons = ({ settings }: Request) => settings?.reasoning !== undefined && settings.reasoning.effort !== 'off';

function toAuto(request: Request, why: string): Rewritten {
  return { request: { ...request, toolChoice: 'auto' }, losses: [choiceLoss(`${why}; the model may choose freely`)] };
}

const choiceLoss = (message: string): Loss => degraded.widened('tool-choice', 'toolChoice', message);

/** By offering only the tools that may be called. */
const emulate: Readonly<Record<Kind, (request: Request, profile: Profile) => Rewritten>> = {
  none: (request, profile) => {
    const { request: bare } = withoutTools({ ...request, toolChoice: 'none' });
    const losses = [degraded.dropped('tool-choice', 'tools', 'calls can only be ruled out by leaving the tools out')];
    return declareCalled({ request: bare, losses }, profile);
  },
  required: (request, { name }) => toAuto(request, `${name} cannot be forced to call`),
  named: (request, profile) => narrow(request, [nameOf(request.toolChoice)], 'required', profile),
  subset: (request, profile) => {
    const choice = request.toolChoice;
    if (typeof choice !== 'object' || 'tool' in choice) return { request };
    return narrow(request, choice.tools, choice.mode, profile);
  },
};

const nameOf = (choice: ToolChoice | undefined) => (typeof choice === 'object' && 'tool' in choice ? choice.tool : '');

function narrow(request: Request, names: readonly string[], mode: 'auto' | 'required', profile: Profile): Rewritten {
  const tools = (request.tools ?? []).filter((tool) => names.includes(tool.type === 'hosted' ? tool.id : tool.name));
  const narrowed = fitKind({ ...request, tools, toolChoice: mode }, profile);
  const loss = note.dropped(
    'tool-choice',
    'tools',
    `only ${names.join(', ')} may be called; the other tools were left out of this request`,
  );
  return { request: narrowed.request, losses: [loss, ...(narrowed.losses ?? [])] };
}
