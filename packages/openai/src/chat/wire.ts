import type { Json } from '@toolglot/core';
import type * as Sdk from 'openai/resources/chat/completions';
import type { ErrorObject } from 'openai/resources/shared';

/** The plain JSON of one of the client's types. */
export type AsJson<T> = unknown extends T
  ? Json
  : T extends Json
    ? T
    : T extends readonly (infer Item)[]
      ? readonly AsJson<Item>[]
      : T extends object
        ? { readonly [K in keyof T]: AsJson<T[K]> }
        : T;

/**
 * A wire object before `defined`, for `satisfies` on the literal itself: what is spread or passed on is not checked for
 * members that the type does not have.
 */
export type Draft<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** A breakpoint of vendors that cache by marks. */
export type WireCache = { readonly cache_control?: { readonly type: 'ephemeral'; readonly ttl?: string } };

/** Reasoning as compatible vendors send it and want it back. */
export type WireReasoning = {
  readonly reasoning_content?: string;
  readonly reasoning?: string;
  readonly reasoning_text?: string;
  readonly tool_plan?: string;
};

/** Reasoning as a part of the content. */
export type WireThinking = {
  readonly type: 'thinking';
  readonly thinking: string | readonly { readonly type: 'text'; readonly text: string }[];
};

/** How compatible vendors are told to reason. */
export type WireReasoningSettings = {
  readonly enable_thinking?: boolean;
  readonly thinking_budget?: number;
  readonly thinking?: { readonly type: 'enabled' | 'disabled'; readonly budget_tokens?: number };
  readonly reasoning?: {
    readonly effort?: string;
    readonly max_tokens?: number;
    readonly enabled?: boolean;
    readonly exclude?: boolean;
  };
  readonly reasoning_format?: 'hidden';
  readonly include_reasoning?: boolean;
};

export type WireBody = Omit<AsJson<Sdk.ChatCompletionCreateParamsBase>, 'model' | 'messages' | 'tools'> & {
  readonly model?: string;
  readonly messages: readonly WireMessage[];
  readonly tools?: readonly WireTool[];
  readonly stream?: boolean;
};
export type WireTool = AsJson<Sdk.ChatCompletionTool> & WireCache;
export type WireFunction = AsJson<Sdk.ChatCompletionFunctionTool>['function'];
export type WireCustom = AsJson<Sdk.ChatCompletionCustomTool>['custom'];
export type WireOutput = NonNullable<WireBody['response_format']>;
export type WireSchema = Extract<WireOutput, { readonly type: 'json_schema' }>['json_schema'];
export type WireToolChoice = AsJson<Sdk.ChatCompletionToolChoiceOption>;

/** The choice of one tool. */
export type WireNamed = AsJson<Sdk.ChatCompletionNamedToolChoice | Sdk.ChatCompletionNamedToolChoiceCustom>;

export type WireMessage = WireSystem | WireUser | WireAssistant | WireToolMessage;
export type WireText = AsJson<Sdk.ChatCompletionContentPartText> & WireCache;
export type WirePart = AsJson<Sdk.ChatCompletionContentPart> & WireCache;
export type WireImage = AsJson<Sdk.ChatCompletionContentPartImage>['image_url'];
export type WireFile = AsJson<Sdk.ChatCompletionContentPart.File>['file'];
export type WireSaidPart = WireText | AsJson<Sdk.ChatCompletionContentPartRefusal> | WireThinking;
export type WireSystem = Omit<AsJson<Sdk.ChatCompletionSystemMessageParam>, 'role'> & { readonly role: 'system' | 'developer' };
export type WireUser = AsJson<Sdk.ChatCompletionUserMessageParam>;
/** What an assistant message says. */
export type WireSaid = string | readonly WireSaidPart[] | null;
export type WireAssistant = Omit<AsJson<Sdk.ChatCompletionAssistantMessageParam>, 'content'> &
  WireReasoning & { readonly content?: WireSaid };
export type WireCall = AsJson<Sdk.ChatCompletionMessageToolCall>;
/** OpenAI takes text only; some compatible vendors take media. */
export type WireToolMessage = Omit<AsJson<Sdk.ChatCompletionToolMessageParam>, 'content'> & {
  readonly content: string | readonly WirePart[];
  readonly name?: string;
};

export type WireAnswer = Omit<AsJson<Sdk.ChatCompletion>, 'choices'> & { readonly choices: readonly WireChoice[] };
/** The word for the end is the vendor's own where there is one. */
export type WireChoice = Omit<AsJson<Sdk.ChatCompletion.Choice>, 'finish_reason' | 'message'> & {
  readonly finish_reason: string;
  readonly message: WireAnswerMessage;
};
export type WireFinish = AsJson<Sdk.ChatCompletion.Choice>['finish_reason'];
/** Compatible vendors answer with lists and with reasoning, too. */
export type WireAnswerMessage = Omit<AsJson<Sdk.ChatCompletionMessage>, 'content'> &
  WireReasoning & { readonly content?: WireSaid };
export type WireAudio = AsJson<Sdk.ChatCompletionAudio>;
export type WireUsage = AsJson<NonNullable<Sdk.ChatCompletion['usage']>>;
export type WireErrorObject = AsJson<ErrorObject> & { readonly failed_generation?: string };
export type WireErrorBody = { readonly error: WireErrorObject };
