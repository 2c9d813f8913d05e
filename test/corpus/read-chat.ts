import type { Headers, Json } from '@toolglot/core';

/** A recorded exchange, as far as the tests read it. */
export interface Exchange {
  readonly id: string;
  readonly vendor: string;
  readonly stream: boolean;
  readonly request: { readonly body?: Json } | null;
  readonly response: { readonly status: number; readonly body?: Json; readonly text?: string; readonly headers?: Headers };
}

/** Whether a line of a corpus file is an exchange. */
export const isExchange = (value: unknown): value is Exchange =>
  typeof value === 'object' && value !== null && 'response' in value;

/** What an answer says, read without the codec: plain field access over what vendors send. */
export function readAnswer(body: unknown, decodedCalls: readonly (readonly unknown[])[]) {
  const choice = at(body, 'choices', 0) ?? { message: at(body, 'message'), finish_reason: at(body, 'finish_reason') };
  const message = at(choice, 'message') ?? at(choice, 'delta');
  const calls = list(at(message, 'tool_calls')).map((call, index) => readCall(call, decodedCalls[index]?.[0]));
  const content = at(message, 'content');
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
  const thinking = parts.filter((part) => at(part, 'type') === 'thinking').map((part) => at(part, 'thinking'));
  const thought = thinking.flatMap((inner) =>
    typeof inner === 'string' ? [inner] : list(inner).map((item) => at(item, 'text')),
  );
  const texts = parts.filter((part) => at(part, 'type') === 'text').map((part) => at(part, 'text'));
  return {
    calls,
    text: texts.join(''),
    reasoning: at(message, 'reasoning_content') || at(message, 'reasoning') || at(message, 'tool_plan') || thought.join(''),
    finish: readFinish(at(choice, 'finish_reason'), calls.length > 0, Boolean(at(message, 'refusal'))),
    usage: readUsage(at(body, 'usage')),
  };
}

/** an id that is missing is made by the codec: any will do, if there is one. */
function readCall(call: unknown, decodedId: unknown): readonly unknown[] {
  const text = at(call, 'function', 'arguments');
  const args: unknown = JSON.parse(String(text) || '{}');
  return [at(call, 'id') || decodedId || 'an id', at(call, 'function', 'name'), args, text];
}

function readFinish(word: unknown, calls: boolean, refusal: boolean): string {
  if (word === 'length' || word === 'MAX_TOKENS') return 'length';
  if (word === 'content_filter') return 'content-filter';
  if (calls) return 'tool-calls';
  if (refusal) return 'refusal';
  return ['stop', 'eos', 'COMPLETE'].includes(String(word)) ? 'stop' : 'other';
}

function readUsage(usage: unknown) {
  const counts = {
    input: at(usage, 'prompt_tokens') ?? at(usage, 'tokens', 'input_tokens'),
    output: at(usage, 'completion_tokens') ?? at(usage, 'tokens', 'output_tokens'),
    cachedInput:
      at(usage, 'prompt_tokens_details', 'cached_tokens') ??
      at(usage, 'prompt_cache_hit_tokens') ??
      at(usage, 'cached_tokens') ??
      at(usage, 'num_cached_tokens'),
    cacheWrite: at(usage, 'prompt_tokens_details', 'cache_write_tokens'),
    reasoning: at(usage, 'completion_tokens_details', 'reasoning_tokens'),
  };
  const known = Object.entries(counts).filter(([, count]) => count !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** what is at a path; `undefined` where the path ends early, and for null. */
function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce(
    (inner: unknown, key) => (inner as Readonly<Record<string | number, unknown>> | null | undefined)?.[key] ?? undefined,
    value,
  );
}
