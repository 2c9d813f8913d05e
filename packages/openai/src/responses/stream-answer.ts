import {
  type AssistantPart,
  defined,
  isJsonObject,
  type JsonObject,
  type Profile,
  type Response,
  type ResponseSlots,
  type StreamEvent,
  type ToolglotError,
  TransportError,
} from '@toolglot/core';
import { readFilled, readList, readNumber, readObject, readText, withinDepth } from '@toolglot/core/kit';
import { countParts, decodeItem } from './assistant.ts';
import { isCallType } from './calls.ts';
import { idSlots } from './item-id.ts';
import { decodeResponse, marked, rekeying, seedOf } from './response.ts';
import type { ResponsesPartSlot } from './slots.ts';
import { decodeStreamError } from './stream-error.ts';
import type { OpenItem } from './stream-item.ts';
import { OpenItems } from './stream-items.ts';
import { openLanes } from './stream-lanes.ts';
import { STEPS, type Step } from './stream-spots.ts';
import { Teller } from './stream-teller.ts';

type Start = Extract<StreamEvent, { readonly type: 'response-start' }>;

/** An answer while it is streamed. */
export class OpenAnswer {
  readonly #profile: Profile | undefined;
  readonly #items = new OpenItems();
  readonly #lanes = openLanes();
  readonly #teller = new Teller(this.#lanes, (part, index) => this.#rekey(part, index));
  #start: Start | undefined;
  /** how many items, and how many parts, have ended; which of the items was the last reasoning. */
  #ended = { items: 0, parts: 0, thought: -1 };
  #rekeyed: ReturnType<typeof rekeying> | undefined;
  #over = false;

  constructor(profile: Profile | undefined) {
    this.#profile = profile;
  }

  /** The events in one payload. */
  take(payload: JsonObject): readonly StreamEvent[] {
    if (this.#over) return [];
    const error = decodeStreamError(payload);
    if (error) return this.#fail(error);
    const type = readText(payload.type) ?? '';
    const step = STEPS.get(type);
    if (step) return this.#takeStep(step, payload);
    if (BEGINNINGS.has(type)) return this.#begin(readObject(payload.response), slotsIn(payload.response));
    return ENDS.has(type) ? this.#finish(type, readObject(withinDepth(payload.response))) : [];
  }

  /** What is still to be told when the stream has ended. */
  end(): readonly StreamEvent[] {
    return this.#over
      ? []
      : this.#fail(new TransportError('the answer broke off: its stream ended without an end of the answer'));
  }

  #begin({ id, model }: JsonObject, vendor?: ResponseSlots): readonly StreamEvent[] {
    if (this.#start) return [];
    this.#start = { type: 'response-start', ...defined({ id: readFilled(id), model: readFilled(model), vendor }) };
    return [this.#start];
  }

  #fail(error: ToolglotError): readonly StreamEvent[] {
    this.#over = true;
    return [{ type: 'error', error }];
  }

  #rekey(part: AssistantPart, index: number): AssistantPart {
    this.#rekeyed ??= rekeying(this.#start?.id);
    return this.#rekeyed(part, index);
  }

  #takeStep(step: Step, payload: JsonObject): readonly StreamEvent[] {
    if (step.of === 'text') this.#takeText(step, payload);
    else if (step.of === 'item') this.#takeItem(step.end, readObject(withinDepth(payload)));
    else this.#takeEntry(step, payload);
    const told = this.#lanes.take();
    return this.#start || told.length === 0 ? told : [...this.#begin({}), ...told];
  }

  #takeItem(end: 'added' | 'done', payload: JsonObject): void {
    if (end === 'added') this.#teller.begin(this.#items.add(payload));
    else this.#items.finish(payload);
    this.#settle();
  }

  #takeText({ spot, end }: Extract<Step, { readonly of: 'text' }>, payload: JsonObject): void {
    const text = readText(end === 'delta' ? payload.delta : payload[spot.field]);
    const item = text === undefined ? undefined : this.#items.at(payload, spot.items);
    if (text === undefined || item === undefined || item.done !== undefined) return;
    const index = indexIn(payload);
    if (end === 'done') {
      item.complete(spot, index, text);
    } else {
      item.add(spot, index, text);
      this.#teller.say(item, spot, index, text);
    }
  }

  #takeEntry({ entries: { items, list }, end }: Extract<Step, { readonly of: 'entry' }>, payload: JsonObject): void {
    const item = this.#items.at(payload, items);
    if (item.done !== undefined || !isJsonObject(payload.part)) return;
    const index = indexIn(payload);
    item.enter(list, index, payload.part, end === 'done');
    if (end === 'added') this.#teller.enter(item, index, payload.part);
  }

  /** ends the items of which all is known. */
  #settle(): void {
    const { all } = this.#items;
    for (let item = all[this.#ended.items]; item && this.#isSettled(item); item = all[this.#ended.items]) {
      const [index, wire] = [this.#ended.items, item.done ?? null];
      const reading = { seed: `${seedOf(this.#start?.id)}:${index}`, answer: true };
      const parts = decodeItem(wire, this.#slotAt(index), reading);
      this.#close(
        item,
        parts.map((part, place) => marked(this.#teller.named(item, part, this.#ended.parts + place))),
      );
    }
  }

  /** what a call is may depend on whether the answer was cut off behind it, what reasoning is on what it led to. */
  #isSettled({ type, done }: OpenItem): boolean {
    if (done === undefined || (type === 'message' && readFilled(readObject(done).id) === undefined)) return false;
    const behind = this.#items.all.slice(this.#ended.items + 1);
    if (type === 'reasoning') return behind.some((item) => item.type !== 'reasoning');
    return !isCallType(type) || behind.length > 0;
  }

  #slotAt(index: number): ResponsesPartSlot {
    const from = Math.max(this.#ended.thought, 0);
    const items = this.#items.all.slice(from).map(({ done, base }) => done ?? base);
    return idSlots(items)[index - from] ?? {};
  }

  #close(item: OpenItem, parts: readonly AssistantPart[]): void {
    this.#teller.end(item, parts);
    const { items, parts: before, thought } = this.#ended;
    this.#ended = { items: items + 1, parts: before + parts.length, thought: item.type === 'reasoning' ? items : thought };
  }

  #finish(type: string, answer: JsonObject): readonly StreamEvent[] {
    const begun = this.#begin(answer);
    const status = readText(answer.status) ?? type.slice(type.lastIndexOf('.') + 1);
    this.#items.settle(readList(answer.output), status === 'completed');
    const output = this.#items.all.map(({ done }) => done ?? null);
    const body = { ...answer, ...(status !== 'completed' && { status }), ...defined({ id: this.#start?.id }) };
    const whole = decodeResponse({ ...body, ...(output.length > 0 && { output }) }, defined({ profile: this.#profile }));
    for (const item of this.#items.all.slice(this.#ended.items)) {
      const from = this.#ended.parts;
      this.#close(item, whole.message.content.slice(from, from + countParts(item.done)));
    }
    this.#over = true;
    return [...begun, ...this.#lanes.take(), ...endOf(whole)];
  }
}

/** events that tell of an answer that begins, and of one that ends. */
const BEGINNINGS: ReadonlySet<string> = new Set(['response.created', 'response.queued', 'response.in_progress']);
const ENDS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.cancelled']);

const indexIn = ({ content_index, summary_index }: JsonObject) => readNumber(content_index) ?? readNumber(summary_index) ?? 0;

/** what an answer that begins says beside its parts. */
const slotsIn = (answer: unknown): ResponseSlots | undefined =>
  isJsonObject(answer) ? decodeResponse(answer).vendor : undefined;

function endOf({ finish, usage, message, vendor }: Response): readonly StreamEvent[] {
  const { origin, plain, vendor: kept } = message;
  const beside = defined({ origin, plain, vendor: kept });
  return [
    ...(usage ? [{ type: 'usage', usage } as const] : []),
    { type: 'finish', finish, message: beside, ...defined({ vendor }) },
  ];
}
