import { type Json, type Request, type ToolChoice, type ToolSpec, UnsupportedError } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';
import { CODEC, readItems, readMembers } from './fields.ts';
import type { WireCalling } from './wire.ts';

/**
 * How functions may be called. Where all of them are strict and the model may choose, their arguments are held to the schemas.
 * Throws `UnsupportedError` for one call at a time: the format has no word for it.
 */
export function encodeToolChoice({ toolChoice, parallelCalls, tools = [] }: Request): WireCalling | undefined {
  if (parallelCalls === false) throw new UnsupportedError('one call at a time', CODEC, 'leave parallelCalls out');
  const functions = tools.filter(({ type }) => type === 'function');
  if (functions.length === 0) return undefined;
  const isStrict = functions.every(isStrictTool);
  if (toolChoice === undefined || toolChoice === 'auto') return autoOf(toolChoice, isStrict);
  if (toolChoice === 'none') return { mode: 'NONE' };
  if (toolChoice === 'required') return { mode: 'ANY' };
  if ('tool' in toolChoice) return { mode: 'ANY', allowedFunctionNames: [toolChoice.tool] };
  return { mode: toolChoice.mode === 'required' ? 'ANY' : 'VALIDATED', allowedFunctionNames: toolChoice.tools };
}

/** What a `functionCallingConfig` says; nothing where it is of a mode that we do not know. */
export function decodeToolChoice(calling: Json | undefined): ToolChoice | undefined {
  const { mode, allowedFunctionNames } = readMembers(calling);
  const names = readItems(allowedFunctionNames).flatMap((name) => readText(name) ?? []);
  switch (readText(mode)?.toUpperCase()) {
    case 'AUTO':
      return 'auto';
    case 'NONE':
      return 'none';
    case 'VALIDATED':
      return names.length > 0 ? { tools: names, mode: 'auto' } : 'auto';
    case 'ANY':
      return anyOf(names);
    default:
      return undefined;
  }
}

/** The tools, strict where the mode holds all calls to their schemas. */
export function withStrictness(tools: readonly ToolSpec[], calling: Json | undefined): readonly ToolSpec[] {
  const { mode, allowedFunctionNames } = readMembers(calling);
  const isStrict = readText(mode)?.toUpperCase() === 'VALIDATED' && readItems(allowedFunctionNames).length === 0;
  return isStrict ? tools.map((tool) => (tool.type === 'function' ? { ...tool, strict: true } : tool)) : tools;
}

function autoOf(toolChoice: 'auto' | undefined, isStrict: boolean): WireCalling | undefined {
  if (isStrict) return { mode: 'VALIDATED' };
  return toolChoice && { mode: 'AUTO' };
}

function anyOf([first, ...others]: readonly string[]): ToolChoice {
  if (first === undefined) return 'required';
  return others.length === 0 ? { tool: first } : { tools: [first, ...others], mode: 'required' };
}

const isStrictTool = (tool: ToolSpec): boolean => tool.type === 'function' && tool.strict === true;
