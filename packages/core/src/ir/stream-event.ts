import type { ToolglotError } from '../errors/toolglot-error.ts';
import type { Finish } from './finish.ts';
import type { Part, ToolCallPart } from './part.ts';
import type { Usage } from './response.ts';

/** What a streamed answer is made of. `key` joins the events of one part; `*-end` carries the whole part. */
export type StreamEvent =
  | { readonly type: 'response-start'; readonly id?: string; readonly model?: string }
  | { readonly type: 'text-start' | 'reasoning-start'; readonly key: string }
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly key: string; readonly text: string }
  | { readonly type: 'text-end' | 'reasoning-end'; readonly key: string; readonly part: Part }
  | { readonly type: 'tool-call-start'; readonly key: string; readonly id: string; readonly name: string }
  | { readonly type: 'tool-call-delta'; readonly key: string; readonly text: string }
  | { readonly type: 'tool-call-end'; readonly key: string; readonly part: ToolCallPart }
  | { readonly type: 'part'; readonly part: Part }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'finish'; readonly finish: Finish }
  | { readonly type: 'error'; readonly error: ToolglotError };
