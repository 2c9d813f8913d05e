import type { JsonObject } from '@toolglot/core';
import type { WireForm } from '@toolglot/core/kit';

/** What of a part has no neutral place. */
export interface ResponsesPartSlot extends WireForm {
  /** the id of its item: `fc_`, `rs_`, `msg_`. */
  readonly id?: string;
  /** id of the reasoning item that led to it: without that, its own id is refused. */
  readonly after?: string;
  /** id of the item that a reasoning item led to; empty where that has none. */
  readonly before?: string;
  /** the item's type, where it is not the usual one. */
  readonly kind?: string;
  /** the namespace of the tool that is called. */
  readonly namespace?: string;
  /** of the message that begins with this text. */
  readonly item?: WireForm;
  /** whether the message that begins with this text is commentary or the answer. */
  readonly phase?: string;
  /** it stands in one message with the part before it. */
  readonly joined?: true;
  /** whether its message is a list, where its neighbours are not. */
  readonly list?: boolean;
}

/** What of a message has no neutral place. */
export interface ResponsesMessageSlot extends WireForm {
  /** id of the answer that it is. */
  readonly response?: string;
}

/** What of a tool has no neutral place. */
export interface ResponsesToolSlot extends WireForm {
  /** the namespace that it stands in, with what is said of it. */
  readonly namespace?: JsonObject;
}

/** What of a request has no neutral place, in `fields` under the wire's own names: `store`, `include`, `service_tier`. */
export interface ResponsesRequestSlot extends WireForm {
  /** members of `reasoning` and of `text`. */
  readonly reasoning?: WireForm;
  readonly output?: WireForm;
}

/** What of an answer has no neutral place, in `fields` under the wire's own names. */
export interface ResponsesAnswerSlot extends WireForm {
  /** the token counts as they came. */
  readonly usage?: JsonObject;
}

declare module '@toolglot/core' {
  interface MessageSlots {
    'openai-responses'?: ResponsesMessageSlot;
  }
  interface PartSlots {
    'openai-responses'?: ResponsesPartSlot;
  }
  interface ToolSlots {
    'openai-responses'?: ResponsesToolSlot;
  }
  interface RequestSlots {
    'openai-responses'?: ResponsesRequestSlot;
  }
  interface ResponseSlots {
    'openai-responses'?: ResponsesAnswerSlot;
  }
}
