import type { JsonObject, Rule, Violation } from '@toolglot/core';
import type { WireBody } from '../chat/wire.ts';
import { rule } from './rule.ts';

/** What a body's own fields must be. */
export const bodyRules: readonly Rule[] = [rule('unknown-field', undefined, unknownField)];

/** all that the client's types know: a new one there is a compile error here. */
const FIELDS: ReadonlySet<string> = new Set(
  Object.keys({
    messages: true,
    model: true,
    audio: true,
    frequency_penalty: true,
    function_call: true,
    functions: true,
    logit_bias: true,
    logprobs: true,
    max_completion_tokens: true,
    max_tokens: true,
    metadata: true,
    modalities: true,
    moderation: true,
    n: true,
    parallel_tool_calls: true,
    prediction: true,
    presence_penalty: true,
    prompt_cache_key: true,
    prompt_cache_options: true,
    prompt_cache_retention: true,
    reasoning_effort: true,
    response_format: true,
    safety_identifier: true,
    seed: true,
    service_tier: true,
    stop: true,
    store: true,
    stream: true,
    stream_options: true,
    temperature: true,
    tool_choice: true,
    tools: true,
    top_logprobs: true,
    top_p: true,
    user: true,
    verbosity: true,
    web_search_options: true,
  } satisfies Record<keyof WireBody, true>),
);

function unknownField(body: JsonObject): Violation | undefined {
  const path = Object.keys(body).find((name) => !FIELDS.has(name));
  return path === undefined ? undefined : { path, message: `Unrecognized request argument supplied: ${path}` };
}
