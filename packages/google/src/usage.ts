import { canonicalJson, defined, type JsonObject, type Usage } from '@toolglot/core';
import { readNumber } from '@toolglot/core/kit';
import type { Members, WireUsage } from './wire.ts';

/** Token counts of an answer: as they came, while they say the same. The wire counts thoughts beside the answer. */
export function encodeUsage(usage: Usage = {}, kept: JsonObject | undefined): JsonObject | undefined {
  if (kept && canonicalJson(decodeUsage(kept)) === canonicalJson(usage)) return kept;
  const { input, output, cachedInput, reasoning } = usage;
  const all = [input, output].flatMap((count) => count ?? []);
  if (all.length === 0) return undefined;
  return defined({
    promptTokenCount: input,
    cachedContentTokenCount: cachedInput,
    candidatesTokenCount: output === undefined ? undefined : Math.max(0, output - (reasoning ?? 0)),
    thoughtsTokenCount: reasoning,
    totalTokenCount: all.reduce((sum, count) => sum + count),
  } satisfies Members<WireUsage>);
}

/** The prompt with what came from a cache, the answer with its thoughts; a counter that is missing is unknown, not 0. */
export function decodeUsage(usage: JsonObject): Usage {
  const reasoning = readNumber(usage.thoughtsTokenCount);
  const generated = [readNumber(usage.candidatesTokenCount), reasoning].flatMap((count) => count ?? []);
  return defined({
    input: readNumber(usage.promptTokenCount),
    output: generated.length > 0 ? generated.reduce((sum, count) => sum + count) : undefined,
    cachedInput: readNumber(usage.cachedContentTokenCount),
    reasoning,
  });
}
