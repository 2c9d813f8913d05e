import { isJsonObject, type Json, type JsonObject, type Rule, type Violation } from '@toolglot/core';
import { readList, readObject } from '@toolglot/core/kit';

/** The first violation in a body, or `undefined`. */
export type Check = (body: JsonObject) => Violation | undefined;

/** A rule that OpenAI enforces with a 400 and one of its codes. */
export function rule(id: string, code: string | undefined, check: Check): Rule {
  return {
    id,
    check: (body: Json) => (isJsonObject(body) ? check(body) : undefined),
    error: { status: 400, kind: 'invalid-request', type: 'invalid_request_error', ...(code !== undefined && { code }) },
  };
}

/** What a function finds first in a list. */
export function firstIn<T>(items: readonly T[], find: (item: T, index: number) => Violation | undefined): Violation | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A message and its place in the body. */
export interface PlacedMessage {
  readonly message: JsonObject;
  readonly path: string;
}

/** A rule about each message. */
export function messageRule(id: string, code: string | undefined, find: (placed: PlacedMessage) => Violation | undefined): Rule {
  return rule(id, code, (body) => firstIn(messagesOf(body), find));
}

/** The messages of a body; what is no object is an empty one. */
export function messagesOf({ messages }: JsonObject): readonly PlacedMessage[] {
  return readList(messages).map((message, index) => ({ message: readObject(message), path: `messages[${index}]` }));
}

/** How OpenAI names a value of a wrong type. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
