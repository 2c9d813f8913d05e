import { isJsonObject, type JsonObject, type ToolChoice } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import type { EncodeContext } from './context.ts';
import { asWire, type WireNamed, type WireToolChoice } from './wire.ts';

const PREFIX = 'openai.';

/** Which tools the model may or must call: by their kind, those of the vendor by their type. */
export function encodeToolChoice(choice: ToolChoice, { kinds }: EncodeContext): WireToolChoice {
  if (typeof choice === 'string') return choice;
  const named = (name: string): WireToolChoice => {
    const kind = kinds.get(name);
    if (kind === 'custom_tool_call') return { type: 'custom', name } satisfies WireNamed;
    if (kind !== undefined) return asWire<WireToolChoice>({ type: kind.replace(/_call$/, '') });
    if (name.startsWith(PREFIX)) return asWire<WireToolChoice>({ type: name.slice(PREFIX.length) });
    return { type: 'function', name } satisfies WireNamed;
  };
  if ('tool' in choice) return named(choice.tool);
  return { type: 'allowed_tools', mode: choice.mode, tools: choice.tools.map((name) => readObject(named(name))) };
}

/** The inverse; nothing for a choice that is not known, such as all tools of one MCP server. */
export function decodeToolChoice(wire: unknown): ToolChoice | undefined {
  if (wire === 'auto' || wire === 'none' || wire === 'required') return wire;
  if (!isJsonObject(wire)) return undefined;
  if (wire.type !== 'allowed_tools') return nameOf(wire);
  const { mode, tools } = wire;
  const names = readList(tools).map((tool) => nameOf(readObject(tool))?.tool);
  const known = names.flatMap((name) => name ?? []);
  return (mode === 'auto' || mode === 'required') && known.length === names.length ? { tools: known, mode } : undefined;
}

function nameOf({ type, name, ...others }: JsonObject): { readonly tool: string } | undefined {
  const word = readText(type);
  const called = readText(name);
  if (word === 'function' || word === 'custom') return called === undefined ? undefined : { tool: called };
  const isLone = word !== undefined && called === undefined && Object.keys(others).length === 0;
  return isLone ? { tool: CLIENT.has(word) ? word : PREFIX + word } : undefined;
}

/** tools that the program runs are called by their names. */
const CLIENT: ReadonlySet<string> = new Set(['shell', 'local_shell', 'apply_patch', 'computer']);
