import {
  type AssistantPart,
  type Collector,
  collector,
  defined,
  type JsonObject,
  type PartSlots,
  type Response,
  type SseEvent,
  type StreamEvent,
  UnsupportedError,
} from '@toolglot/core';
import { encodeResponse } from './response.ts';
import { isJoined, isSaid, type SaidPart } from './said.ts';
import { encodeErrorFrame } from './stream-error.ts';
import { type ItemWriter, itemOf, type Place, writeCall, writeReasoning, writeWhole } from './stream-item-writers.ts';
import { SaidWriter } from './stream-said-writer.ts';
import { Written } from './stream-written.ts';

type Start = Extract<StreamEvent, { readonly type: `${string}-start`; readonly key: string }>;
type End = Extract<StreamEvent, { readonly type: `${string}-end` }>;

/** Writes the events of one answer, whose id is known. */
export class AnswerWriter {
  readonly #id: string;
  readonly #written = new Written();
  readonly #answer: Collector = collector();
  readonly #open = new Map<string, ItemWriter>();
  readonly #said: SaidWriter[] = [];
  /** the message that may take another piece. */
  #last: SaidWriter | undefined;
  #items = 0;
  #parts = 0;
  #isBegun = false;

  constructor(id: string) {
    this.#id = id;
  }

  write(event: StreamEvent): readonly SseEvent[] {
    if (event.type === 'error') this.#written.fail(encodeErrorFrame(event.error));
    else this.#take(event);
    return this.#written.take();
  }

  #take(event: Exclude<StreamEvent, { readonly type: 'error' }>): void {
    this.#answer.push(event);
    if (event.type === 'response-start') this.#begin(event);
    else if (event.type === 'finish') this.#finish(event.message?.plain);
    else if (event.type === 'part') this.#whole(event.part);
    else if ('part' in event) this.#end(event);
    else if ('text' in event) this.#open.get(event.key)?.delta(event.text);
    else if ('key' in event) this.#open.set(event.key, this.#start(event));
  }

  #begin({ model, vendor }: Extract<StreamEvent, { readonly type: 'response-start' }>): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    const message = { role: 'assistant', content: [] } as const;
    const begun: Response = {
      id: this.#id,
      message,
      finish: { reason: 'other', raw: 'in_progress' },
      ...defined({ model, vendor }),
    };
    const response = { ...encodeResponse(begun), output: [], usage: null };
    this.#written.add('response.created', { response });
    this.#written.add('response.in_progress', { response });
  }

  #start(event: Start): ItemWriter {
    if (event.type === 'text-start') return this.#text(event.vendor);
    this.#leave();
    if (event.type !== 'tool-call-start') return writeReasoning(this.#written, this.#place(), event.vendor);
    const { id, name, caller, vendor } = event;
    return writeCall(this.#written, this.#place(), { id, name, ...defined({ caller, vendor }) });
  }

  #text(vendor: PartSlots | undefined): ItemWriter {
    const said = this.#message({ type: 'text', text: '', ...defined({ vendor }) });
    const at = said.begin();
    return {
      delta: (text) => said.delta(at, text),
      end: (part) => {
        if (isSaid(part)) said.end(at, part);
        if (said !== this.#last) close(said);
      },
    };
  }

  #end(event: End): void {
    this.#open.get(event.key)?.end(event.part);
    this.#open.delete(event.key);
  }

  /** what the format has no word for is left out. */
  #whole(part: AssistantPart): void {
    if (isSaid(part)) this.#message(part).whole(part);
    else this.#other(part);
  }

  #other(part: AssistantPart): void {
    const item = sayable(part, { seed: this.#id, output: this.#items, part: this.#parts });
    if (item === undefined) {
      this.#parts++;
      return;
    }
    this.#leave();
    writeWhole(this.#written, this.#place(), item);
  }

  /** the message in which a piece stands. */
  #message(part: SaidPart): SaidWriter {
    if (isJoined(part) && this.#last) {
      this.#parts++;
      return this.#last;
    }
    this.#leave();
    this.#last = new SaidWriter(this.#written, this.#place(), part);
    this.#said.push(this.#last);
    return this.#last;
  }

  #place(): Place {
    return { seed: this.#id, output: this.#items++, part: this.#parts++ };
  }

  /** another item begins. */
  #leave(): void {
    if (this.#last) close(this.#last);
    this.#last = undefined;
  }

  #finish(plain: boolean | undefined): void {
    for (const said of this.#said) said.close(plain);
    const response = encodeResponse({ ...this.#answer.response(), id: this.#id });
    this.#written.add(ENDS.get(response.status) ?? 'response.incomplete', { response });
  }
}

function close(said: SaidWriter): void {
  if (said.isIdle && said.isNamed) said.close();
}

/** how an answer ends, by its status. */
const ENDS = new Map<unknown, 'response.completed' | 'response.failed'>([
  ['completed', 'response.completed'],
  ['failed', 'response.failed'],
]);

function sayable(part: AssistantPart, place: Place): JsonObject | undefined {
  try {
    return itemOf([part], place);
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
}

/** an error as it stands in a stream; its status goes with it where its words do not tell of what kind it is. */
