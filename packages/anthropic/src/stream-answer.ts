import {
  defined,
  type Json,
  type JsonObject,
  type Profile,
  type StreamEvent,
  type ToolglotError,
  TransportError,
  type VendorError,
} from '@toolglot/core';
import { readFilled, readList, readNumber, readObject } from '@toolglot/core/kit';
import { decodeError } from './error.ts';
import { asObject } from './fields.ts';
import { decodeAnswer, giveIds } from './response.ts';
import { OpenBlock } from './stream-block.ts';
import { Lane } from './stream-lane.ts';
import { decodeUsage } from './usage.ts';
import type { WireStreamEvent } from './wire.ts';

type Reader = (payload: JsonObject) => readonly StreamEvent[];

/** A streamed answer, as far as it has come. */
export class OpenAnswer {
  readonly #profile: Profile | undefined;
  readonly #lanes: Lane[] = [];
  /** the blocks as they began. */
  readonly #context: Json[] = [];
  /** blocks that are being written, by the wire's index. */
  readonly #open = new Map<number, { readonly lane: Lane; readonly block: OpenBlock }>();
  readonly #readers = new Map<unknown, Reader>(
    Object.entries({
      message_start: ({ message }) => this.#start(readObject(message)),
      content_block_start: ({ index, content_block: block }) => (block === undefined ? [] : this.#begin(block, index)),
      content_block_delta: ({ index, delta }) => this.#write(readObject(delta), index),
      content_block_stop: ({ index }) => this.#close(index),
      message_delta: (payload) => this.#tell(payload),
      message_stop: (payload) => this.#finish(payload),
    } satisfies Readonly<Record<WireStreamEvent['type'], Reader>>),
  );
  #body: JsonObject | undefined;
  #own = giveIds();
  #placed = 0;
  #latest = -1;
  #isOver = false;

  constructor(profile: Profile | undefined) {
    this.#profile = profile;
  }

  /** The answer as it would have come in one piece. */
  get body(): JsonObject {
    return { ...this.#body, content: this.#lanes.flatMap(({ blocks }) => blocks.map((block) => block.end())) };
  }

  take(payload: JsonObject): readonly StreamEvent[] {
    if (this.#isOver) return [];
    const error = decodeFrame(payload);
    return error ? this.#fail(error) : (this.#readers.get(payload.type)?.(payload) ?? []);
  }

  end(): readonly StreamEvent[] {
    return this.#isOver ? [] : this.#fail(new TransportError('the answer broke off: its stream ended before message_stop'));
  }

  #start(message: JsonObject): readonly StreamEvent[] {
    if (this.#body) return [];
    this.#body = message;
    const { id, model, usage, vendor } = decodeAnswer({ ...message, content: [] }, this.#profile);
    this.#own = giveIds(id);
    const begun = readList(message.content).flatMap((block) => [...this.#begin(block, undefined), ...this.#close(undefined)]);
    return [
      { type: 'response-start', ...defined({ id, model, vendor }) },
      ...(usage ? [{ type: 'usage', usage } as const] : []),
      ...begun,
    ];
  }

  #begin(start: Json, at: Json | undefined): readonly StreamEvent[] {
    const index = readNumber(at) ?? this.#latest + 1;
    const known = this.#open.get(index);
    if (known && isSameCall(known.block.start, start)) return [];
    const closed = this.#close(index);
    const block = new OpenBlock(start);
    const before = this.#lanes.at(-1);
    this.#context.push(start);
    const lane = before?.joins(block) ? before : this.#addLane(block);
    this.#open.set(index, { lane, block });
    this.#latest = index;
    return [...closed, ...this.#told(before, lane)];
  }

  #addLane(block: OpenBlock): Lane {
    const lane = new Lane(this.#lanes.length, block, this.#context, this.#own);
    this.#lanes.push(lane);
    return lane;
  }

  #write(delta: JsonObject, at: Json | undefined): readonly StreamEvent[] {
    const index = readNumber(at) ?? this.#latest;
    const start = this.#open.has(index) ? undefined : OPENINGS.get(delta.type);
    const begun = start ? this.#begin(start, index) : [];
    const { lane, block } = this.#open.get(index) ?? {};
    const piece = block?.take(delta);
    if (lane === undefined || piece === undefined) return begun;
    lane.take(piece);
    return [...begun, ...this.#told(lane)];
  }

  #close(at: Json | undefined): readonly StreamEvent[] {
    const index = readNumber(at) ?? this.#latest;
    const { lane, block } = this.#open.get(index) ?? {};
    this.#open.delete(index);
    block?.end();
    lane?.end();
    return this.#told(lane);
  }

  /** Counters are of the whole answer so far: they replace those before them, and those that are null say nothing. */
  #tell({ type: _type, delta, usage, ...others }: JsonObject): readonly StreamEvent[] {
    const body = merged(merged(this.#body ?? {}, readObject(delta)), others);
    const counted = asObject(usage);
    this.#body = counted ? { ...body, usage: merged(readObject(body.usage), counted) } : body;
    return counted ? [{ type: 'usage', usage: decodeUsage(readObject(this.#body.usage)) }] : [];
  }

  #finish({ type: _type, ...others }: JsonObject): readonly StreamEvent[] {
    this.#isOver = true;
    this.#body = merged(this.#body ?? {}, others);
    for (const { blocks } of this.#lanes) for (const block of blocks) block.end();
    for (const lane of this.#lanes) lane.end(true);
    const told = this.#told(...this.#lanes);
    const { message, finish, vendor } = decodeAnswer(this.body, this.#profile);
    const { role: _role, content: _content, finish: _finish, ...more } = message;
    return [...told, { type: 'finish', finish, message: more, ...defined({ vendor }) }];
  }

  #fail(error: ToolglotError): readonly StreamEvent[] {
    this.#isOver = true;
    return [{ type: 'error', error }];
  }

  /** What is new in lanes that have their place in the message, and in those that get it now, in their order. */
  #told(...touched: readonly (Lane | undefined)[]): readonly StreamEvent[] {
    const lanes = touched.flatMap((lane) => (lane && lane.place < this.#placed ? [lane] : []));
    for (let next = this.#lanes[this.#placed]; next?.isPlaceable; next = this.#lanes[this.#placed]) {
      lanes.push(next);
      this.#placed += 1;
    }
    return lanes.flatMap(({ events }) => events.splice(0));
  }
}

/** what a piece without a beginning is taken for. */
const OPENINGS: ReadonlyMap<unknown, JsonObject> = new Map([
  ['text_delta', { type: 'text', text: '' }],
  ['thinking_delta', { type: 'thinking', thinking: '', signature: '' }],
]);

/** Whether a block that begins has begun before. */
function isSameCall(known: Json, start: Json): boolean {
  const [one, other] = [readObject(known), readObject(start)];
  return one.type === 'tool_use' && other.type === 'tool_use' && readFilled(one.id) !== undefined && one.id === other.id;
}

function merged(into: JsonObject, said: JsonObject): JsonObject {
  return { ...into, ...Object.fromEntries(Object.entries(said).filter(([name, value]) => value !== null || !(name in into))) };
}

/** The error that a payload is, also as gateways send it: without a type, with a status of its own. */
function decodeFrame(payload: JsonObject): VendorError | undefined {
  const { type, error } = payload;
  if (type !== 'error' && (type !== undefined || !error)) return undefined;
  const code = readNumber(readObject(error).code) ?? 200;
  return decodeError(code >= 400 && code < 600 ? code : 200, payload);
}
