import { callMutators } from './calls.ts';
import type { Mutator } from './mutator.ts';
import { resultMutators } from './results.ts';
import { toolMutators } from './tools.ts';
import { turnMutators } from './turns.ts';

/** Ways to spoil a good request; encoded as it is, without lowering, it breaks a rule of most vendors. */
export const mutators: readonly Mutator[] = [...resultMutators, ...callMutators, ...turnMutators, ...toolMutators];
