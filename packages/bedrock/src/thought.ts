import { defined, type Json, type ReasoningEffort, type ReasoningSettings, UnsupportedError } from '@toolglot/core';
import { readNumber, readObject } from '@toolglot/core/kit';
import { CODEC } from './fields.ts';
import type { WireOutputConfig } from './wire.ts';

/** Anthropic's settings of reasoning, which Converse hands on to its models as they are. */
export interface WireThinking {
  readonly type: 'enabled' | 'adaptive' | 'disabled';
  readonly budget_tokens?: number;
  readonly display?: 'omitted' | 'summarized';
}

/** `thinking` among the fields for the model. Throws `UnsupportedError` where all of the reasoning is asked for. */
export function encodeThinking(reasoning: ReasoningSettings | undefined): WireThinking | undefined {
  if (reasoning === undefined) return undefined;
  const { effort, budget, visible } = reasoning;
  if (effort === 'off') return { type: 'disabled' };
  if (visible === 'full') throw new UnsupportedError('all of the reasoning', CODEC, "ask for a summary: { visible: 'summary' }");
  const display = visible && DISPLAYS[visible];
  const type = budget === undefined ? 'adaptive' : 'enabled';
  return { type, ...defined({ budget_tokens: budget, display }) };
}

/** `effort` of `outputConfig`. Throws `UnsupportedError` for `minimal`. */
export function encodeEffort(reasoning: ReasoningSettings | undefined): WireOutputConfig {
  const effort = reasoning?.effort;
  if (effort === undefined || effort === 'off') return {};
  if (effort === 'minimal') throw new UnsupportedError("the effort 'minimal'", CODEC, "the least is 'low'");
  return { effort };
}

/** What both say; `undefined` where they say nothing. */
export function decodeReasoningSettings(thinking: Json | undefined, effort: Json | undefined): ReasoningSettings | undefined {
  const { type, budget_tokens: budget, display } = readObject(thinking);
  if (type === 'disabled') return { effort: 'off' };
  const visible = display === 'omitted' ? ('none' as const) : display === 'summarized' ? ('summary' as const) : undefined;
  const known = defined({ effort: decodeEffort(effort), budget: readNumber(budget), visible });
  return type === undefined && Object.keys(known).length === 0 ? undefined : known;
}

const DISPLAYS = { none: 'omitted', summary: 'summarized' } as const;

function decodeEffort(effort: Json | undefined): ReasoningEffort | undefined {
  if (effort === 'xhigh') return 'max';
  return effort === 'low' || effort === 'medium' || effort === 'high' || effort === 'max' ? effort : undefined;
}
