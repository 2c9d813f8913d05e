import { canonicalJson, defined, type JsonObject, type Usage } from '@toolglot/core';
import { readNumber, readObject } from '@toolglot/core/kit';

import type { WireUsage } from './wire.ts';

/** Token counts of an answer: as they came, while they say the same. The wire's `input_tokens` leaves out what is cached. */
export function encodeUsage(usage: Usage | undefined, kept: JsonObject | undefined): JsonObject {
  if (kept && canonicalJson(decodeUsage(kept)) === canonicalJson(usage)) return kept;
  const { input = 0, output = 0, cachedInput, cacheWrite, reasoning } = usage ?? {};
  return {
    input_tokens: Math.max(0, input - (cachedInput ?? 0) - (cacheWrite ?? 0)),
    cache_creation_input_tokens: cacheWrite ?? null,
    cache_read_input_tokens: cachedInput ?? null,
    cache_creation: null,
    output_tokens: output,
    output_tokens_details: reasoning === undefined ? null : { thinking_tokens: reasoning },
    inference_geo: null,
    server_tool_use: null,
    service_tier: null,
    speed: null,
  } satisfies WireUsage;
}

/** Input with all that is cached; a counter that is missing is unknown, not 0. */
export function decodeUsage(usage: JsonObject): Usage {
  const cachedInput = readNumber(usage.cache_read_input_tokens);
  const cacheWrite = readNumber(usage.cache_creation_input_tokens);
  const counters = [readNumber(usage.input_tokens), cachedInput, cacheWrite].filter((count) => count !== undefined);
  return defined({
    input: counters.length > 0 ? counters.reduce((sum, count) => sum + count) : undefined,
    output: readNumber(usage.output_tokens),
    cachedInput,
    cacheWrite,
    reasoning: readNumber(readObject(usage.output_tokens_details).thinking_tokens),
  });
}
