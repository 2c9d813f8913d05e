import type { Tool, ToolCall } from '@toolglot/core';

type Concurrency = Tool['concurrency'];

/**
 * Runs calls at once, as far as their tools allow: of a tool with a number that many at a time; an `exclusive` one
 * alone, after those before it and before those behind it. The results are in call order.
 */
export async function schedule<T>(
  calls: readonly ToolCall[],
  concurrencyOf: (name: string) => Concurrency,
  execute: (call: ToolCall) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  for (const batch of batchesOf(calls, ({ name }) => concurrencyOf(name) === 'exclusive')) {
    for (const result of await runBatch(batch, concurrencyOf, execute)) results.push(result);
  }
  return results;
}

function batchesOf(calls: readonly ToolCall[], isExclusive: (call: ToolCall) => boolean): readonly ToolCall[][] {
  const batches: ToolCall[][] = [];
  let open: ToolCall[] | undefined;
  for (const call of calls) {
    const alone = isExclusive(call);
    if (open && !alone) open.push(call);
    else batches.push([call]);
    open = alone ? undefined : batches.at(-1);
  }
  return batches;
}

function runBatch<T>(
  batch: readonly ToolCall[],
  concurrencyOf: (name: string) => Concurrency,
  execute: (call: ToolCall) => Promise<T>,
) {
  const lanes = new Map<string, Lane>();
  const results = batch.map((call) => {
    const limit = concurrencyOf(call.name);
    if (typeof limit !== 'number') return execute(call);
    const lane = lanes.get(call.name) ?? openLane(limit);
    lanes.set(call.name, lane);
    return lane(() => execute(call));
  });
  return Promise.all(results);
}

type Lane = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets so many through at a time, in order. */
function openLane(limit: number): Lane {
  const waiting: (() => void)[] = [];
  let free = limit;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return work().finally(leave);
  };
}
