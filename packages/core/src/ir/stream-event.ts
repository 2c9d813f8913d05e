import type { ToolglotError } from '../errors/toolglot-error.ts';
import type { JsonObject } from '../json/json.ts';
import type { Finish } from './finish.ts';
import type { AssistantMessage, AssistantPart } from './message.ts';
import type { ReasoningPart, TextPart, ToolCallPart } from './part.ts';
import type { Usage } from './response.ts';
import type { PartSlots, ResponseSlots } from './vendor.ts';

/** What an answer has beside its parts, known when it ends. */
export interface StreamEnd {
  readonly finish: Finish;
  /** what the message has beside content and finish. */
  readonly message?: Pick<AssistantMessage, 'origin' | 'plain' | 'vendor'>;
  readonly vendor?: ResponseSlots;
}

/**
 * What a streamed answer is made of. `key` joins the events of one part: its start, its deltas, its end, in this order and each part's
 * start before the next one's end or start; parts may overlap. `*-end` carries the whole part, `part` one that comes in one piece.
 * A start has what is known of the part's slots by then: its item's id, its kind.
 * Parts stand in the message in the order of their starts. `finish` or `error` is the last event.
 */
export type StreamEvent =
  /** `vendor` has what is known of the answer's slots by then; all of them are in `finish`. */
  | { readonly type: 'response-start'; readonly id?: string; readonly model?: string; readonly vendor?: ResponseSlots }
  | { readonly type: 'text-start' | 'reasoning-start'; readonly key: string; readonly vendor?: PartSlots }
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly key: string; readonly text: string }
  | { readonly type: 'text-end'; readonly key: string; readonly part: TextPart }
  | { readonly type: 'reasoning-end'; readonly key: string; readonly part: ReasoningPart }
  | {
      readonly type: 'tool-call-start';
      readonly key: string;
      readonly id: string;
      readonly name: string;
      readonly caller?: JsonObject;
      readonly vendor?: PartSlots;
    }
  /** a piece of the model's own text of the arguments. */
  | {
      readonly type: 'tool-call-delta';
      readonly key: string;
      readonly text: string;
      /** the arguments as far as they are written by now, in the tool's own form; only of a model's stream. Read when asked, each piece once. */
      partialArgs?(): Promise<JsonObject>;
    }
  | { readonly type: 'tool-call-end'; readonly key: string; readonly part: ToolCallPart }
  | { readonly type: 'part'; readonly part: AssistantPart }
  /** what is known of the usage so far: the last one counts. */
  | { readonly type: 'usage'; readonly usage: Usage }
  | ({ readonly type: 'finish' } & StreamEnd)
  | { readonly type: 'error'; readonly error: ToolglotError };
