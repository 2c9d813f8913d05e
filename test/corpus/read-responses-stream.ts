import { at, list, readUsage } from './read-responses.ts';

/** What the chunks of a stream say, read without the codec: pieces of one place joined, in the order in which their items began. */
export function readStream(chunks: readonly unknown[]) {
  const places = [...new Set(named(chunks, 'response.output_item.added').map((chunk) => at(chunk, 'output_index')))];
  const items = places.map((place) => chunks.filter((chunk) => at(chunk, 'output_index') === place));
  const calls = items.filter((own) => typeOf(own) === 'function_call').map(readCall);
  const end = named(chunks, 'response.completed', 'response.incomplete').at(0);
  const reason = at(end, 'response', 'incomplete_details', 'reason');
  return {
    calls,
    text: items
      .filter((own) => typeOf(own) === 'message')
      .flatMap((own) => entries(own, 'content_index', 'response.output_text.delta')),
    reasoning: items.filter((own) => typeOf(own) === 'reasoning').map(readThought),
    usage: readUsage(at(end, 'response', 'usage')),
    finish: reason === 'max_output_tokens' ? 'length' : calls.length > 0 ? 'tool-calls' : 'stop',
  };
}

const named = (chunks: readonly unknown[], ...types: readonly string[]) =>
  chunks.filter((chunk) => types.includes(String(at(chunk, 'type'))));

const typeOf = (own: readonly unknown[]) => at(named(own, 'response.output_item.added')[0], 'item', 'type');

const join = (chunks: readonly unknown[]) => chunks.map((chunk) => at(chunk, 'delta')).join('');

const pieces = (own: readonly unknown[]) => join(named(own, 'response.function_call_arguments.delta'));

const argumentsDone = (own: readonly unknown[]) => at(named(own, 'response.output_item.done')[0], 'item', 'arguments');

function readCall(own: readonly unknown[]) {
  const item = at(named(own, 'response.output_item.added')[0], 'item');
  return [at(item, 'call_id'), at(item, 'name'), argumentsDone(own) ?? pieces(own)];
}

/** Whether the pieces of a call are not what the call is when it is done: then the latter counts. */
export function isContradictory(chunks: readonly unknown[]): boolean {
  const places = new Set(named(chunks, 'response.function_call_arguments.delta').map((chunk) => at(chunk, 'output_index')));
  const items = [...places].map((place) => chunks.filter((chunk) => at(chunk, 'output_index') === place));
  return items.some((own) => argumentsDone(own) !== pieces(own));
}

function readThought(own: readonly unknown[]): string {
  const thoughts = entries(own, 'content_index', 'response.reasoning_text.delta');
  return (thoughts.length > 0 ? thoughts : entries(own, 'summary_index', 'response.reasoning_summary_text.delta')).join('\n\n');
}

/** the texts of the entries of a list, by what their events say of their places. */
function entries(own: readonly unknown[], index: string, type: string): readonly string[] {
  const parts = named(own, type);
  return [...new Set(parts.map((part) => at(part, index)))].map((place) =>
    join(parts.filter((part) => at(part, index) === place)),
  );
}

/** The items of a stream as they were when they were done, in their places. */
export function itemsDone(chunks: readonly unknown[]): readonly unknown[] {
  const done = named(chunks, 'response.output_item.done');
  const places = done.map((chunk) => Number(at(chunk, 'output_index')));
  return places.length === 0
    ? list([])
    : [...places].sort((one, other) => one - other).map((place) => at(done[places.indexOf(place)], 'item'));
}
