import type * as Beta from '@anthropic-ai/sdk/resources/beta/messages';
import type * as Sdk from '@anthropic-ai/sdk/resources/messages';
import type { APIErrorObject, ErrorResponse } from '@anthropic-ai/sdk/resources/shared';
import type { Json, JsonObject } from '@toolglot/core';
import type { WireForm } from '@toolglot/core/kit';

/** The plain JSON of one of the client's types: a body that does not fit it does not compile. */
export type AsJson<T> = unknown extends T
  ? Json
  : T extends readonly (infer Item)[]
    ? readonly AsJson<Item>[]
    : T extends string | number | boolean | null
      ? T
      : T extends object
        ? { readonly [K in keyof T]: AsJson<T[K]> }
        : T;

/** Members of a wire type before `defined`: any may be missing, none may be misspelt. */
export type Members<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** A wire type whose given members hold what a slot or a program says, beyond the values that the client knows. */
export type Open<T, Name extends keyof T> = Omit<T, Name> & Readonly<Record<Name, Json>>;

/** `model` may be missing: Bedrock has it in the path. */
export type WireBody = AsJson<Omit<Sdk.MessageCreateParamsBase, 'model'>> & { readonly model?: string };
export type WireMessage = AsJson<Sdk.MessageParam>;
export type WireBlock = AsJson<Sdk.ContentBlockParam>;
export type WireText = AsJson<Sdk.TextBlockParam>;
export type WireImage = AsJson<Sdk.ImageBlockParam>;
export type WireBase64Image = AsJson<Sdk.Base64ImageSource>;
export type WireDocument = AsJson<Sdk.DocumentBlockParam>;
export type WireThinking = AsJson<Sdk.ThinkingBlockParam | Sdk.RedactedThinkingBlockParam>;
export type WireToolUse = AsJson<Sdk.ToolUseBlockParam>;
export type WireToolResult = AsJson<Sdk.ToolResultBlockParam>;
export type WireResultBlock = Exclude<NonNullable<WireToolResult['content']>, string>[number];
export type WireHostedCall = Open<AsJson<Sdk.ServerToolUseBlockParam>, 'name'>;
export type WireHostedResult = Open<AsJson<Sdk.WebSearchToolResultBlockParam>, 'type' | 'content'>;
/** the server's name is in the slot. */
export type WireMcpCall = Omit<AsJson<Beta.BetaMCPToolUseBlockParam>, 'server_name'>;
export type WireMcpResult = AsJson<Beta.BetaRequestMCPToolResultBlockParam>;
export type WireCacheControl = AsJson<Sdk.CacheControlEphemeral>;
export type WireTool = AsJson<Sdk.ToolUnion>;
export type WireFunctionTool = AsJson<Sdk.Tool>;
export type WireToolChoice = AsJson<Sdk.ToolChoice>;
export type WireThinkingConfig = AsJson<Sdk.ThinkingConfigParam>;
export type WireOutputConfig = AsJson<Sdk.OutputConfig>;
export type WireUsage = AsJson<Sdk.Usage>;
export type WireStopReason = Sdk.StopReason;
export type WireAnswer = AsJson<Sdk.Message>;
export type WireStreamEvent = AsJson<Sdk.RawMessageStreamEvent>;
export type WireDelta = AsJson<Sdk.RawContentBlockDelta>;
/** kinds of errors that the client's types lack are sent too, and a code beside. */
export type WireErrorBody = AsJson<Omit<ErrorResponse, 'error'>> & { readonly error: WireError & WireErrorCode };
export type WireError = Open<AsJson<APIErrorObject>, 'type'>;
export type WireErrorCode = { readonly details?: { readonly error_code: string } };

/** What has no neutral place in a part or a tool: fields of its block, in the wire's spelling. */
export interface BlockSlot {
  readonly fields?: JsonObject;
  /** fields of the block that holds a hosted tool's result. */
  readonly result?: JsonObject;
}

/** How a message stood on the wire, where that is not as by habit. */
export interface MessageSlot {
  /** whether it is in one wire message with the message before it. */
  readonly joined?: boolean;
  /** a system message at the head that was in the list of messages. */
  readonly inline?: boolean;
  /** a role that the format does not know. */
  readonly role?: string;
  /** id of the container that an answer ran its code in: it goes into the next request. */
  readonly container?: string;
  readonly fields?: JsonObject;
}

/** What has no neutral place in a body: its fields, in the wire's spelling; of an answer also another spelling of the same. */
export interface BodySlot extends WireForm {
  /** the token counts as they came. */
  readonly usage?: JsonObject;
  /** values of the header `anthropic-beta`. */
  readonly betas?: readonly string[];
}

declare module '@toolglot/core' {
  interface PartSlots {
    'anthropic-messages'?: BlockSlot;
  }
  interface ToolSlots {
    'anthropic-messages'?: BlockSlot;
  }
  interface MessageSlots {
    'anthropic-messages'?: MessageSlot;
  }
  interface RequestSlots {
    'anthropic-messages'?: BodySlot;
  }
  interface ResponseSlots {
    'anthropic-messages'?: BodySlot;
  }
}

/** A block of a kind that the client's types do not know: kept as it came, so its type is taken on trust. */
export function trusted<Block>(value: Json): Block {
  return value as Block;
}
