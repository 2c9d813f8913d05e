import { emptyIndexed, type Indexed, type IndexKind, newest, put } from './indexed.ts';

/** Calls and results, counted by id as they come: to match them at each message would cost all of them each time. */
export type Balance = Indexed<Change, Counts>;

interface Change {
  readonly id: string;
  readonly by: 1 | -1;
}

interface Counts {
  /** calls less results, by id. */
  readonly of: Map<string, number>;
  missing: number;
}

const kind: IndexKind<Change, Counts> = {
  create: () => ({ of: new Map(), missing: 0 }),
  add(counts, { id, by }) {
    const before = counts.of.get(id) ?? 0;
    counts.of.set(id, before + by);
    counts.missing += Math.max(0, before + by) - Math.max(0, before);
  },
};

export const evenBalance = (): Balance => emptyIndexed(kind);

export const withCalls = (balance: Balance, ids: readonly string[]): Balance =>
  put(
    balance,
    ids.map((id) => ({ id, by: 1 })),
  );

export const withResults = (balance: Balance, ids: readonly string[]): Balance =>
  put(
    balance,
    ids.map((id) => ({ id, by: -1 })),
  );

/** How many calls have no result yet. */
export const missingIn = (balance: Balance): number => newest(balance).index.missing;
