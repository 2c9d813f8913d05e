import type { Json, JsonObject } from '../json/json.ts';
import type { CacheMark } from './cache.ts';
import type { PartSlots } from './vendor.ts';

/** What every part may carry. */
interface PartBase {
  readonly vendor?: PartSlots;
  /** digest of the neutral fields at the time of decoding; while it matches, vendor data bound to the content may be sent. */
  readonly seal?: string;
  /** a hint that the prompt up to and with this part is worth caching. */
  readonly cache?: CacheMark;
}

export interface TextPart extends PartBase {
  readonly type: 'text';
  readonly text: string;
}

/** Where the bytes of a medium are: inline (base64, no line breaks), at a URL, or in a vendor's file store. */
export type MediaData = { readonly base64: string } | { readonly url: string } | { readonly fileId: string };

/** An image, a document, audio or video. */
export interface MediaPart extends PartBase {
  readonly type: 'media';
  /** IANA media type; a kind with a star (`image/*`) where the wire does not say more. */
  readonly mediaType: string;
  readonly data: MediaData;
  readonly filename?: string;
  /** what is said in it, where the vendor gives that. */
  readonly transcript?: string;
}

/** What the model thought, as far as the vendor shows it. Empty where only a signature came. */
export interface ReasoningPart extends PartBase {
  readonly type: 'reasoning';
  readonly text: string;
}

/** The model declined, in its own words. */
export interface RefusalPart extends PartBase {
  readonly type: 'refusal';
  readonly text: string;
}

/** What is wrong with a part as it came: `code` is stable, `message` says it in words. */
export interface Fault {
  readonly code: 'invalid-json' | 'not-an-object' | 'unsafe-integer' | 'cut-off' | 'missing-name';
  readonly message: string;
}

/** The model asks for a tool. Exported as `ToolCall`. */
export interface ToolCallPart extends PartBase {
  readonly type: 'tool-call';
  /** unique in the conversation. */
  readonly id: string;
  readonly name: string;
  /** the input as the model wrote it, before validation and defaults; a text tool's input is `{ input: text }`. */
  readonly args: JsonObject;
  /** the model's own text of the arguments, byte for byte, where the wire has text. */
  readonly argsText?: string;
  /** the arguments could not be read: `args` is `{}` and the call must not be executed. */
  readonly fault?: Fault;
  /** who calls, where it is not the model itself: a program that the model wrote. */
  readonly caller?: JsonObject;
  /** the wire gave no id: this one was made by the codec. */
  readonly minted?: true;
}

/** What a tool's result may hold. */
export type ResultContent = TextPart | MediaPart | JsonPart | ToolReferencePart | OpaquePart;

/** A value for which the wire has a place of its own, else printed as JSON. */
export interface JsonPart extends PartBase {
  readonly type: 'json';
  readonly value: Json;
}

/** A result that makes a deferred tool known to the model. */
export interface ToolReferencePart extends PartBase {
  readonly type: 'tool-reference';
  readonly name: string;
}

/** The answer to one tool call. Exported as `ToolResult`. */
export interface ToolResultPart extends PartBase {
  readonly type: 'tool-result';
  readonly callId: string;
  /** the tool's name; empty where the wire does not say it and the call is not at hand. */
  readonly name: string;
  readonly content: readonly ResultContent[];
  /** the value behind the content, for the program, not for the model. */
  readonly structured?: Json;
  readonly isError?: boolean;
  /** made by a pass or by the runner, not by the tool: `code` says why. */
  readonly fault?: { readonly code: string; readonly message: string };
  /** the content comes from outside and may try to give orders. */
  readonly untrusted?: boolean;
  /** the arguments that ran, where a person changed them. */
  readonly executedWith?: JsonObject;
  /** the content was one plain string (true) or a list of one text (false); absent: as the format does it by habit. */
  readonly plain?: boolean;
}

/** A tool that the vendor runs, or asks to be allowed to run. */
export interface HostedToolPart extends PartBase {
  readonly type: 'hosted-tool';
  readonly id: string;
  /** `vendor.tool`, such as `anthropic.web_search`. */
  readonly tool: string;
  readonly args: Json;
  readonly result?: Json;
  readonly status: 'done' | 'error' | 'open' | 'needs-approval';
}

/** The answer to a hosted tool that asks. */
export interface ApprovalPart extends PartBase {
  readonly type: 'approval';
  readonly id: string;
  readonly approve: boolean;
  readonly reason?: string;
}

/** Unknown to this version: kept, and sent again to the codec that it came from, only. */
export interface OpaquePart extends PartBase {
  readonly type: 'opaque';
  readonly codec: string;
  readonly value: Json;
}

export type Part =
  | TextPart
  | MediaPart
  | JsonPart
  | ReasoningPart
  | RefusalPart
  | ToolCallPart
  | ToolResultPart
  | HostedToolPart
  | ApprovalPart
  | ToolReferencePart
  | OpaquePart;
