import { append, emptyLog, type Log, toArray } from './log.ts';

/** A log with what is known of all its items together. Versions share that, too: it counts the items of the newest one. */
export interface Indexed<T, I> {
  readonly log: Log<T>;
  /** right for the newest version only: read it of what `newest` gives. */
  readonly index: I;
  readonly kind: IndexKind<T, I>;
}

/** How an index is kept. */
export interface IndexKind<T, I> {
  create(): I;
  /** changes the index. */
  add(index: I, item: T): void;
}

export const emptyIndexed = <T, I>(kind: IndexKind<T, I>): Indexed<T, I> => ({ log: emptyLog(), index: kind.create(), kind });

/** The same items, with an index of their own where others were put behind them already. */
export function newest<T, I>(indexed: Indexed<T, I>): Indexed<T, I> {
  const { log, kind } = indexed;
  return log.shared.length === log.length ? indexed : put(emptyIndexed(kind), toArray(log));
}

/** The items with others behind them. */
export function put<T, I>(indexed: Indexed<T, I>, items: readonly T[]): Indexed<T, I> {
  if (items.length === 0) return indexed;
  const { log, index, kind } = newest(indexed);
  for (const item of items) kind.add(index, item);
  return { log: append(log, items), index, kind };
}
