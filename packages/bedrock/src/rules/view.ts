import { isJsonObject, type Json, type JsonObject, type Rule, type Violation } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import { memberOf } from '../fields.ts';

/** One block: its kind is its only member; empty where it has none or several. */
export interface Block {
  readonly kind: string;
  readonly value: Json | undefined;
  readonly path: string;
}

/** One message of a body. */
export interface Turn {
  readonly role: string;
  readonly content: Json | undefined;
  readonly blocks: readonly Block[];
  readonly path: string;
}

/** A rule over bodies that are objects; the vendor answers 400 `ValidationException`. */
export function rule(id: string, check: (body: JsonObject) => Violation | undefined): Rule {
  return {
    id,
    check: (body) => (isJsonObject(body) ? check(body) : undefined),
    error: { status: 400, kind: 'invalid-request', type: 'ValidationException' },
  };
}

/** A rule that looks at each block of the messages. */
export function blockRule(id: string, check: (block: Block, turn: Turn) => string | undefined): Rule {
  return rule(id, (body) =>
    first(turnsOf(body), (turn) =>
      first(turn.blocks, (block) => {
        const message = check(block, turn);
        return message === undefined ? undefined : { path: block.path, message };
      }),
    ),
  );
}

/** What the first item gives for which there is something to give. */
export function first<T, R>(items: readonly T[], find: (item: T, index: number) => R | undefined): R | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function turnsOf({ messages }: JsonObject): readonly Turn[] {
  return readList(messages).map((message, index) => {
    const { role, content } = readObject(message);
    const path = `messages.${index}`;
    return { role: readText(role) ?? '', content, blocks: blocksOf(content, `${path}.content`), path };
  });
}

/** The blocks of a list; of anything else, none. */
export function blocksOf(content: Json | undefined, path: string): readonly Block[] {
  return readList(content).map((block, index) => {
    const [kind = '', value] = memberOf(block) ?? [];
    return { kind, value, path: `${path}.${index}` };
  });
}

/** The blocks of a kind, as the objects that they hold. */
export function objectsOf(
  blocks: readonly Block[],
  kind: string,
): readonly { readonly value: JsonObject; readonly path: string }[] {
  return blocks.filter((block) => block.kind === kind).map(({ value, path }) => ({ value: readObject(value), path }));
}
