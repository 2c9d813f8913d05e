import type { JsonObject, Message, SystemMessage } from '@toolglot/core';
import { readList } from '@toolglot/core/kit';
import { encodeAssistantPart } from './assistant.ts';
import { CODEC } from './fields.ts';
import { encodeMarked } from './marks.ts';
import { decodeSystem, encodeSystem } from './system.ts';
import { encodeToolResult } from './tool-results.ts';
import { decodeTurn, namesOfCalls } from './turns.ts';
import { encodeUserPart } from './user.ts';
import { type MessageSlot, trusted, type WireBlock, type WireBody, type WireMessage, type WireSystemBlock } from './wire.ts';

interface Placed {
  readonly message: Message;
  readonly path: string;
}

/** `system` and `messages` of a body. Neighbours of one role share one wire message: the vendor wants them to alternate. */
export function encodeMessages(messages: readonly Message[]): Pick<WireBody, 'system' | 'messages'> {
  const head = headOf(messages);
  const placed = messages.map((message, index) => ({ message, path: `messages[${index}]` }));
  const blocks = head.flatMap((message, index) => encodeSystem(message, `messages[${index}]`));
  const system = head.length > 0 && { system: blocks.map((block) => trusted<WireSystemBlock>(block)) };
  return { ...system, messages: groupTurns(placed.slice(head.length)).map(encodeTurn) };
}

/** The conversation of a body, instructions first. */
export function decodeMessages({ system, messages }: JsonObject): readonly Message[] {
  const list = readList(messages);
  const names = namesOfCalls(list);
  const head = Array.isArray(system) ? [decodeSystem(system)] : [];
  return [...head, ...list.flatMap((message, index) => decodeTurn(message, names, list[index - 1]))];
}

function headOf(messages: readonly Message[]): readonly SystemMessage[] {
  const head: SystemMessage[] = [];
  for (const message of messages) {
    if (message.role !== 'system' || slotOf(message).inline) return head;
    head.push(message);
  }
  return head;
}

function groupTurns(messages: readonly Placed[]): readonly (readonly Placed[])[] {
  const groups: Placed[][] = [];
  for (const next of messages) {
    const group = groups.at(-1);
    const last = group?.at(-1)?.message;
    const joins = last && roleOf(last) === roleOf(next.message) && slotOf(next.message).joined !== false;
    if (group && joins) group.push(next);
    else groups.push([next]);
  }
  return groups;
}

function encodeTurn(group: readonly Placed[]): WireMessage {
  const fields: JsonObject = Object.assign({}, ...group.map(({ message }) => slotOf(message).fields));
  const role = trusted<WireMessage['role']>(roleOf(group[0]?.message));
  const content = group.flatMap(encodeContent);
  return { ...({ role, content } satisfies WireMessage), ...fields };
}

function encodeContent({ message, path }: Placed): readonly WireBlock[] {
  const at = (index: number) => `${path}.content[${index}]`;
  switch (message.role) {
    case 'system':
      return encodeSystem(message, path);
    case 'assistant':
      return encodeMarked(message.content, (part, index) => encodeAssistantPart(part, at(index)));
    case 'user':
      return encodeMarked(message.content, (part, index) => [encodeUserPart(part, at(index))]);
    case 'tool':
      return encodeMarked(message.content, (part, index) => [encodeToolResult(part, at(index))]);
  }
}

const ROLES = { system: 'system', user: 'user', tool: 'user', assistant: 'assistant' } as const;

function roleOf(message: Message | undefined): string {
  return slotOf(message).role ?? ROLES[message?.role ?? 'user'];
}

function slotOf(message: Message | undefined): MessageSlot {
  return message?.vendor?.[CODEC] ?? {};
}
