/** Why a turn ended. `tool-calls` is derived from the parts, whatever the wire says. */
export type FinishReason =
  | 'stop'
  | 'tool-calls'
  | 'length'
  | 'content-filter'
  | 'refusal'
  | 'pause'
  | 'aborted'
  | 'error'
  | 'other';

export interface Finish {
  readonly reason: FinishReason;
  /** the vendor's own word; absent where it gave none. */
  readonly raw?: string;
}
