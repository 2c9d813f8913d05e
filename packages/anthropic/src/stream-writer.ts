import {
  type AssistantPart,
  canonicalJson,
  collector,
  defined,
  type Json,
  type JsonObject,
  type SseEvent,
  type StreamEvent,
  sealPart,
  type ToolglotError,
  VendorError,
} from '@toolglot/core';
import { readObject } from '@toolglot/core/kit';
import { encodeAnswerPart } from './assistant.ts';
import { encodeError } from './error.ts';
import { CODEC, pick, without } from './fields.ts';
import { encodeResponse } from './response.ts';
import { beginningOf, type Delta, pieceOf, restOf } from './stream-shape.ts';
import { decodeUsage } from './usage.ts';
import { trusted, type WireStreamEvent } from './wire.ts';

type Event<T extends StreamEvent['type']> = Extract<StreamEvent, { readonly type: T }>;
type StartEvent = Event<'text-start' | 'reasoning-start' | 'tool-call-start'>;
type DeltaEvent = Event<'text-delta' | 'reasoning-delta' | 'tool-call-delta'>;
type EndEvent = Event<'text-end' | 'reasoning-end' | 'tool-call-end'>;

/** A block that is being written. */
interface Written {
  readonly index: number;
  readonly begun: Json;
  readonly events: SseEvent[];
  hasText: boolean;
  isClosed: boolean;
}

/** Writes an answer as this vendor streams it: one block after another, those that overlap in the order of their starts. */
export class AnswerWriter {
  readonly #answer = collector();
  readonly #blocks: Written[] = [];
  readonly #open = new Map<string, Written>();
  #message: JsonObject | undefined;
  #head = 0;
  #isOver = false;

  write(event: StreamEvent): readonly SseEvent[] {
    if (this.#isOver) return [];
    if (event.type === 'error') return this.#fail(event.error);
    this.#answer.push(event);
    if (event.type === 'usage') return [];
    const opening = this.#start(event.type === 'response-start' ? event : undefined);
    if (event.type === 'finish') return [...opening, ...this.#finish()];
    if (event.type !== 'response-start') this.#take(event);
    return [...opening, ...this.#due()];
  }

  #start(event: Event<'response-start'> = { type: 'response-start' }): readonly SseEvent[] {
    if (this.#message) return [];
    this.#message = startOf(event);
    return [frame({ type: 'message_start', message: trusted(this.#message) })];
  }

  #take(event: StartEvent | DeltaEvent | EndEvent | Event<'part'>): void {
    if (event.type === 'part') for (const block of blocksOf(event.part)) this.#close(this.#begin(block), block);
    else if ('part' in event) this.#end(event);
    else if ('text' in event) this.#add(event);
    else for (const block of blocksOf(stubOf(event))) this.#open.set(event.key, this.#begin(block));
  }

  #begin(block: Json): Written {
    const index = this.#blocks.length;
    const begun = beginningOf(block);
    const written: Written = { index, begun, events: [], hasText: false, isClosed: false };
    written.events.push(frame({ type: 'content_block_start', index, content_block: trusted(begun) }));
    this.#blocks.push(written);
    return written;
  }

  /** the text of a call that may be in a form of the model's own is written when the call is known. */
  #add(event: DeltaEvent): void {
    const written = this.#open.get(event.key);
    if (!written || 'partialArgs' in event) return;
    this.#put(written, pieceOf(written.begun, event.text));
    written.hasText = true;
  }

  #end({ key, part }: EndEvent): void {
    const written = this.#open.get(key);
    const [block] = blocksOf(part);
    this.#open.delete(key);
    if (block !== undefined) this.#close(written ?? this.#begin(block), block);
  }

  #close(written: Written, block: Json): void {
    this.#put(written, restOf(block, written.hasText));
    written.events.push(frame({ type: 'content_block_stop', index: written.index }));
    written.isClosed = true;
  }

  #put({ index, events }: Written, deltas: readonly Delta[]): void {
    for (const delta of deltas) events.push(frame({ type: 'content_block_delta', index, delta: trusted(delta) }));
  }

  #finish(): readonly SseEvent[] {
    this.#isOver = true;
    for (const written of this.#open.values()) this.#close(written, written.begun);
    const whole = encodeResponse(this.#answer.response());
    const usage = trusted<Ending['usage']>(readObject(whole.usage));
    const ending = { type: 'message_delta', delta: trusted<Ending['delta']>(pick(whole, ENDING)), usage } satisfies Ending;
    return [...this.#due(), frame({ ...ending, ...newsOf(whole, this.#message ?? {}) }), frame({ type: 'message_stop' })];
  }

  #fail(error: ToolglotError): readonly SseEvent[] {
    this.#isOver = true;
    const said = error instanceof VendorError ? error : new VendorError(error.message, { status: 500, kind: 'server' });
    return [{ event: 'error', data: JSON.stringify(encodeError(said).body) }];
  }

  /** The events of the first block that is not closed, and of those before it. */
  #due(): readonly SseEvent[] {
    const due: SseEvent[] = [];
    for (let block = this.#blocks[this.#head]; block; block = this.#blocks[this.#head]) {
      for (const event of block.events.splice(0)) due.push(event);
      if (!block.isClosed) break;
      this.#head += 1;
    }
    return due;
  }
}

type Ending = Extract<WireStreamEvent, { readonly type: 'message_delta' }>;

const frame = (event: WireStreamEvent): SseEvent => ({ event: event.type, data: JSON.stringify(event) });

/** what of an answer is known when it has ended, and stands apart from all else that is new then. */
const ENDING = ['stop_reason', 'stop_sequence', 'stop_details', 'container'] satisfies (keyof Ending['delta'])[];
const HEAD = ['type', 'id', 'role', 'model', 'content', 'usage'];

/** The message of the first event: without content, and without an end. */
function startOf({ id, model, vendor }: Event<'response-start'>): JsonObject {
  const counted = vendor?.[CODEC]?.usage;
  const message = { role: 'assistant', content: [] } as const;
  const usage = counted && decodeUsage(counted);
  const made = encodeResponse({ message, finish: { reason: 'other' }, ...defined({ id, model, vendor, usage }) });
  const open = Object.entries(made).map(([name, value]) => [name, name.startsWith('stop_') ? null : value] as const);
  return { ...Object.fromEntries(open), content: [] };
}

function newsOf(whole: JsonObject, said: JsonObject): JsonObject {
  const others = Object.entries(without(whole, [...HEAD, ...ENDING]) ?? {});
  return Object.fromEntries(others.filter(([name, value]) => canonicalJson(value) !== canonicalJson(said[name])));
}

const blocksOf = (part: AssistantPart): readonly Json[] => encodeAnswerPart(part, 'content');

/** A part of which only what its start says is known; what is kept of it is taken to be its own. */
function stubOf({ type, key: _key, ...known }: StartEvent): AssistantPart {
  if ('id' in known) return { type: 'tool-call', args: {}, ...known };
  return sealPart({ type: type === 'text-start' ? 'text' : 'reasoning', text: '', ...known });
}
