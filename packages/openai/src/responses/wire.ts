import type { Json, JsonObject } from '@toolglot/core';
import type * as Sdk from 'openai/resources/responses/responses';
import type { AsJson, Draft } from '../chat/wire.ts';

type SdkItem = Sdk.ResponseInputItem;

/** Types of items. */
export type ItemType = Extract<SdkItem, { readonly type: string }>['type'];

/** The item of a type. */
export type ItemOf<T extends ItemType> = AsJson<Extract<SdkItem, { readonly type: T }>>;

/** Names of the fields of an item. */
export type FieldOf<T extends ItemType> = string & keyof Extract<SdkItem, { readonly type: T }>;

export type WireBody = Omit<AsJson<Sdk.ResponseCreateParamsBase>, 'model' | 'input' | 'tools' | 'text' | 'reasoning'> & {
  readonly model?: string;
  readonly input?: string | readonly WireItem[];
  readonly tools?: readonly WireTool[];
  readonly text?: WireText;
  readonly reasoning?: WireReasoningSettings;
};
export type WireText = AsJson<Sdk.ResponseTextConfig>;
export type WireFormat = NonNullable<WireText['format']>;
export type WireSchema = AsJson<Sdk.ResponseFormatTextJSONSchemaConfig>;
export type WireReasoningSettings = AsJson<NonNullable<Sdk.ResponseCreateParamsBase['reasoning']>>;
export type WireTool = AsJson<Sdk.Tool>;
export type WireFunctionTool = AsJson<Sdk.FunctionTool>;
export type WireCustomTool = AsJson<Sdk.CustomTool>;
export type WireNamespace = AsJson<Sdk.NamespaceTool>;
export type WireToolChoice = NonNullable<AsJson<Sdk.ResponseCreateParamsBase['tool_choice']>>;
export type WireNamed = AsJson<Sdk.ToolChoiceFunction | Sdk.ToolChoiceCustom>;

/** An item of the input: the client's types demand an id of reasoning, servers do not. */
export type WireItem = WireInputMessage | WireSaidMessage | WireReasoning | WireCall | WireResult | WireOther;
/** A message as callers write it. */
export type WireInputMessage = {
  readonly type?: 'message';
  readonly role: Sdk.EasyInputMessage['role'];
  readonly content: string | readonly (WirePart | WireSaid)[];
  readonly phase?: Sdk.EasyInputMessage['phase'];
};
/** A message as a model writes it. */
export type WireSaidMessage = AsJson<Omit<Sdk.ResponseOutputMessage, 'content'>> & { readonly content: readonly WireSaid[] };
/** Models' texts come back without annotations, too. */
export type WireSaid = Draft<AsJson<Sdk.ResponseOutputText>> | AsJson<Sdk.ResponseOutputRefusal>;
export type WireReasoning = Omit<AsJson<Sdk.ResponseReasoningItem>, 'id'> & { readonly id?: string };
export type WireFunctionCall = AsJson<Sdk.ResponseFunctionToolCall>;
export type WireCustomCall = AsJson<Sdk.ResponseCustomToolCall>;
export type WireCall = WireFunctionCall | WireCustomCall;
export type WireFunctionResult = ItemOf<'function_call_output'>;
type WireResult = WireFunctionResult | ItemOf<'custom_tool_call_output'>;
/** Items whose fields are named in tables. */
export type WireOther = JsonObject & { readonly type: string };

/** A part of content; the client's types demand a `detail` of images, servers do not. */
export type WirePart = WireInputText | WireInputImage | WireInputFile;
export type WireInputText = AsJson<Sdk.ResponseInputText>;
export type WireInputImage = AsJson<Sdk.ResponseInputImageContent>;
export type WireInputFile = AsJson<Sdk.ResponseInputFile>;
export type WireBreakpoint = NonNullable<WireInputText['prompt_cache_breakpoint']>;

export type WireAnswer = Omit<AsJson<Sdk.Response>, 'output' | 'output_text' | 'incomplete_details' | 'error'> & {
  readonly output: readonly WireItem[];
  readonly incomplete_details: { readonly reason?: string } | null;
  readonly error: { readonly code: string; readonly message: string } | null;
};
/** Types of the events of a stream. */
export type WireEventType = Sdk.ResponseStreamEvent['type'];
/** What an event of a stream says beside its type and number. Items and their parts have types of their own. */
export type WireEvent<T extends WireEventType> = Omit<
  AsJson<Extract<Sdk.ResponseStreamEvent, { readonly type: T }>>,
  'type' | 'sequence_number'
>;
export type WireStatus = Sdk.ResponseStatus;
export type WireUsage = AsJson<Sdk.ResponseUsage>;

/** What came from the wire, or was made by a table of its fields, is taken to be what its type says. */
export const asWire = <T extends Json | object>(value: Json) => value as T;
