import { type Message, type SystemMessage, UnsupportedError } from '@toolglot/core';
import { applyForm } from '@toolglot/core/kit';
import { encodeModelPart } from './assistant.ts';
import { wireIdsOf } from './calls.ts';
import { CODEC } from './fields.ts';
import { encodeSystem } from './system.ts';
import { encodeToolResult, type WireIds } from './tool-results.ts';
import { encodeUserPart } from './user.ts';
import type { MessageSlot, WireBody, WireContent, WirePart } from './wire.ts';

/** A message and its path in the request. */
interface Placed {
  readonly message: Message;
  readonly path: string;
}

/** `systemInstruction` and `contents` of a body. Results and the user message behind them share one content. */
export function encodeMessages(messages: readonly Message[]): Pick<WireBody, 'systemInstruction' | 'contents'> {
  const head = headOf(messages);
  const ids = wireIdsOf(messages);
  const placed = messages.map((message, index) => ({ message, path: `messages[${index}]` }));
  const system = head.length > 0 && { systemInstruction: encodeSystem(head, 'messages[0]') };
  return { ...system, contents: groupTurns(placed.slice(head.length)).map((group) => encodeTurn(group, ids)) };
}

/** The content of one message, or of neighbours that share one. */
export function encodeTurn(group: readonly Placed[], ids: WireIds): WireContent {
  const [first] = group;
  const parts = group.flatMap((placed) => encodeParts(placed, ids));
  const role = first?.message.role === 'assistant' ? 'model' : 'user';
  return applyForm({ role, parts } satisfies WireContent, slotOf(first?.message));
}

function headOf(messages: readonly Message[]): readonly SystemMessage[] {
  const end = messages.findIndex(({ role }) => role !== 'system');
  return messages.slice(0, end < 0 ? undefined : end).flatMap((message) => (message.role === 'system' ? [message] : []));
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

/** Whether two neighbours stand in one content: what the slot says, else results and what the user says behind them. */
function joins(left: Message, right: Message): boolean {
  return isUserSide(left) && isUserSide(right) && (slotOf(right).joined ?? left.role === 'tool');
}

const isUserSide = ({ role }: Message): boolean => role === 'user' || role === 'tool';

function encodeParts({ message, path }: Placed, ids: WireIds): readonly WirePart[] {
  const at = (index: number) => `${path}.content[${index}]`;
  switch (message.role) {
    case 'system':
      throw new UnsupportedError(`a system message at ${path}`, CODEC, 'put it before all others, or say it as the user');
    case 'assistant':
      return message.content.flatMap((part, index) => encodeModelPart(part, at(index)));
    case 'user':
      return message.content.map((part, index) => encodeUserPart(part, at(index)));
    case 'tool':
      return message.content.map((part, index) => encodeToolResult(part, ids, at(index)));
  }
}

function slotOf(message: Message | undefined): MessageSlot {
  return message?.vendor?.[CODEC] ?? {};
}
