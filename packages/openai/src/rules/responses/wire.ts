import type * as Sdk from 'openai/resources/responses/responses';

/** A request as the client types it. */
export type WireBody = Sdk.ResponseCreateParamsNonStreaming;

/** An item of the input. */
export type WireItem = Sdk.ResponseInputItem;

/** A part of a message, or of an output. */
export type WirePart = Sdk.ResponseInputContent | Sdk.ResponseOutputText | Sdk.ResponseOutputRefusal;

/** The `type` of each of some wire objects. */
export type TypeOf<T> = T extends { readonly type?: infer Name } ? Extract<Name, string> : never;

/** Those of some wire objects that have a certain `type`. */
type Typed<T, Name> = T extends { readonly type?: infer Own } ? (Name extends Own ? T : never) : never;

type KeyOf<T> = T extends unknown ? keyof T : never;

/** All fields of wire objects, by their `type`: a kind or field that is missing does not compile. */
export type Fields<T> = { readonly [Name in TypeOf<T>]: Readonly<Record<KeyOf<Typed<T, Name>>, true>> };

/** The types of tools. */
export type ToolType = TypeOf<Sdk.Tool>;
