import type { Json, JsonObject } from '@toolglot/core';
import { readObject, readText } from '@toolglot/core/kit';
import type { Spot } from './stream-spots.ts';

/** A text in pieces, and whole where that was said. */
interface Text {
  readonly field: string;
  readonly pieces: string[];
  whole?: string;
}

interface Entry {
  base: JsonObject;
  readonly texts: Map<string, Text>;
}

type List = 'content' | 'summary';

/** An item while it is written. */
export class OpenItem {
  /** of the item alone in its answer. */
  readonly key: string;
  readonly type: string;
  /** as it is when it has ended. */
  done: Json | undefined;
  #base: JsonObject;
  #begun: boolean;
  readonly #texts = new Map<string, Text>();
  readonly #lists = { content: new Map<number, Entry>(), summary: new Map<number, Entry>() };

  /** `begun`: its beginning was told, and not its first piece alone. */
  constructor(item: Json, key: string, begun: boolean) {
    this.#base = readObject(item);
    this.#begun = begun;
    this.key = key;
    this.type = readText(this.#base.type) ?? 'message';
  }

  /** What is known of it beside its pieces. */
  get base(): JsonObject {
    return this.#base;
  }

  get begun(): boolean {
    return this.#begun;
  }

  /** Takes its beginning, late or once more. */
  begin(item: Json): void {
    this.#base = { ...this.#base, ...readObject(item) };
    this.#begun = true;
  }

  /** Takes a piece of a text. */
  add(spot: Spot, index: number, text: string): void {
    this.#text(spot, index).pieces.push(text);
  }

  /** Takes a text when it is whole: that counts, whatever the pieces were. */
  complete(spot: Spot, index: number, text: string): void {
    this.#text(spot, index).whole = text;
  }

  /** Takes an entry of a list: as it begins, or as it is when it is `done`, whatever its pieces were. */
  enter(list: List, index: number, entry: JsonObject, done: boolean): void {
    const at = this.#entry(list, index);
    at.base = entry;
    if (done) at.texts.clear();
  }

  /** The item out of its pieces. `ended`: the answer that it is part of says that it is complete. */
  gathered(ended: boolean): JsonObject {
    return {
      ...this.#base,
      ...(ended && this.#base.status === 'in_progress' && { status: 'completed' }),
      ...joined(this.#texts),
      ...listed('content', this.#lists.content),
      ...listed('summary', this.#lists.summary),
    };
  }

  #entry(list: List, index: number, type = ''): Entry {
    const entry = this.#lists[list].get(index) ?? { base: { type }, texts: new Map<string, Text>() };
    this.#lists[list].set(index, entry);
    return entry;
  }

  #text({ list, field, type }: Spot, index: number): Text {
    const among = list ? this.#entry(list, index, type).texts : this.#texts;
    const text = among.get(field) ?? { field, pieces: [] };
    among.set(field, text);
    return text;
  }
}

const joined = (texts: ReadonlyMap<string, Text>): JsonObject =>
  Object.fromEntries([...texts.values()].map(({ field, pieces, whole }) => [field, whole ?? pieces.join('')]));

function listed(name: string, entries: ReadonlyMap<number, Entry>): JsonObject {
  if (entries.size === 0) return {};
  const inOrder = [...entries].sort(([one], [other]) => one - other);
  return { [name]: inOrder.map(([, { base, texts }]) => ({ ...base, ...joined(texts) })) };
}
