/** A list that only grows, in which two versions share what they have in common. To append to the newest version costs nothing. */
export interface Log<T> {
  readonly length: number;
  /** shared with later versions: only the first `length` items are this version's. */
  readonly shared: T[];
}

export const emptyLog = <T>(): Log<T> => ({ length: 0, shared: [] });

export function append<T>(log: Log<T>, items: readonly T[]): Log<T> {
  if (items.length === 0) return log;
  const shared = log.shared.length === log.length ? log.shared : toArray(log);
  pushAll(shared, items);
  return { length: shared.length, shared };
}

/** Puts items behind a list, however many: as arguments of one call they would have to fit on the stack. */
export function pushAll<T>(list: T[], items: readonly T[]): void {
  for (const item of items) list.push(item);
}

export function toArray<T>(log: Log<T>): T[] {
  return log.shared.slice(0, log.length);
}

/** Whether a list begins with all of a log, item by item. */
export function isPrefix<T>(log: Log<T>, items: readonly T[]): boolean {
  if (log.length > items.length) return false;
  for (let index = log.length - 1; index >= 0; index--) if (log.shared[index] !== items[index]) return false;
  return true;
}
