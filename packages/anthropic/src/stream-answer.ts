import {
  defined,
  isJsonObject,
  type Json,
  type JsonObject,
  type Profile,
  type StreamEvent,
  type ToolglotError,
  TransportError,
  type VendorError,
} from '@toolglot/core';
import { readFilled, readList, readNumber, readObject, withinDepth } from '@toolglot/core/kit';
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
      message_stop: () => this.#finish(),
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

  take(payload: unknown): readonly StreamEvent[] {
    if (this.#isOver || !isJsonObject(payload)) return [];
    // most of a stream: of these only texts are kept, so that there is nothing to look through
    const piece = payload.type === 'content_block_delta' && this.#piece(readObject(payload.delta), payload.index);
    return piece || this.#read(readObject(withinDepth(payload)));
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
    this.#relabel(start);
    const lane = before?.joins(block) ? before : this.#addLane(block);
    this.#open.set(index, { lane, block });
    this.#latest = index;
    return [...closed, ...this.#told(before, lane)];
  }

  /** a whole answer has the name of the model that wrote the last of it. */
  #relabel(start: Json): void {
    const { type, to } = readObject(start);
    const model = type === 'fallback' ? readFilled(readObject(to).model) : undefined;
    if (model !== undefined) this.#body = { ...this.#body, model };
  }

  #addLane(block: OpenBlock): Lane {
    const lane = new Lane(this.#lanes.length, block, this.#context, this.#own);
    this.#lanes.push(lane);
    return lane;
  }

  #read(payload: JsonObject): readonly StreamEvent[] {
    const read = this.#readers.get(payload.type);
    if (read) return read(payload);
    const error = decodeFrame(payload);
    return error ? this.#fail(error) : [];
  }

  /** A piece of the text of a block that is open; nothing where a delta is anything else. */
  #piece(delta: JsonObject, at: Json | undefined): readonly StreamEvent[] | undefined {
    const open = this.#open.get(readNumber(at) ?? this.#latest);
    const piece = open?.block.takePiece(delta);
    if (!open || !piece) return undefined;
    open.lane.take(piece);
    return open.lane.place < this.#placed ? open.lane.told() : [];
  }

  #write(delta: JsonObject, at: Json | undefined): readonly StreamEvent[] {
    const index = readNumber(at) ?? this.#latest;
    const open = this.#open.get(index);
    if (open) open.block.assign(delta);
    const start = open ? undefined : OPENINGS.get(delta.type);
    return start ? [...this.#begin(start, index), ...(this.#piece(delta, index) ?? [])] : [];
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

  #finish(): readonly StreamEvent[] {
    this.#isOver = true;
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
    const told = touched.flatMap((lane) => (lane && lane.place < this.#placed ? lane.told() : []));
    const next: StreamEvent[] = [];
    for (let lane = this.#lanes[this.#placed]; lane?.isPlaceable; lane = this.#lanes[this.#placed]) {
      for (const event of lane.told()) next.push(event);
      this.#placed += 1;
    }
    return [...told, ...next];
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
