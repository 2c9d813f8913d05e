import { defined, isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import { readFilled, readNumber, readObject, readText } from '@toolglot/core/kit';
import { OpenItem } from './stream-item.ts';
import type { Spot } from './stream-spots.ts';

/** The items of an answer that is still being written, in the order in which they begin. */
export class OpenItems {
  readonly #all: OpenItem[] = [];
  readonly #ids = new Map<unknown, OpenItem>();
  readonly #calls = new Map<unknown, OpenItem>();
  readonly #places = new Map<unknown, OpenItem>();

  get all(): readonly OpenItem[] {
    return this.#all;
  }

  /** Takes an item as it begins; one that begins twice is one. */
  add({ item = null, output_index }: JsonObject): OpenItem {
    const place = readNumber(output_index);
    const known = this.#started(item, place);
    if (known === undefined) return this.#begin(item, place, true);
    known.begin(item);
    return this.#register(known, item, place);
  }

  /** Takes an item as it is when it is done; what is done twice is as it was first. */
  finish({ item = null, output_index }: JsonObject): void {
    const place = readNumber(output_index);
    if (this.#isDone(item, place)) return;
    const latest = place === undefined ? this.#all.findLast((one) => isOpen(one, item)) : undefined;
    const found = this.#named(item, place).find((one) => isOpen(one, item)) ?? latest ?? this.#begin(item, place, true);
    found.done = item;
    this.#register(found, item, place);
  }

  /** The item that a piece belongs to; one that nothing was said of begins with it. */
  at({ item_id, output_index }: JsonObject, types: Spot['items']): OpenItem {
    const named = this.#ids.get(item_id) ?? this.#places.get(output_index);
    if (named && types.includes(named.type)) return named;
    const fits = (one: OpenItem | undefined) => one !== undefined && types.includes(one.type);
    const place = readNumber(output_index);
    const found = place === undefined ? this.#all.findLast(fits) : [this.#places.get(place)].find(fits);
    return found ?? this.#begin(begunAs(types[0], readFilled(item_id)), place, false);
  }

  /**
   * Takes the items of the whole answer: those that were not done are as they are here, else what their pieces say, and those that
   * nothing was said of are new.
   */
  settle(output: readonly Json[], isComplete: boolean): void {
    const left = new Set(this.#all);
    output.forEach((item, place) => {
      const isLeft = (one: OpenItem | undefined) => one !== undefined && left.has(one) && one.type === typeOf(item);
      const found = this.#named(item, place).find(isLeft) ?? [...left].find(isLeft) ?? this.#begin(item, undefined, true);
      left.delete(found);
      found.done ??= item;
    });
    for (const item of left) item.done ??= item.gathered(isComplete);
  }

  #begin(item: Json, place: number | undefined, isTold: boolean): OpenItem {
    const begun = new OpenItem(item, `${this.#all.length}`, isTold);
    this.#all.push(begun);
    return this.#register(begun, item, place);
  }

  #register(begun: OpenItem, item: Json, place: number | undefined): OpenItem {
    const { id, call_id } = readObject(item);
    if (readFilled(id)) this.#ids.set(id, begun);
    if (readFilled(call_id)) this.#calls.set(call_id, begun);
    if (place !== undefined) this.#places.set(place, begun);
    return begun;
  }

  /** what it may be: by its id, that of its call, its place. */
  #named(item: Json, place: number | undefined): readonly (OpenItem | undefined)[] {
    const { id, call_id } = readObject(item);
    return [this.#ids.get(id), this.#calls.get(call_id), this.#places.get(place)];
  }

  /** an item that began with its first piece, or that begins again. */
  #started(item: Json, place: number | undefined): OpenItem | undefined {
    const isOther = (one: OpenItem) =>
      one.begun && ['id', 'call_id'].some((name) => differs(one.base[name], readObject(item)[name]));
    return this.#named(item, place).find((one) => one && isOpen(one, item) && !isOther(one));
  }

  /** whether all that it may be is done, and nothing says that it is another. */
  #isDone(item: Json, place: number | undefined): boolean {
    const named = this.#named(item, undefined).filter((one) => one?.type === typeOf(item));
    const isThere = (one: OpenItem | undefined) => place === undefined || this.#places.get(place) === one;
    return named.length > 0 && named.every((one) => one?.done !== undefined && isThere(one));
  }
}

const differs = (one: Json | undefined, other: Json | undefined) =>
  readFilled(one) !== undefined && readFilled(other) !== undefined && one !== other;

const begunAs = (type: string, id: string | undefined): JsonObject => ({
  type,
  ...defined({ id }),
  ...(type === 'message' && { role: 'assistant' }),
});

const typeOf = (item: Json) => (isJsonObject(item) ? readText(item.type) : undefined) ?? 'message';

const isOpen = (one: OpenItem | undefined, item: Json) =>
  one !== undefined && one.done === undefined && one.type === typeOf(item);
