import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';

/** The arguments of a call that is still being written. */
export interface PartialArgs {
  /** Takes the next piece of the text. Costs nothing: it is read when somebody asks. */
  push(text: string): void;
  /**
   * What can be read of all pieces so far: members whose values have begun, texts as far as they go, numbers and words when they are
   * whole. Each piece is read once, however often this is asked. Where the text turns out not to be JSON, what was read before that.
   */
  read(): Promise<JsonObject>;
}

/** Reads arguments while they are written; `restore` brings them into the form that the program knows. */
export function partialArgs(restore: (args: JsonObject) => Json = (args) => args): PartialArgs {
  const unread: string[] = [];
  let reader: Promise<Reader> | undefined;
  return {
    push(text) {
      unread.push(text);
    },
    async read() {
      reader ??= openReader();
      const args = await (await reader).read(unread.splice(0).join(''));
      const restored = restore(isJsonObject(args) ? args : {});
      return isJsonObject(restored) ? restored : {};
    },
  };
}

interface Reader {
  /** What is read when the parser has taken this piece, too. */
  read(piece: string): Promise<Json | undefined>;
}

/** A parser that is given a piece at a time, and read when it wants the next. */
async function openReader(): Promise<Reader> {
  const { parse } = await import('jsonriver');
  let latest: Json | undefined;
  const feed = openFeed();
  const began = feed.hunger();
  const ended = follow(parse(feed.pieces), (value) => {
    latest = value;
  });
  let last = Promise.race([began, ended]);
  return {
    read(piece) {
      last = last.then(() => {
        const hunger = feed.hunger();
        feed.give(piece);
        return Promise.race([hunger, ended]);
      });
      return last.then(() => latest);
    },
  };
}

interface Feed {
  readonly pieces: AsyncIterable<string>;
  /** Hands the piece over that was asked for. */
  give(piece: string): void;
  /** When the next piece is asked for. */
  hunger(): Promise<void>;
}

function openFeed(): Feed {
  let ask = () => {};
  let give = (_piece: string) => {};
  const next = () => {
    const piece = new Promise<IteratorResult<string>>((resolve) => {
      give = (value) => resolve({ value, done: false });
    });
    ask();
    return piece;
  };
  return {
    pieces: { [Symbol.asyncIterator]: () => ({ next }) },
    give: (piece) => give(piece),
    hunger: () =>
      new Promise((resolve) => {
        ask = resolve;
      }),
  };
}

/** Takes each value of a parser; what is not JSON ends it without a word. */
async function follow(values: AsyncIterable<Json>, take: (value: Json) => void): Promise<void> {
  try {
    for await (const value of values) take(value);
  } catch {
    // what was read before stays
  }
}
