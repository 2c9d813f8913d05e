/** What an answer says, read without the codec: plain field access over what vendors send. */
export function readAnswer(body: unknown) {
  const items = list(at(body, 'output'));
  const of = (...types: readonly string[]) => items.filter((item) => types.includes(String(at(item, 'type'))));
  const calls = of('function_call').map((item) => [
    at(item, 'call_id'),
    at(item, 'name'),
    JSON.parse(String(at(item, 'arguments'))),
    at(item, 'arguments'),
  ]);
  const pieces = of('message').flatMap((item) => list(at(item, 'content')));
  return {
    calls,
    text: pieces.filter((piece) => at(piece, 'type') === 'output_text').map((piece) => at(piece, 'text')),
    reasoning: of('reasoning').map(readReasoning),
    finish: calls.length > 0 ? 'tool-calls' : 'stop',
    usage: readUsage(at(body, 'usage')),
  };
}

function readReasoning(item: unknown): string {
  const thought = list(at(item, 'content')).map((piece) => at(piece, 'text'));
  const summary = list(at(item, 'summary')).map((piece) => at(piece, 'text'));
  return (thought.length > 0 ? thought : summary).join('\n\n');
}

export function readUsage(usage: unknown) {
  const counts = {
    input: at(usage, 'input_tokens'),
    output: at(usage, 'output_tokens'),
    cachedInput: at(usage, 'input_tokens_details', 'cached_tokens'),
    cacheWrite: at(usage, 'input_tokens_details', 'cache_write_tokens'),
    reasoning: at(usage, 'output_tokens_details', 'reasoning_tokens'),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => typeof count === 'number'));
}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
