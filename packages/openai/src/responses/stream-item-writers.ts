import type { AssistantPart, JsonObject, PartSlots, ReasoningPart, ToolCall } from '@toolglot/core';
import { asJsonObject, readFilled, readText } from '@toolglot/core/kit';
import { encodeItem } from './assistant.ts';
import { answerContext } from './context.ts';
import type { Run } from './item-id.ts';
import { PROGRESS } from './stream-progress.ts';
import type { Written } from './stream-written.ts';

/** Where an item stands: in the output, and its first part in the message. */
export interface Place {
  /** what ids are made of. */
  readonly seed: string;
  readonly output: number;
  readonly part: number;
}

/** An item of its parts. Throws `UnsupportedError` for what no item can hold. */
export function itemOf(parts: Run, { seed, part }: Place, plain?: boolean): JsonObject {
  const [first, ...others] = parts;
  // the same object may stand twice
  const run: Run = [{ ...first }, ...others.map((one) => ({ ...one }))];
  return asJsonObject(encodeItem(run, plain, answerContext(seed, run, part)));
}

/** Where the events of an item belong. */
export const addressOf = (item: JsonObject, { output }: Place) => ({ item_id: readFilled(item.id) ?? '', output_index: output });

/** Writes one item whose part comes in pieces. */
export interface ItemWriter {
  delta(text: string): void;
  end(part: AssistantPart): void;
}

/** Writes reasoning: as thoughts where it is known to be those, else as the summary of them. */
export function writeReasoning(written: Written, place: Place, vendor: PartSlots | undefined): ItemWriter {
  const stub: ReasoningPart = { type: 'reasoning', text: '', ...(vendor && { vendor }) };
  const { encrypted_content: _blob, content: _content, ...item } = itemOf([stub], place);
  const address = addressOf(item, place);
  const text = vendor?.['openai-responses']?.kind === 'content' ? writeThought(written, address) : writeSummary(written, address);
  written.add('response.output_item.added', { output_index: place.output, item: { ...item, summary: [] } });
  return {
    delta: text.delta,
    end(part) {
      text.end();
      written.add('response.output_item.done', { output_index: place.output, item: itemOf([part], place) });
    },
  };
}

type Address = ReturnType<typeof addressOf>;

function writeSummary(written: Written, address: Address) {
  const at = { ...address, summary_index: 0 };
  const said: string[] = [];
  return {
    delta(delta: string) {
      if (said.length === 0)
        written.add('response.reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } });
      said.push(delta);
      written.add('response.reasoning_summary_text.delta', { ...at, delta });
    },
    end() {
      if (said.length === 0) return;
      const text = said.join('');
      written.add('response.reasoning_summary_text.done', { ...at, text });
      written.add('response.reasoning_summary_part.done', { ...at, part: { type: 'summary_text', text } });
    },
  };
}

function writeThought(written: Written, address: Address) {
  const at = { ...address, content_index: 0 };
  const said: string[] = [];
  return {
    delta(delta: string) {
      if (said.length === 0) written.add('response.content_part.added', { ...at, part: { type: 'reasoning_text', text: '' } });
      said.push(delta);
      written.add('response.reasoning_text.delta', { ...at, delta });
    },
    end() {
      if (said.length === 0) return;
      const text = said.join('');
      written.add('response.reasoning_text.done', { ...at, text });
      written.add('response.content_part.done', { ...at, part: { type: 'reasoning_text', text } });
    },
  };
}

/** Writes a call: arguments of functions in pieces, all others at the end, when they are known. */
export function writeCall(written: Written, place: Place, call: Pick<ToolCall, 'id' | 'name' | 'caller' | 'vendor'>): ItemWriter {
  const begun = itemOf([{ type: 'tool-call', args: {}, ...call }], place);
  const { type, name } = begun;
  const item = { ...begun, ...EMPTY.get(type), status: 'in_progress' };
  const address = addressOf(item, place);
  written.add('response.output_item.added', { output_index: place.output, item });
  return {
    delta(delta) {
      if (type === 'function_call') written.add('response.function_call_arguments.delta', { ...address, delta });
    },
    end(part) {
      const done = itemOf([part], place);
      const said = readText(done.arguments) ?? '';
      const input = readText(done.input) ?? '';
      if (type === 'function_call')
        written.add('response.function_call_arguments.done', { ...address, name: readText(name) ?? '', arguments: said });
      if (type === 'custom_tool_call') {
        written.add('response.custom_tool_call_input.delta', { ...address, delta: input });
        written.add('response.custom_tool_call_input.done', { ...address, input });
      }
      written.add('response.output_item.done', { output_index: place.output, item: done });
    },
  };
}

/** what of a call is written in pieces. */
const EMPTY: ReadonlyMap<unknown, JsonObject> = new Map([
  ['function_call', { arguments: '' }],
  ['custom_tool_call', { input: '' }],
]);

/** Writes an item that comes in one, with what is told of it on its way. */
export function writeWhole(written: Written, place: Place, item: JsonObject): void {
  const { output } = place;
  const address = addressOf(item, place);
  const progress = PROGRESS.get(item.type);
  const begun = { ...item, ...(item.status !== undefined && { status: 'in_progress' }) };
  written.add('response.output_item.added', { output_index: output, item: begun });
  for (const type of progress?.before ?? []) written.add(type, address);
  const end = item.status === 'failed' ? progress?.failed : progress?.done;
  if (end) written.add(end, address);
  written.add('response.output_item.done', { output_index: output, item });
}
