import type { JsonObject, Message, SystemMessage } from '@toolglot/core';
import { readList } from '@toolglot/core/kit';
import { encodeAssistantPart } from './assistant.ts';
import { CODEC, without } from './fields.ts';
import { decodeSystem, encodeSystem } from './system.ts';
import { isBareText } from './text.ts';
import { encodeToolResult } from './tool-results.ts';
import { decodeTurn, namesOfCalls } from './turns.ts';
import { encodeUserPart } from './user.ts';
import { type MessageSlot, trusted, type WireBlock, type WireBody, type WireMessage } from './wire.ts';

interface Placed {
  readonly message: Message;
  readonly path: string;
}

/** `system` and `messages` of a body. Results and the user message after them share one wire message. */
export function encodeMessages(messages: readonly Message[]): Pick<WireBody, 'system' | 'messages'> {
  const head = headOf(messages);
  const placed = messages.map((message, index) => ({ message, path: `messages[${index}]` }));
  const system = head.length > 0 && ({ system: encodeSystem(head, 'messages[0]') } satisfies Pick<WireBody, 'system'>);
  return { ...system, messages: groupTurns(placed.slice(head.length)).map(encodeTurn) };
}

/** The conversation of a body, instructions first. */
export function decodeMessages({ system, messages }: JsonObject): readonly Message[] {
  const decoded: Message[] = typeof system === 'string' || Array.isArray(system) ? [decodeSystem(system)] : [];
  const list = readList(messages);
  const names = namesOfCalls(list);
  for (const message of list) decoded.push(...decodeTurn(message, names, decoded.at(-1)));
  return decoded;
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
    const last = group?.at(-1);
    if (group && last && joins(last.message, next.message)) group.push(next);
    else groups.push([next]);
  }
  return groups;
}

/** Whether two neighbours stand in one wire message: what the slot says, else results and what follows them. */
function joins(left: Message, right: Message): boolean {
  return isUserSide(left) && isUserSide(right) && (slotOf(right).joined ?? left.role === 'tool');
}

function isUserSide({ role }: Message): boolean {
  return role === 'user' || role === 'tool';
}

function encodeTurn(group: readonly Placed[]): WireMessage {
  const fields: JsonObject = Object.assign({}, ...group.map(({ message }) => slotOf(message).fields));
  const [only] = group.length === 1 ? group.map(({ message }) => message) : [];
  const role = trusted<'user'>(slotOf(group[0]?.message).role ?? wireRole[group[0]?.message.role ?? 'user']);
  const content = (only && plainText(only)) ?? group.flatMap(encodeContent);
  const whole = { role, content } satisfies WireMessage;
  const said = only?.plain === false && content.length === 0 ? without(whole, ['content']) : whole;
  return trusted<WireMessage>({ ...said, ...fields });
}

const wireRole = { system: 'system', user: 'user', tool: 'user', assistant: 'assistant' } as const;

function plainText({ content, plain }: Message): string | undefined {
  const [part, ...others] = content;
  return plain && others.length === 0 && part?.type === 'text' && isBareText(part) ? part.text : undefined;
}

function encodeContent({ message, path }: Placed): readonly WireBlock[] {
  const at = (index: number) => `${path}.content[${index}]`;
  switch (message.role) {
    case 'system':
      return [encodeSystem([{ ...message, plain: false }], path)].flat().map((block) => trusted<WireBlock>(block));
    case 'assistant':
      return message.content.flatMap((part, index) => encodeAssistantPart(part, at(index)));
    case 'user':
      return message.content.map((part, index) => encodeUserPart(part, at(index)));
    case 'tool':
      return message.content.map((part, index) => encodeToolResult(part, at(index)));
  }
}

function slotOf(message: Message | undefined): MessageSlot {
  return message?.vendor?.[CODEC] ?? {};
}
