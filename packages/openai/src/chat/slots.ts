import type { Json, JsonObject } from '@toolglot/core';
import type { WireForm } from '@toolglot/core/kit';

/** What of a message has no neutral place: `name`, `prefix`, signatures of compatible vendors. */
export type ChatMessageSlot = WireForm;

/** What of a part has no neutral place. */
export interface ChatPartSlot extends WireForm {
  /** how closely an image is to be looked at. */
  readonly detail?: string;
  /** the message fields that hold this reasoning: `reasoning_content`, `reasoning`, `reasoning_text`. */
  readonly reasoning?: readonly string[];
  /** the reasoning is a part of the content: with a list of texts in it, or with one text. */
  readonly thinking?: 'list' | 'text';
  /** the id by which OpenAI knows a spoken answer. */
  readonly audio?: string;
  /** the call is one of a text tool. */
  readonly custom?: true;
  /** the opaque value is an entry of `tool_calls`. */
  readonly call?: true;
  /** the vendor takes media in a result. */
  readonly inResult?: true;
}

/** What of a tool has no neutral place. */
export interface ChatToolSlot extends WireForm {
  /** the wire's word for a hosted tool: `openrouter:web_search`. */
  readonly type?: string;
}

/** What of a request has no neutral place, in `fields` under the wire's own names: `service_tier`, `n`, `logprobs`. */
export interface ChatRequestSlot extends WireForm {
  /** wire names of settings that vendors spell differently: `{ maxTokens: 'max_tokens' }`. */
  readonly names?: Readonly<Record<string, string>>;
}

/** What of an answer has no neutral place, in `fields` under the wire's own names. */
export interface ChatResponseSlot extends WireForm {
  readonly choice?: WireForm;
  readonly message?: WireForm;
  /** the token counts as they came. */
  readonly usage?: JsonObject;
  /** further candidates, as they came. */
  readonly others?: readonly Json[];
}

declare module '@toolglot/core' {
  interface MessageSlots {
    'openai-chat'?: ChatMessageSlot;
  }
  interface PartSlots {
    'openai-chat'?: ChatPartSlot;
  }
  interface ToolSlots {
    'openai-chat'?: ChatToolSlot;
  }
  interface RequestSlots {
    'openai-chat'?: ChatRequestSlot;
  }
  interface ResponseSlots {
    'openai-chat'?: ChatResponseSlot;
  }
}
