import type * as Sdk from '@aws-sdk/client-bedrock-runtime';
import type { Json, JsonObject } from '@toolglot/core';
import type { WireForm } from '@toolglot/core/kit';

/** The JSON on the wire of one of the client's types: bytes are base64, no member is `undefined`, no kind is unknown. */
export type AsJson<T> = unknown extends T
  ? Json
  : T extends Uint8Array
    ? string
    : T extends string | number | boolean | null
      ? T
      : T extends readonly (infer Item)[]
        ? readonly AsJson<Item>[]
        : T extends { readonly $unknown: unknown }
          ? never
          : T extends object
            ? { readonly [K in keyof T]: AsMember<T[K]> }
            : T;

/** a free value of the client is any JSON. */
type AsMember<T> = T extends undefined ? never : readonly unknown[] extends T ? Json : AsJson<T>;

/** Members of a wire type before `defined`: any may be missing, none may be misspelt. */
export type Members<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The model is in the path. */
export type WireBody = AsJson<Omit<Sdk.ConverseRequest, 'modelId' | '$unknown'>>;
export type WireMessage = AsJson<Sdk.Message>;
export type WireBlock = AsJson<Sdk.ContentBlock>;
export type WireSystemBlock = AsJson<Sdk.SystemContentBlock>;
export type WireResultBlock = AsJson<Sdk.ToolResultContentBlock>;
export type WireCachePoint = AsJson<Sdk.CachePointBlock>;
export type WireImage = AsJson<Sdk.ImageBlock>;
export type WireDocument = AsJson<Sdk.DocumentBlock>;
export type WireVideo = AsJson<Sdk.VideoBlock>;
export type WireAudio = AsJson<Sdk.AudioBlock>;
export type WireReasoningText = AsJson<Sdk.ReasoningTextBlock>;
export type WireReasoning = AsJson<Sdk.ReasoningContentBlock>;
export type WireToolUse = AsJson<Sdk.ToolUseBlock>;
export type WireToolResult = AsJson<Sdk.ToolResultBlock>;
export type WireTool = AsJson<Sdk.Tool>;
export type WireToolSpec = AsJson<Sdk.ToolSpecification>;
export type WireToolConfig = AsJson<Sdk.ToolConfiguration>;
export type WireToolChoice = AsJson<Sdk.ToolChoice>;
export type WireInferenceConfig = AsJson<Sdk.InferenceConfiguration>;
export type WireOutputConfig = AsJson<Sdk.OutputConfig>;
export type WireJsonSchema = AsJson<Sdk.JsonSchemaDefinition>;
export type WireStopReason = Sdk.StopReason;
export type WireUsage = AsJson<Sdk.TokenUsage>;
export type WireAnswer = AsJson<Sdk.ConverseResponse>;

/** What has no neutral place in a part or a tool: members of its block, in the wire's spelling, and other spellings of it. */
export interface BlockSlot extends WireForm {
  /** the whole `citationsContent` that a text came in. */
  readonly cited?: JsonObject;
  /** a text for the guardrail, with these members beside. */
  readonly guarded?: JsonObject;
  /** the same for the block that holds a hosted tool's result. */
  readonly result?: WireForm;
}

/** How a message stood on the wire, where that is not as by habit. */
export interface MessageSlot {
  /** in a wire message of its own, though the one before it is of the same role. */
  readonly joined?: false;
  /** a system message at the head that was in the list of messages. */
  readonly inline?: true;
  /** a role that the format does not know. */
  readonly role?: string;
  readonly fields?: JsonObject;
}

/** The members of a body that hold what has a neutral place, beside other things. */
export type GroupName = 'inferenceConfig' | 'toolConfig' | 'outputConfig' | 'additionalModelRequestFields';

/** What has no neutral place in a body: its fields, in the wire's spelling, and another spelling of the same. */
export interface BodySlot extends WireForm {
  /** the same for what is within these members. */
  readonly groups?: { readonly [Name in GroupName]?: WireForm };
}

/** The same of an answer. */
export interface AnswerSlot extends WireForm {
  /** the token counts as they came. */
  readonly usage?: JsonObject;
  /** its calls said their type, which requests do not. */
  readonly typed?: true;
}

declare module '@toolglot/core' {
  interface PartSlots {
    'bedrock-converse'?: BlockSlot;
  }
  interface ToolSlots {
    'bedrock-converse'?: BlockSlot;
  }
  interface MessageSlots {
    'bedrock-converse'?: MessageSlot;
  }
  interface RequestSlots {
    'bedrock-converse'?: BodySlot;
  }
  interface ResponseSlots {
    'bedrock-converse'?: AnswerSlot;
  }
}

/** A value that the client's types do not know: kept as it came, so its type is taken on trust. */
export function trusted<Block>(value: Json): Block {
  return value as Block;
}
