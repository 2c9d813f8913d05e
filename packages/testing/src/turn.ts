import type { AssistantPart, FinishReason, Json, Request, Usage } from '@toolglot/core';

/** A call that the scripted model makes. */
export interface ScriptedCall {
  readonly name: string;
  /** the arguments; a string is the model's own text of them, JSON or not. Default `{}`. */
  readonly args?: Json;
  /** default: `call_1` and so on, the next number that is free in the conversation. */
  readonly id?: string;
}

interface AnswerBase {
  /** default: what the parts say. */
  readonly finish?: FinishReason;
  /** default: unknown. */
  readonly usage?: Usage;
  /** the answer breaks off behind all that it says: a `VendorError` in the vendor's own words, any other by a connection that is cut. */
  readonly error?: Error;
}

/** What a scripted model says: a text; reasoning, text and calls, in this order; or the very parts. */
export type Answer =
  | string
  | (AnswerBase & {
      readonly reasoning?: string;
      readonly text?: string;
      readonly calls?: readonly ScriptedCall[];
      readonly parts?: undefined;
    })
  | (AnswerBase & { readonly parts: readonly AssistantPart[] });

/** One turn of a script: an answer, an error to throw, or a function of the request that gives either. */
export type Turn = Answer | Error | ((request: Request) => Answer | Error | Promise<Answer | Error>);
