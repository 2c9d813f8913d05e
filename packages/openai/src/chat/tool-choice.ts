import { isJsonObject, type ToolChoice } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import { asWire } from './content.ts';
import type { EncodeContext } from './context.ts';
import type { WireNamed, WireToolChoice } from './wire.ts';

/** Which tools the model may or must call. Named tools are said by their kind: functions, and tools that take text. */
export function encodeToolChoice(choice: ToolChoice, { textTools, profile }: EncodeContext): WireToolChoice {
  if (typeof choice === 'string') {
    const word = profile.settings.rename?.[`choice.${choice}`];
    return word === undefined ? choice : asWire<WireToolChoice>(word);
  }
  const named = (name: string): WireNamed =>
    textTools.has(name) ? { type: 'custom', custom: { name } } : { type: 'function', function: { name } };
  if ('tool' in choice) return named(choice.tool);
  return { type: 'allowed_tools', allowed_tools: { mode: choice.mode, tools: choice.tools.map(named) } };
}

/** The inverse; nothing for a choice that is not known. */
export function decodeToolChoice(wire: unknown): ToolChoice | undefined {
  if (typeof wire === 'string') return words.get(wire.toLowerCase());
  if (!isJsonObject(wire)) return undefined;
  const tool = nameOf(wire);
  if (tool !== undefined) return { tool };
  const { mode, tools } = readObject(wire.allowed_tools);
  if (mode !== 'auto' && mode !== 'required') return undefined;
  return { tools: readList(tools).flatMap((entry) => nameOf(readObject(entry)) ?? []), mode };
}

/** compatible vendors also say `any`, and write in capitals. */
const words: ReadonlyMap<string, ToolChoice> = new Map<string, ToolChoice>([
  ['auto', 'auto'],
  ['none', 'none'],
  ['required', 'required'],
  ['any', 'required'],
]);

const nameOf = (wire: { readonly [key: string]: unknown }) =>
  readText(readObject(wire.function).name) ?? readText(readObject(wire.custom).name);
