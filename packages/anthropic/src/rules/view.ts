import { type Headers, isJsonObject, type Json, type JsonObject, type Rule, type Violation } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';

/** One block of a message, or of what a string of content stands for. */
export interface Block {
  readonly block: JsonObject;
  readonly type: string;
  readonly path: string;
}

/** One message of a body, its content as blocks. */
export interface Turn {
  readonly role: string;
  readonly content: Json | undefined;
  readonly blocks: readonly Block[];
  readonly path: string;
}

type Check = (body: JsonObject, headers: Headers) => Violation | undefined;

/** A rule over bodies that are objects; the vendor answers 400 `invalid_request_error`. */
export function rule(id: string, check: Check): Rule {
  return {
    id,
    check: (body, headers = {}) => (isJsonObject(body) ? check(body, headers) : undefined),
    error: { status: 400, kind: 'invalid-request', type: 'invalid_request_error' },
  };
}

/** A rule that looks at each block of the messages, and at the blocks within results. */
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

/** A value for a message: text as it is, all else as JSON. */
export function said(value: Json | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
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

/** A list of blocks; a string is one text block. */
export function blocksOf(content: Json | undefined, path: string): readonly Block[] {
  if (typeof content === 'string') return [{ block: { type: 'text', text: content }, type: 'text', path }];
  return readList(content).map((item, index) => {
    const block = readObject(item);
    return { block, type: readText(block.type) ?? '', path: `${path}.${index}` };
  });
}

/** Neighbours of one role, which the vendor takes as one turn. */
export function mergeTurns(turns: readonly Turn[]): readonly (readonly Turn[])[] {
  const merged: Turn[][] = [];
  for (const turn of turns) {
    const last = merged.at(-1);
    if (last?.[0]?.role === turn.role) last.push(turn);
    else merged.push([turn]);
  }
  return merged;
}

/** The blocks of a type in a merged turn. */
export function blocksOfType(turns: readonly Turn[] = [], type: string): readonly Block[] {
  return turns.flatMap(({ blocks }) => blocks.filter((block) => block.type === type));
}

/** All blocks that may carry text or a cache mark: of the system prompt, the messages and the results in them. */
export function allBlocks(body: JsonObject): readonly Block[] {
  const inMessages = turnsOf(body).flatMap(({ blocks }) => blocks);
  const inResults = inMessages.flatMap(({ block, type, path }) =>
    type === 'tool_result' && Array.isArray(block.content) ? blocksOf(block.content, `${path}.content`) : [],
  );
  return [...blocksOf(body.system, 'system'), ...inMessages, ...inResults];
}

export function toolsOf({ tools }: JsonObject): readonly Block[] {
  return blocksOf(Array.isArray(tools) ? tools : undefined, 'tools');
}

/** Whether a tool is described by the request itself, not by its type. */
export function isFunctionTool({ block }: Block): boolean {
  return block.type === undefined || block.type === null || block.type === 'custom';
}
