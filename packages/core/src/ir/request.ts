import type { JsonObject } from '../json/json.ts';
import type { Message } from './message.ts';
import type { ToolSpec } from './tool.ts';
import type { RequestSlots } from './vendor.ts';

export type ToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | { readonly tool: string }
  | { readonly tools: readonly string[]; readonly mode: 'auto' | 'required' };

export type ReasoningEffort = 'off' | 'minimal' | 'low' | 'medium' | 'high' | 'max';

export interface ReasoningSettings {
  readonly effort?: ReasoningEffort;
  /** tokens that the model may think. */
  readonly budget?: number;
  readonly visible?: 'none' | 'summary' | 'full';
}

export interface Settings {
  /** the longest answer, in tokens, thinking included. */
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
  /** how many answers to write; all but the first stay in the vendor's slot. */
  readonly candidates?: number;
  readonly reasoning?: ReasoningSettings;
  /** whether a stream shall end with token counts; formats that always send them have no word for it. */
  readonly streamUsage?: boolean;
}

/** What the answer shall be: any JSON, or JSON that follows a schema. */
export type OutputFormat =
  | 'json'
  | { readonly schema: JsonObject; readonly name?: string; readonly description?: string; readonly strict?: boolean };

/** One call of a model. */
export interface Request {
  readonly model?: string;
  readonly stream?: boolean;
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolSpec[];
  readonly toolChoice?: ToolChoice;
  /** whether one answer may hold several calls; absent: the vendor's default. */
  readonly parallelCalls?: boolean;
  readonly output?: OutputFormat;
  readonly cache?: 'auto' | 'off';
  readonly settings?: Settings;
  readonly vendor?: RequestSlots;
}
