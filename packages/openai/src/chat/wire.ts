import type { Json } from '@toolglot/core';
import type * as Sdk from 'openai/resources/chat/completions';

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

/** A breakpoint of vendors that cache by marks. */
export type WireCache = { readonly cache_control?: { readonly type: 'ephemeral'; readonly ttl?: string } };

/** Reasoning as compatible vendors send it and want it back. */
export type WireReasoning = {
  readonly reasoning_content?: string;
  readonly reasoning?: string;
  readonly reasoning_text?: string;
};

export type WireBody = Omit<AsJson<Sdk.ChatCompletionCreateParamsBase>, 'model' | 'messages' | 'tools'> & {
  readonly model?: string;
  readonly messages: readonly WireMessage[];
  readonly tools?: readonly WireTool[];
  readonly stream?: boolean;
};
export type WireTool = AsJson<Sdk.ChatCompletionTool> & WireCache;
export type WireToolChoice = AsJson<Sdk.ChatCompletionToolChoiceOption>;

export type WireMessage = WireSystem | WireUser | WireAssistant | WireToolMessage;
export type WireText = AsJson<Sdk.ChatCompletionContentPartText> & WireCache;
export type WirePart = AsJson<Sdk.ChatCompletionContentPart> & WireCache;
export type WireSystem = Omit<AsJson<Sdk.ChatCompletionSystemMessageParam>, 'role'> & { readonly role: 'system' | 'developer' };
export type WireUser = AsJson<Sdk.ChatCompletionUserMessageParam>;
export type WireAssistant = AsJson<Sdk.ChatCompletionAssistantMessageParam> & WireReasoning;
/** What an assistant message says. */
export type WireSaid = Exclude<WireAssistant['content'], undefined>;
export type WireCall = AsJson<Sdk.ChatCompletionMessageToolCall>;
/** OpenAI takes text only; some compatible vendors take media. */
export type WireToolMessage = Omit<AsJson<Sdk.ChatCompletionToolMessageParam>, 'content'> & {
  readonly content: string | readonly WirePart[];
  readonly name?: string;
};

export type WireAnswer = AsJson<Sdk.ChatCompletion>;
export type WireChoice = AsJson<Sdk.ChatCompletion.Choice>;
export type WireUsage = AsJson<NonNullable<Sdk.ChatCompletion['usage']>>;
