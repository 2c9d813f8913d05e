import type { Json } from '@toolglot/core';
import type { ScriptedCall } from '@toolglot/testing';

/** What the inputs of faults of a run hold, each its own part of it. */
export interface Input {
  readonly tools: readonly string[];
  readonly response: { readonly tool_calls: readonly ScriptedCall[] };
  readonly tool_calls: readonly ScriptedCall[];
  readonly status: number;
  readonly body: Json;
  readonly serverReplyAfterMs: number;
  readonly openai: Json;
}

const again = { name: 'bash', args: { command: 'date' } };

/** An input of our own, of the same kind, for all of them. */
export const own: Input = {
  tools: ['search'],
  response: {
    tool_calls: [
      { id: 'c1', name: 'serch', args: { q: 'a' } },
      { id: 'c2', name: 'search', args: { q: 'a' } },
    ],
  },
  tool_calls: [again, again],
  status: 400,
  body: { error: { code: 'tool_use_failed', message: 'no', failed_generation: '<function=search={"q":"a"}</function>' } },
  serverReplyAfterMs: 100,
  openai: { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 75 }, completion_tokens: 4 },
};
