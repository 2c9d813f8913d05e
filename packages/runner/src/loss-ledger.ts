import { canonicalJson, type Loss, LossError, type LossPolicy } from '@toolglot/core';

/** The losses of a run, each once. */
export interface LossLedger {
  readonly losses: readonly Loss[];
  /** Throws `LossError` where the policy says so, and what the caller's function throws. */
  readonly report: (loss: Loss) => void;
}

/** An empty ledger. */
export function openLedger(policy: LossPolicy = 'report'): LossLedger {
  const losses = new Map<string, Loss>();
  return {
    get losses() {
      return [...losses.values()];
    },
    report(loss) {
      const key = canonicalJson(loss);
      if (losses.has(key)) return;
      losses.set(key, loss);
      if (typeof policy === 'function') policy(loss);
      if (policy === 'throw' && loss.severity !== 'note') throw new LossError([loss]);
    },
  };
}
