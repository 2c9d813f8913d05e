import type { ExecuteContext } from './execute-context.ts';
import type { Tool } from './tool.ts';
import { mapToolset, type Toolset } from './toolset.ts';

/** Whether a person must say yes before this call of this tool. */
export type ApprovalRule = (tool: Tool, args: unknown, context: ExecuteContext<unknown>) => boolean | Promise<boolean>;

/**
 * The same tools, which ask a person first: always, or when the rule says so. A tool that asks by itself still does.
 * @example approved(host, (tool) => tool.annotations?.readOnly !== true)
 */
export function approved(set: Toolset, needsApproval: boolean | ApprovalRule): Toolset {
  const rule: ApprovalRule = typeof needsApproval === 'function' ? needsApproval : () => needsApproval;
  const copies = new WeakMap<Tool, Tool>();
  return mapToolset(set, (tools) => tools.map((tool) => copies.get(tool) ?? remember(copies, tool, asking(tool, rule))));
}

function asking(tool: Tool, rule: ApprovalRule): Tool {
  const needsApproval = async (args: unknown, context: ExecuteContext<unknown>) =>
    (await asksItself(tool, args, context)) || rule(tool, args, context);
  return Object.freeze({ ...tool, needsApproval });
}

function asksItself(
  { needsApproval = false }: Tool,
  args: unknown,
  context: ExecuteContext<unknown>,
): boolean | Promise<boolean> {
  return typeof needsApproval === 'function' ? needsApproval(args, context) : needsApproval;
}

function remember(copies: WeakMap<Tool, Tool>, tool: Tool, copy: Tool): Tool {
  copies.set(tool, copy);
  return copy;
}
