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

/** The prompt with what came from a cache and what hosted tools put in, the answer with its thoughts; a counter that is missing is unknown, not 0. */
export function decodeUsage(usage: JsonObject): Usage {
  const reasoning = readNumber(usage.thoughtsTokenCount);
  return defined({
    input: sumOf(readNumber(usage.promptTokenCount), readNumber(usage.toolUsePromptTokenCount)),
    output: sumOf(readNumber(usage.candidatesTokenCount), reasoning),
    cachedInput: readNumber(usage.cachedContentTokenCount),
    reasoning,
  });
}

function sumOf(...counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.flatMap((count) => count ?? []);
  return known.length > 0 ? known.reduce((sum, count) => sum + count) : undefined;
}
