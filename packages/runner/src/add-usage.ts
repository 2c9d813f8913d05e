import { defined, type Usage } from '@toolglot/core';

/** Two counts together. What one of them does not know is left out of the sum; what both do not know stays unknown. */
export function addUsage(total: Usage | undefined, step: Usage | undefined): Usage | undefined {
  if (!total || !step) return total ?? step;
  return defined({
    input: add(total.input, step.input),
    output: add(total.output, step.output),
    cachedInput: add(total.cachedInput, step.cachedInput),
    cacheWrite: add(total.cacheWrite, step.cacheWrite),
    reasoning: add(total.reasoning, step.reasoning),
  });
}

function add(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : a + b;
}
