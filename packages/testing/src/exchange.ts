import type { Headers, Json, Request } from '@toolglot/core';

/** A rule that a body breaks, and where. */
export interface BrokenRule {
  readonly rule: string;
  readonly path: string;
  readonly message: string;
}

/** One request that a fake vendor got, and its answer. */
export interface Exchange {
  readonly method: string;
  /** path of the URL, without query. */
  readonly path: string;
  /** names in lower case; keys and cookies left out. */
  readonly headers: Headers;
  /** as sent; the text where it is not JSON. */
  readonly body: Json;
  /** the body as a neutral request, where it was taken. */
  readonly request?: Request;
  /** every rule that the body breaks; the vendor's answer is about the first. */
  readonly violations: readonly BrokenRule[];
  readonly status: number;
  readonly response: Json;
  readonly responseHeaders: Headers;
  /** when the request came and when it was answered, in milliseconds since the vendor was made. */
  readonly start: number;
  readonly end: number;
}

const SECRET = /authorization|api-?key|cookie|secret|token/;

/** Headers for the record: lower case, without what must not be written down. */
export function publicHeaders(headers: globalThis.Headers): Headers {
  return Object.fromEntries([...headers].filter(([name]) => !SECRET.test(name)));
}
