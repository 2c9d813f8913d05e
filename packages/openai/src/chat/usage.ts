import { canonicalJson, defined, isJsonObject, type JsonObject, type Usage } from '@toolglot/core';
import { firstOf, isPlainForm, readNumber, readObject } from '@toolglot/core/kit';
import { asWire } from './content.ts';
import type { Draft, WireUsage } from './wire.ts';

/** Where vendors put token counts: beside the choices, in the choice, in an object of their own. */
export function findUsage(body: JsonObject, choice: JsonObject): JsonObject | undefined {
  return [body.usage, choice.usage, readObject(body.x_groq).usage].find(isJsonObject);
}

/** Token counts; what is not there is absent, never 0. `undefined` where nothing is there. */
export function decodeUsage(wire: JsonObject): Usage | undefined {
  const prompt = readObject(wire.prompt_tokens_details);
  const completion = readObject(wire.completion_tokens_details);
  const tokens = readObject(wire.tokens);
  const usage = defined({
    input: firstNumber(wire.prompt_tokens, wire.input_tokens, tokens.input_tokens),
    output: firstNumber(wire.completion_tokens, wire.output_tokens, tokens.output_tokens),
    cachedInput: firstNumber(
      prompt.cached_tokens,
      readObject(wire.input_tokens_details).cached_tokens,
      wire.prompt_cache_hit_tokens,
      wire.cached_tokens,
      wire.num_cached_tokens,
    ),
    cacheWrite: firstNumber(prompt.cache_write_tokens, readObject(wire.input_tokens_details).cache_write_tokens),
    reasoning: firstNumber(
      completion.reasoning_tokens,
      readObject(wire.output_tokens_details).reasoning_tokens,
      wire.reasoning_tokens,
    ),
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}

/** The inverse: as it came, where that still says the same; else in OpenAI's shape. */
export function encodeUsage(usage: Usage, came: JsonObject | undefined): WireUsage {
  return came && canonicalJson(decodeUsage(came)) === canonicalJson(usage) ? asWire<WireUsage>(came) : makeUsage(usage);
}

function makeUsage({ input = 0, output = 0, cachedInput, cacheWrite, reasoning }: Usage): WireUsage {
  const prompt = defined({ cached_tokens: cachedInput, cache_write_tokens: cacheWrite } satisfies Draft<PromptDetails>);
  const completion = defined({ reasoning_tokens: reasoning } satisfies Draft<CompletionDetails>);
  return defined({
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: isPlainForm(prompt) ? undefined : prompt,
    completion_tokens_details: isPlainForm(completion) ? undefined : completion,
  } satisfies Draft<WireUsage>);
}

type PromptDetails = WireUsage['prompt_tokens_details'];
type CompletionDetails = WireUsage['completion_tokens_details'];

const firstNumber = (...values: readonly unknown[]) => firstOf(...values.map(readNumber));
