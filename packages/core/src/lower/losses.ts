import type { Loss, LossEffect } from '../ir/loss.ts';

type MakeLoss = (code: string, path: string, message: string) => Loss;

const of =
  (severity: Loss['severity'], effect: LossEffect): MakeLoss =>
  (code, path, message) => ({ code, path, effect, severity, message });

/** A loss by severity and effect: `note.renamed(code, path, message)`. */
export const note = {
  dropped: of('note', 'dropped'),
  moved: of('note', 'moved'),
  renamed: of('note', 'renamed'),
  narrowed: of('note', 'narrowed'),
  synthesised: of('note', 'synthesised'),
} as const;

export const degraded = {
  dropped: of('degraded', 'dropped'),
  moved: of('degraded', 'moved'),
  widened: of('degraded', 'widened'),
  narrowed: of('degraded', 'narrowed'),
  synthesised: of('degraded', 'synthesised'),
} as const;

export const lost = {
  dropped: of('lost', 'dropped'),
} as const;
