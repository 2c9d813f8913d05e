import { defined, type JsonObject, type Profile, type Settings, UnsupportedError } from '@toolglot/core';
import { readNumber } from '@toolglot/core/kit';
import { CODEC } from './fields.ts';
import type { Members, WireBody } from './wire.ts';

/** the newest client has no types for sampling any more; older versions of the API take it. */
type WireSettings = Pick<WireBody, 'max_tokens' | 'stop_sequences'> & { readonly temperature?: number; readonly top_p?: number };

/** Sampling settings of a body. The wire wants `max_tokens`: where the request is silent, the profile's default. */
export function encodeSettings(settings: Settings, profile: Profile): WireSettings {
  if (settings.seed !== undefined) throw new UnsupportedError('a seed', CODEC, 'leave it out');
  const { temperature, topP, stop } = settings;
  const max_tokens = isRoomy(settings, profile) ? settings.maxTokens : defaultMaxTokens(settings, profile);
  return { max_tokens, ...defined({ temperature, top_p: topP, stop_sequences: stop } satisfies Members<WireSettings>) };
}

export function decodeSettings(body: JsonObject): Settings {
  const { stop_sequences: stop } = body;
  return defined({
    maxTokens: readNumber(body.max_tokens),
    temperature: readNumber(body.temperature),
    topP: readNumber(body.top_p),
    stop: Array.isArray(stop) && stop.every((item) => typeof item === 'string') ? stop : undefined,
  });
}

/** The fields of a body that `decodeSettings` took in. */
export function takenSettings(settings: Settings): readonly string[] {
  return Object.entries(WIRE_NAMES).flatMap(([name, wire]) => (name in settings ? [wire] : []));
}

const WIRE_NAMES = { maxTokens: 'max_tokens', temperature: 'temperature', topP: 'top_p', stop: 'stop_sequences' };

const FALLBACK = 4096;

/** the least that the vendor takes, and what is left for the answer itself. */
const LEAST_BUDGET = 1024;

/** Reasoning as the model can be told of it: where it wants a budget and has none, half of the answer is given. */
export function withBudget(settings: Settings, profile: Profile): Settings {
  const { reasoning } = settings;
  const isMissing = reasoning !== undefined && reasoning.effort !== 'off' && reasoning.budget === undefined;
  if (!profile.reasoning.budgetOnly || !isMissing) return settings;
  const maxTokens = Math.max(settings.maxTokens ?? defaultMaxTokens(settings, profile), LEAST_BUDGET + 1);
  return { ...settings, maxTokens, reasoning: { ...reasoning, budget: Math.max(LEAST_BUDGET, Math.floor(maxTokens / 2)) } };
}

/** Whether a length is given; the default alone is none where the budget would use it up. */
function isRoomy(settings: Settings, profile: Profile): settings is Settings & { readonly maxTokens: number } {
  const { maxTokens, reasoning } = settings;
  if (maxTokens === undefined) return false;
  return maxTokens !== profile.settings.default?.maxTokens || maxTokens > (reasoning?.budget ?? 0);
}

/** thinking counts as answer: its budget goes on top. */
function defaultMaxTokens({ reasoning }: Settings, { settings, limits }: Profile): number {
  const usual = readNumber(settings.default?.maxTokens) ?? limits.maxOutput ?? FALLBACK;
  return Math.min(usual + (reasoning?.budget ?? 0), limits.maxOutput ?? Number.POSITIVE_INFINITY);
}

/** Sampling was taken out of the newest version of the API: a body that has it is one of the version before. */
export function versionHeader(body: JsonObject): Readonly<Record<string, string>> {
  const isOld = ['temperature', 'top_p', 'top_k'].some((name) => body[name] !== undefined);
  return isOld ? { 'anthropic-version': '2023-06-01' } : {};
}
