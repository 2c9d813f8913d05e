import {
  type AssistantMessage,
  defined,
  isJsonObject,
  type Json,
  type JsonObject,
  type Message,
  type Origin,
} from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import { decodeAssistantBlocks } from './assistant.ts';
import { CODEC, objectIn, PROVIDER, without } from './fields.ts';
import { decodeMarked, isMark } from './marks.ts';
import { decodeOpaque } from './opaque.ts';
import { decodeSystem } from './system.ts';
import { decodeToolResult } from './tool-results.ts';
import { decodeUserBlock } from './user.ts';
import type { MessageSlot } from './wire.ts';

type Names = ReadonlyMap<string, string>;

/** Names of the tools that a conversation calls, by call id. */
export function namesOfCalls(messages: readonly Json[]): Names {
  const blocks = messages.flatMap((message) => readList(readObject(message).content));
  const uses = blocks.map((block) => objectIn(block, 'toolUse') ?? {});
  return new Map(uses.map(({ toolUseId, name }) => [readText(toolUseId) ?? '', readText(name) ?? '']));
}

/** The messages of one wire message: a user's splits where results end or begin. `before` is the wire message before it. */
export function decodeTurn(turn: Json, names: Names, before: Json | undefined): readonly Message[] {
  if (!isJsonObject(turn)) return [{ role: 'user', content: [decodeOpaque(turn)] }];
  const [first, ...others] = decodeRole(turn, names);
  const slot = slotOf(turn, before);
  return first ? [Object.keys(slot).length > 0 ? { ...first, vendor: { [CODEC]: slot } } : first, ...others] : [];
}

/** An assistant's message from the blocks of its content. */
export function decodeAssistant(blocks: readonly Json[], origin: Partial<Origin> = {}): AssistantMessage {
  return {
    role: 'assistant',
    content: decodeAssistantBlocks(blocks),
    origin: { codec: CODEC, provider: PROVIDER, ...origin },
  };
}

function decodeRole({ role, content }: JsonObject, names: Names): readonly Message[] {
  const blocks = readList(content);
  if (role === 'assistant') return [decodeAssistant(blocks)];
  if (role === 'system') return [decodeSystem(blocks)];
  if (readText(role) !== undefined && role !== 'user') return [{ role: 'user', content: decodeMarked(blocks, decodeUserBlock) }];
  const runs = runsOf(blocks).map((run) => decodeRun(run, names));
  return runs.length > 0 ? runs : [{ role: 'user', content: [] }];
}

/** Neighbouring blocks that are all results, or all something else; a cache point belongs to what it marks. */
function runsOf(blocks: readonly Json[]): readonly (readonly Json[])[] {
  const runs: Json[][] = [];
  for (const block of blocks) {
    const run = runs.at(-1);
    if (run && (isResult(run[0]) === isResult(block) || (isMark(block) && !isMark(run.at(-1))))) run.push(block);
    else runs.push([block]);
  }
  return runs;
}

function decodeRun(run: readonly Json[], names: Names): Message {
  if (!isResult(run[0])) return { role: 'user', content: decodeMarked(run, decodeUserBlock) };
  const content = decodeMarked(run, (block) => decodeToolResult(objectIn(block, 'toolResult') ?? {}, names));
  return { role: 'tool', content };
}

function isResult(block: Json | undefined): boolean {
  return objectIn(block, 'toolResult') !== undefined;
}

function slotOf(turn: JsonObject, before: Json | undefined): MessageSlot {
  const { role, content } = turn;
  const isKnown = role === 'user' || role === 'assistant' || role === 'system';
  const fields = without(turn, Array.isArray(content) ? ['role', 'content'] : ['role']);
  return defined({
    joined: before !== undefined && sideOf(before) === sideOf(turn) ? (false as const) : undefined,
    inline: role === 'system' && before === undefined ? (true as const) : undefined,
    role: isKnown ? undefined : readText(role),
    fields: Object.keys(fields).length > 0 ? fields : undefined,
  });
}

function sideOf(turn: Json): string {
  return readText(readObject(turn).role) ?? 'user';
}
