import type { FinishReason } from './finish.ts';
import type {
  ApprovalPart,
  HostedToolPart,
  MediaPart,
  OpaquePart,
  ReasoningPart,
  RefusalPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from './part.ts';
import type { MessageSlots } from './vendor.ts';

interface MessageBase {
  readonly vendor?: MessageSlots;
  /**
   * the content was one plain string (true), or a list of one text, or with no text not there at all (false);
   * absent: as the format does it by habit.
   */
  readonly plain?: boolean;
}

/** Instructions. Those at the head are the system prompt; later ones stand where they stand. */
export interface SystemMessage extends MessageBase {
  readonly role: 'system';
  /** `developer`: by the app, where a format tells it from the platform. */
  readonly author?: 'developer';
  readonly content: readonly (TextPart | OpaquePart)[];
}

export interface UserMessage extends MessageBase {
  readonly role: 'user';
  readonly content: readonly (TextPart | MediaPart | ApprovalPart | OpaquePart)[];
}

/** Who wrote an assistant message. */
export interface Origin {
  readonly codec: string;
  readonly provider: string;
  readonly model?: string;
  /** digest of the prompt that a bound signature stands on. */
  readonly prefix?: string;
}

export interface AssistantMessage extends MessageBase {
  readonly role: 'assistant';
  /** in the order in which the model produced it. */
  readonly content: readonly AssistantPart[];
  readonly finish?: FinishReason;
  readonly origin?: Origin;
}

export type AssistantPart = TextPart | MediaPart | ReasoningPart | RefusalPart | ToolCallPart | HostedToolPart | OpaquePart;

/** The results of one step, in call order. */
export interface ToolMessage extends MessageBase {
  readonly role: 'tool';
  readonly content: readonly ToolResultPart[];
}

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;
