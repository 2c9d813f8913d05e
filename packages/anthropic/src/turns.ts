import { type AssistantMessage, defined, isJsonObject, type Json, type JsonObject, type Message } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import { decodeAssistantBlocks } from './assistant.ts';
import { CODEC, without } from './fields.ts';
import { decodeOpaque } from './opaque.ts';
import { decodeSystem } from './system.ts';
import { decodeToolResult } from './tool-results.ts';
import { decodeUserBlock } from './user.ts';
import type { MessageSlot } from './wire.ts';

/** Names of the tools that a conversation calls, by call id. */
export function namesOfCalls(messages: readonly Json[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap((message) => readList(readObject(message).content).map(readObject));
  const named = calls.filter(({ type }) => type === 'tool_use');
  return new Map(named.map(({ id, name }) => [readText(id) ?? '', readText(name) ?? '']));
}

/** The messages of one wire message: a user's splits where results end or begin. `before` is the one before them. */
export function decodeTurn(turn: Json, names: ReadonlyMap<string, string>, before: Message | undefined): readonly Message[] {
  if (!isJsonObject(turn)) return [{ role: 'user', content: [decodeOpaque(turn)] }];
  const [first, ...others] = decodeRole(turn, names);
  const slot = slotOf(turn, first, before);
  return first ? [withSlot(first, slot), ...others] : [];
}

/** An assistant's message from the blocks of its content. */
export function decodeAssistant(content: readonly Json[], model?: string): AssistantMessage {
  const origin = defined({ codec: CODEC, provider: 'anthropic', model });
  return { role: 'assistant', content: decodeAssistantBlocks(content), origin };
}

function decodeRole(turn: JsonObject, names: ReadonlyMap<string, string>): readonly Message[] {
  const { role, content } = turn;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : readList(content);
  const plain = typeof content === 'string' ? { plain: true } : content === undefined && { plain: false };
  if (role === 'assistant') return [{ ...decodeAssistant(blocks), ...plain }];
  if (role === 'system') return [{ ...decodeSystem(typeof content === 'string' ? content : blocks), ...plain }];
  const runs = runsOf(blocks).map((run): Message => {
    return isResults(run) ? decodeResults(run, names) : { role: 'user', content: run.map(decodeUserBlock), ...plain };
  });
  const [first, ...others] = runs.length > 0 ? runs : [{ role: 'user', content: [], ...plain } as const];
  const joined = others.map((run) => (run.role === 'tool' ? withSlot(run, { joined: true }) : run));
  return first ? [first, ...joined] : joined;
}

/** Neighbouring blocks that are all results, or all something else. */
function runsOf(blocks: readonly Json[]): readonly (readonly Json[])[] {
  const runs: Json[][] = [];
  for (const block of blocks) {
    const run = runs.at(-1);
    if (run && isResults(run) === isResult(block)) run.push(block);
    else runs.push([block]);
  }
  return runs;
}

function isResult(block: Json | undefined): boolean {
  return readObject(block).type === 'tool_result';
}

function isResults([first]: readonly Json[]): boolean {
  return isResult(first);
}

function decodeResults(run: readonly Json[], names: ReadonlyMap<string, string>): Message {
  return { role: 'tool', content: run.map((block) => decodeToolResult(readObject(block), names)) };
}

function slotOf(turn: JsonObject, first: Message | undefined, before: Message | undefined): MessageSlot {
  const { role, content } = turn;
  const isReadable = typeof content === 'string' || Array.isArray(content);
  return defined({
    joined: before?.role === 'tool' && (first?.role === 'user' || first?.role === 'tool') ? false : undefined,
    inline: role === 'system' && (!before || before.role === 'system') ? true : undefined,
    role: role === 'user' || role === 'assistant' || role === 'system' ? undefined : readText(role),
    fields: without(turn, isReadable ? ['role', 'content'] : ['role']),
  });
}

function withSlot<M extends Message>(message: M, slot: MessageSlot): M {
  return Object.keys(slot).length > 0 ? { ...message, vendor: { [CODEC]: slot } } : message;
}
