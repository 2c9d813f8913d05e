import { defined, type Json, type Profile, type ReasoningEffort, type ReasoningSettings, UnsupportedError } from '@toolglot/core';
import { readBoolean, readNumber, readText } from '@toolglot/core/kit';
import { CODEC, readMembers, unlessEmpty } from './fields.ts';
import type { Members, WireThinking } from './wire.ts';

type Level = NonNullable<WireThinking['thinkingLevel']>;

/** How hard to think: by level or by budget, never both, as the model has it; thoughts are shown as summaries. */
export function encodeThinking(reasoning: ReasoningSettings, profile: Profile): WireThinking | undefined {
  const { visible } = reasoning;
  if (visible === 'full') throw new UnsupportedError('all of the reasoning', CODEC, "ask for a summary: { visible: 'summary' }");
  const includeThoughts = visible && visible === 'summary';
  return unlessEmpty(defined({ ...amountOf(reasoning, profile), includeThoughts } satisfies Members<WireThinking>));
}

/** What a `thinkingConfig` says; a budget that the model chooses itself is what it does anyhow. */
export function decodeThinking(thinking: Json | undefined): ReasoningSettings | undefined {
  const { thinkingBudget, thinkingLevel, includeThoughts } = readMembers(thinking);
  const budget = readNumber(thinkingBudget);
  const shown = readBoolean(includeThoughts);
  const effort = budget === 0 ? 'off' : EFFORTS[readText(thinkingLevel)?.toUpperCase() ?? ''];
  const visible = shown === undefined ? undefined : shown ? ('summary' as const) : ('none' as const);
  return unlessEmpty(defined({ effort, budget: budget !== undefined && budget > 0 ? budget : undefined, visible }));
}

function amountOf({ effort, budget }: ReasoningSettings, { reasoning }: Profile): Members<WireThinking> {
  if (effort === 'off') return { thinkingBudget: 0 };
  if (budget !== undefined) return { thinkingBudget: budget };
  if (effort === undefined) return {};
  if (reasoning.budgetOnly) return { thinkingBudget: BUDGETS[effort] };
  if (effort === 'max') throw new UnsupportedError("the effort 'max'", CODEC, "the most is 'high'");
  return { thinkingLevel: LEVELS[effort] };
}

const LEVELS = { minimal: 'MINIMAL', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } as const satisfies Partial<
  Record<ReasoningEffort, Level>
>;

const EFFORTS: Readonly<Record<string, ReasoningEffort>> = { MINIMAL: 'minimal', LOW: 'low', MEDIUM: 'medium', HIGH: 'high' };

/** tokens, for models that take a budget only; -1: as many as the model wants. */
const BUDGETS = { minimal: 512, low: 2048, medium: 8192, high: 24_576, max: -1 } as const satisfies Partial<
  Record<ReasoningEffort, number>
>;
