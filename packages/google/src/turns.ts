import {
  type AssistantMessage,
  isJsonObject,
  type Json,
  type JsonObject,
  type Message,
  type ToolCall,
  toolCallsOf,
  toolResultsOf,
} from '@toolglot/core';
import { readFilled } from '@toolglot/core/kit';
import { decodeModelParts } from './assistant.ts';
import { wireIdOf, wireIdsOf } from './calls.ts';
import { encodeTurn } from './contents.ts';
import { CODEC, camelKeys, isTooDeep, keepSpelling, readItems, readMembers, withSlot } from './fields.ts';
import { decodeOpaque } from './opaque.ts';
import { decodeToolResult, type WireIds } from './tool-results.ts';
import { decodeUserPart } from './user.ts';
import type { MessageSlot } from './wire.ts';

/** The messages of a body's contents. Results are matched with the calls of the turns before them that are still open. */
export function decodeContents(contents: readonly Json[]): readonly Message[] {
  const messages: Message[] = [];
  let open: readonly ToolCall[] = [];
  for (const [index, content] of contents.entries()) {
    const turn = apart(decodeTurn(content, open, String(index)), messages.at(-1));
    open = openAfter(turn, open, messages.at(-1));
    messages.push(...turn);
  }
  return messages;
}

/** The turn, which says where it does not share the content of the results before it. */
function apart(turn: readonly Message[], before: Message | undefined): readonly Message[] {
  const [first, ...others] = turn;
  if (!first || first.role === 'assistant' || before?.role !== 'tool') return turn;
  return [withForm(first, { joined: false }), ...others];
}

/** Calls are open until they are answered, or the model speaks anew. */
function openAfter(turn: readonly Message[], open: readonly ToolCall[], before: Message | undefined): readonly ToolCall[] {
  const calls = turn.flatMap(toolCallsOf);
  if (turn[0]?.role === 'assistant') return before?.role === 'assistant' ? [...open, ...calls] : calls;
  const answered = new Set(turn.flatMap(toolResultsOf).map(({ callId }) => callId));
  return open.filter(({ id }) => !answered.has(id));
}

/** A model's message from the parts of its content; `place` tells it from all others. */
export function decodeModel(parts: readonly Json[], place: string, origin: AssistantMessage['origin']): AssistantMessage {
  return { role: 'assistant', content: decodeModelParts(parts, place), ...(origin && { origin }) };
}

function decodeTurn(wire: Json, open: readonly ToolCall[], place: string): readonly Message[] {
  if (!isJsonObject(wire)) return [{ role: 'user', content: [decodeOpaque(wire)] }];
  const turn = decodeRole(wire, open, place);
  const made = encodeTurn(
    turn.map((message) => ({ message, path: '' })),
    wireIdsOf([{ role: 'assistant', content: open }, ...turn]),
  );
  const [first, ...others] = turn;
  return first ? [withForm(first, keepSpelling(wire, made, ['role', 'parts'])), ...others] : [];
}

function decodeRole(wire: JsonObject, open: readonly ToolCall[], place: string): readonly Message[] {
  const parts = readItems(wire.parts);
  if (wire.role === 'model') return [decodeModel(parts, place, { codec: CODEC, provider: 'google' })];
  const ids = wireIdsOf([{ role: 'assistant', content: open }]);
  const runs = runsOf(parts).map((run): Message => {
    if (!isResult(run[0])) return { role: 'user', content: run.map(decodeUserPart) };
    return { role: 'tool', content: decodeResults(run, open, ids) };
  });
  const [first = { role: 'user', content: [] } as const, ...others] = runs;
  return [first, ...others.map((run) => (run.role === 'tool' ? withForm(run, { joined: true }) : run))];
}

/** Neighbouring parts that are all results, or all something else. */
function runsOf(parts: readonly Json[]): readonly (readonly Json[])[] {
  const runs: Json[][] = [];
  for (const part of parts) {
    const run = runs.at(-1);
    if (run && isResult(run[0]) === isResult(part)) run.push(part);
    else runs.push([part]);
  }
  return runs;
}

const isResult = (part: Json | undefined): boolean => isJsonObject(readMembers(part).functionResponse) && !isTooDeep(part);

function decodeResults(run: readonly Json[], open: readonly ToolCall[], ids: WireIds) {
  let left = open;
  return run.map((part) => {
    const wire = isJsonObject(part) ? part : {};
    const call = callOf(readMembers(camelKeys(wire).functionResponse), left, run.length === open.length);
    left = left.filter((other) => other !== call);
    return decodeToolResult(wire, call, ids);
  });
}

/** The call that a result answers: by its id, else the next of its name, else, where there is one for each, the next. */
function callOf({ id, name }: JsonObject, left: readonly ToolCall[], isWhole: boolean): ToolCall | undefined {
  const said = readFilled(id);
  const byId = said === undefined ? undefined : left.find((call) => wireIdOf(call) === said);
  return byId ?? left.find((call) => call.name === name) ?? (isWhole ? left[0] : undefined);
}

function withForm<M extends Message>(message: M, slot: MessageSlot): M {
  return withSlot(message, { ...message.vendor?.[CODEC], ...slot });
}
