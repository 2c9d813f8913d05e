import { canonicalJson, defined, type JsonObject, type Usage } from '@toolglot/core';
import { readNumber } from '@toolglot/core/kit';
import type { Members, WireUsage } from './wire.ts';

/** Token counts of an answer: as they came, while they say the same. The wire's `inputTokens` leaves out what is cached. */
export function encodeUsage(usage: Usage | undefined, kept: JsonObject | undefined): JsonObject {
  if (kept && canonicalJson(decodeUsage(kept)) === canonicalJson(usage)) return kept;
  const { input = 0, output = 0, cachedInput, cacheWrite } = usage ?? {};
  const inputTokens = Math.max(0, input - (cachedInput ?? 0) - (cacheWrite ?? 0));
  const cached = { cacheReadInputTokens: cachedInput, cacheWriteInputTokens: cacheWrite } satisfies Members<WireUsage>;
  return { inputTokens, outputTokens: output, totalTokens: input + output, ...defined(cached) } satisfies WireUsage;
}

/** Input with all that is cached; a counter that is missing is unknown, not 0. */
export function decodeUsage(usage: JsonObject): Usage {
  const cachedInput = readNumber(usage.cacheReadInputTokens);
  const cacheWrite = readNumber(usage.cacheWriteInputTokens);
  const counters = [readNumber(usage.inputTokens), cachedInput, cacheWrite].filter((count) => count !== undefined);
  return defined({
    input: counters.length > 0 ? counters.reduce((sum, count) => sum + count) : undefined,
    output: readNumber(usage.outputTokens),
    cachedInput,
    cacheWrite,
  });
}
