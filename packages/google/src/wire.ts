import type * as Genai from '@google/genai';
import type { Json, JsonObject } from '@toolglot/core';
import type { WireForm } from '@toolglot/core/kit';

/** The plain JSON of one of the client's types, enums as their words: a body that does not fit it does not compile. */
type AsJson<T> = unknown extends T
  ? Json
  : T extends readonly (infer Item)[]
    ? readonly AsJson<Item>[]
    : T extends string
      ? `${T}`
      : T extends number | boolean | null
        ? T
        : T extends object
          ? { readonly [K in keyof T]: AsJson<T[K]> }
          : T;

/** Members of a wire type before `defined`: any may be missing, none may be misspelt. */
export type Members<T> = { readonly [K in keyof T]?: T[K] | undefined };

export type WireContent = AsJson<Genai.Content>;
export type WirePart = AsJson<Genai.Part>;
export type WireBlob = AsJson<Genai.Blob>;
export type WireFile = AsJson<Genai.FileData>;
export type WireCall = AsJson<Genai.FunctionCall>;
export type WireResult = AsJson<Genai.FunctionResponse>;
export type WireResultPart = AsJson<Genai.FunctionResponsePart>;
export type WireCode = AsJson<Genai.ExecutableCode>;
export type WireCodeResult = AsJson<Genai.CodeExecutionResult>;
export type WireToolCall = AsJson<Genai.ToolCall>;
export type WireToolResponse = AsJson<Genai.ToolResponse>;
export type WireTool = AsJson<Genai.Tool>;
export type WireDeclaration = AsJson<Genai.FunctionDeclaration>;
export type WireSchema = AsJson<Genai.Schema>;
export type WireToolConfig = AsJson<Genai.ToolConfig>;
export type WireCalling = AsJson<Genai.FunctionCallingConfig>;
export type WireGeneration = AsJson<Genai.GenerationConfig>;
export type WireThinking = AsJson<Genai.ThinkingConfig>;
export type WireUsage = AsJson<Genai.GenerateContentResponseUsageMetadata>;
export type WireCandidate = AsJson<Genai.Candidate>;
export type WireFinishReason = `${Genai.FinishReason}`;
export type WireBlockReason = `${Genai.BlockedReason}`;
export type WireAnswer = AsJson<
  Pick<
    Genai.GenerateContentResponse,
    'candidates' | 'createTime' | 'modelVersion' | 'modelStatus' | 'promptFeedback' | 'responseId' | 'usageMetadata'
  >
>;

/** The REST body. The client has no type for it: it spreads these fields over its own options. */
export interface WireBody {
  readonly contents: readonly WireContent[];
  readonly systemInstruction?: WireContent;
  readonly tools?: readonly WireTool[];
  readonly toolConfig?: WireToolConfig;
  readonly generationConfig?: WireGeneration;
}

/** `google.rpc.Status`, in the REST API's wrapping. */
export interface WireErrorBody {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly status: string;
    readonly details?: readonly WireErrorDetail[];
  };
}
export type WireErrorDetail =
  | { readonly '@type': 'type.googleapis.com/google.rpc.RetryInfo'; readonly retryDelay: string }
  | { readonly '@type': 'type.googleapis.com/google.rpc.ErrorInfo'; readonly reason: string; readonly domain: string };

/** What has no neutral place in a part: members beside its data, another spelling of it, and what is bound to it. */
export interface PartSlot extends WireForm {
  /** the `thoughtSignature` that stands on the part: sent while the part is as it was when it was sealed. */
  readonly signature?: string;
  /** the call's own id on the wire, where it was that of another call too. */
  readonly id?: string;
  /** the part of the result of a hosted tool, whose call is this part. */
  readonly result?: PartSlot;
}

/** How a message stood on the wire, where that is not as by habit. */
export interface MessageSlot extends WireForm {
  /** whether it is in one content with the message before it. */
  readonly joined?: boolean;
}

/** What has no neutral place in a request: members of its body and of the objects in it. */
export interface RequestSlot extends WireForm {
  readonly generation?: WireForm;
  readonly toolConfig?: WireForm;
  /** of `functionCallingConfig`. */
  readonly calling?: WireForm;
}

/** What has no neutral place in an answer. */
export interface ResponseSlot extends WireForm {
  /** members of the first candidate: its ratings, sources, message about the finish. */
  readonly candidate?: WireForm;
  /** of the first candidate's content. */
  readonly content?: WireForm;
  /** all candidates but the first. */
  readonly others?: readonly Json[];
  /** the token counts as they came. */
  readonly usage?: JsonObject;
}

declare module '@toolglot/core' {
  interface PartSlots {
    'google-generate-content'?: PartSlot;
  }
  interface ToolSlots {
    'google-generate-content'?: WireForm;
  }
  interface MessageSlots {
    'google-generate-content'?: MessageSlot;
  }
  interface RequestSlots {
    'google-generate-content'?: RequestSlot;
  }
  interface ResponseSlots {
    'google-generate-content'?: ResponseSlot;
  }
}

/** What comes from a slot, a program or the wire itself: kept as it is, so its type is taken on trust. */
export function trusted<Wire>(value: unknown): Wire {
  return value as Wire;
}
