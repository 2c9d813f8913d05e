import type { AssistantPart } from '../ir/message.ts';
import type { ToolCallPart } from '../ir/part.ts';
import type { Request } from '../ir/request.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { Pass } from './pass.ts';

/**
 * Some models wrap parallel calls in one call of a tool that nobody declared, `parallel` or `multi_tool_use.parallel`.
 * Where each call in it is of a declared tool, the wrapper is taken off; else it stays, as a call of an unknown tool.
 */
export const expandWrapper: Pass = {
  name: 'expand-wrapper',
  raise(response, source) {
    const names = declaredNames(source);
    const content = response.message.content.flatMap(
      (part): readonly AssistantPart[] => (part.type === 'tool-call' && unwrap(part, names)) || [part],
    );
    return content.length === response.message.content.length
      ? response
      : { ...response, message: { ...response.message, content } };
  },
};

const WRAPPERS: ReadonlySet<string> = new Set(['parallel', 'multi_tool_use.parallel']);

const declaredNames = ({ tools = [] }: Request) => new Set(tools.flatMap((tool) => (tool.type === 'hosted' ? [] : [tool.name])));

function unwrap(call: ToolCallPart, names: ReadonlySet<string>): readonly ToolCallPart[] | undefined {
  if (!WRAPPERS.has(call.name) || names.has(call.name)) return undefined;
  const uses = call.args.tool_uses;
  if (!isList(uses) || uses.length === 0) return undefined;
  const calls = uses.map((use, index) => innerCall(use, `${call.id}_${index}`, names)).filter((inner) => inner !== undefined);
  return calls.length === uses.length ? calls : undefined;
}

function innerCall(use: unknown, id: string, names: ReadonlySet<string>): ToolCallPart | undefined {
  if (!isJsonObject(use) || typeof use.recipient_name !== 'string') return undefined;
  const name = use.recipient_name.replace(/^functions\./, '');
  const args: JsonObject = isJsonObject(use.parameters) ? use.parameters : {};
  return names.has(name) ? { type: 'tool-call', id, name, args, minted: true } : undefined;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
