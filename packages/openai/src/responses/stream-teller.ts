import { type AssistantPart, defined, isJsonObject, type JsonObject, type PartSlots, type ToolCall } from '@toolglot/core';
import { isPlainForm, readFilled } from '@toolglot/core/kit';
import type { ResponsesPartSlot } from './slots.ts';
import type { OpenItem } from './stream-item.ts';
import { type Lane, type Lanes, sayInput } from './stream-lanes.ts';
import type { Spot } from './stream-spots.ts';

type Rekey = (part: AssistantPart, index: number) => AssistantPart;

/** Tells of items while they are written. */
export class Teller {
  readonly #lanes: Lanes;
  readonly #rekey: Rekey;
  readonly #known = new Map<OpenItem, Map<number, Lane>>();
  readonly #ids = new Map<OpenItem, CallId>();
  readonly #thoughts = new Map<OpenItem, Thought>();

  /** `rekey` makes the ids of calls unique: given their parts in their order. */
  constructor(lanes: Lanes, rekey: Rekey) {
    this.#lanes = lanes;
    this.#rekey = rekey;
  }

  /** An item has begun. */
  begin(item: OpenItem): void {
    if (item.type === 'reasoning') this.#think(item);
    else if (isWritten(item)) this.#call(item);
    else this.#lane(item, 0);
  }

  /** An entry of a list of it has begun. */
  enter(item: OpenItem, index: number, { type }: JsonObject): void {
    if (item.type === 'message' && type === 'output_text') this.#text(item, index);
  }

  /** A piece of one of its texts came. */
  say(item: OpenItem, spot: Spot, index: number, text: string): void {
    if (item.type === 'reasoning') this.#thought(item, spot, index, text);
    else if (spot.type === 'output_text') this.#text(item, index).say(text);
    else if (item.type === 'function_call') this.#lane(item, 0).say(text);
    else if (item.type === 'custom_tool_call') sayInput(this.#lane(item, 0), text);
    else this.#lane(item, index);
  }

  /** It is whole: these are its parts. */
  end(item: OpenItem, parts: readonly AssistantPart[]): void {
    const begun = this.#known.get(item) ?? new Map<number, Lane>();
    const isExact = [...begun.keys()].every((index) => index < parts.length);
    const places = isExact ? [...parts.keys()] : [...begun.keys()].sort((one, other) => one - other);
    for (const [index, part] of parts.entries()) this.#lane(item, places[index] ?? -1 - index).end(part);
    for (const place of places.slice(parts.length)) begun.get(place)?.drop();
    this.#known.delete(item);
  }

  /** A call under the id by which it was told of; others under one of their own. */
  named(item: OpenItem, part: AssistantPart, index: number): AssistantPart {
    const told = this.#ids.get(item);
    if (part.type !== 'tool-call' || told?.came !== part.id) return this.#rekey(part, index);
    return told.id === part.id ? part : { ...part, id: told.id, ...defined({ minted: told.minted }) };
  }

  #lane(item: OpenItem, index: number): Lane {
    const own = this.#known.get(item) ?? new Map<number, Lane>();
    const lane = own.get(index) ?? this.#lanes.add(`${item.key}.${index}`);
    this.#known.set(item, own.set(index, lane));
    return lane;
  }

  #text(item: OpenItem, index: number): Lane {
    const lane = this.#lane(item, index);
    lane.begin({ type: 'text-start', key: lane.key, ...(index > 0 ? slotOf({ joined: true }) : slotIn(item)) });
    return lane;
  }

  #think(item: OpenItem): Lane {
    const lane = this.#lane(item, 0);
    lane.begin({ type: 'reasoning-start', key: lane.key, ...slotIn(item) });
    return lane;
  }

  /** thoughts and summaries of them are not mixed: what comes first is told. */
  #thought(item: OpenItem, { list }: Spot, index: number, text: string): void {
    const lane = this.#think(item);
    const thought = this.#thoughts.get(item) ?? { list, index };
    this.#thoughts.set(item, { list: thought.list, index });
    if (thought.list !== list) return;
    if (thought.index !== index && lane.spoken) lane.say('\n\n');
    lane.say(text);
  }

  /** a call is told of when its id and its name are known. */
  #call(item: OpenItem): void {
    const lane = this.#lane(item, 0);
    const came = readFilled(item.base.call_id);
    const name = readFilled(item.base.name);
    const id = this.#ids.get(item) ?? (came === undefined ? undefined : this.#newId(came));
    if (id === undefined) return;
    this.#ids.set(item, id);
    if (name === undefined) return;
    const caller = isJsonObject(item.base.caller) ? { caller: item.base.caller } : {};
    lane.begin({ type: 'tool-call-start', key: lane.key, id: id.id, name, ...caller, ...slotIn(item) });
  }

  #newId(came: string): CallId {
    const call = this.#rekey({ type: 'tool-call', id: came, name: '', args: {} }, this.#lanes.size - 1);
    return call.type === 'tool-call' ? { came, id: call.id, ...defined({ minted: call.minted }) } : { came, id: came };
  }
}

/** The id of a call: as it came, and as it is told. */
interface CallId extends Pick<ToolCall, 'id' | 'minted'> {
  readonly came: string;
}

/** Which of the texts of reasoning is told, and how far. */
interface Thought {
  readonly list: Spot['list'];
  readonly index: number;
}

/** calls whose arguments are written in pieces; all others come in one. */
const isWritten = ({ type }: OpenItem) => type === 'function_call' || type === 'custom_tool_call';

function slotIn({ type, base }: OpenItem): Slotted {
  const { id, phase, namespace } = base;
  const kind = type === 'custom_tool_call' ? type : undefined;
  return slotOf(defined({ id: readFilled(id), kind, phase: readFilled(phase), namespace: readFilled(namespace) }));
}

interface Slotted {
  readonly vendor?: PartSlots;
}

const slotOf = (slot: ResponsesPartSlot): Slotted => (isPlainForm(slot) ? {} : { vendor: { 'openai-responses': slot } });
