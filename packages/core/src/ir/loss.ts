/** What happened to a thing that a target cannot say. */
export type LossEffect = 'dropped' | 'moved' | 'renamed' | 'widened' | 'narrowed' | 'merged' | 'synthesised';

/** Something that the target does not get as it was. */
export interface Loss {
  /** stable kebab-case code, one for each kind of loss. */
  readonly code: string;
  /** where it was in the request: `messages[2].content[0].args`. */
  readonly path: string;
  readonly effect: LossEffect;
  /** `note`: the meaning is all there; `degraded`: the model gets less or other than was meant; `lost`: it gets nothing of it. */
  readonly severity: 'note' | 'degraded' | 'lost';
  readonly message: string;
}

/** What to do with losses: collect them, refuse those that are `degraded` or `lost`, or be told of each. */
export type LossPolicy = 'report' | 'throw' | ((loss: Loss) => void);
