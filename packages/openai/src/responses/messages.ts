import { type Message, type ToolCall, toolCallsOf } from '@toolglot/core';
import { readObject } from '@toolglot/core/kit';
import { decodeAssistant, encodeAssistant } from './assistant.ts';
import { kindOfCall } from './calls.ts';
import type { EncodeContext } from './context.ts';
import { type CallKinds, decodeResult, encodeResult } from './results.ts';
import { decodeSystem, encodeSystem } from './system.ts';
import { type Place, type Run, runsOf } from './turns.ts';
import { decodeApproval, decodeUser, encodeUser } from './user.ts';
import { decodeWhole } from './whole.ts';
import type { WireItem } from './wire.ts';

/** A conversation as items: a result is said as the last call before it of its id. */
export function encodeMessages(messages: readonly Message[], context: EncodeContext): readonly WireItem[] {
  const calls = new Map<string, string>();
  return messages.flatMap((message, index) => {
    for (const call of toolCallsOf(message)) calls.set(call.id, kindOfCall(call, context));
    return encodeMessage(message, `messages[${index}]`, calls, context);
  });
}

/** The inverse. `isHead`: nothing stands before the items. */
export function decodeMessages(items: readonly unknown[], isHead: boolean): readonly Message[] {
  const known = new Map<string, ToolCall>();
  let open: readonly string[] = [];
  return runsOf(items).map((run, index) => {
    const message = READERS[run.place](run, { known, open, isHead: isHead && index === 0 });
    const calls = toolCallsOf(message);
    for (const call of calls) known.set(call.id, call);
    if (message.role === 'assistant') open = calls.map(({ id }) => id);
    return message;
  });
}

function encodeMessage(message: Message, path: string, calls: CallKinds, context: EncodeContext): readonly WireItem[] {
  switch (message.role) {
    case 'system':
      return [encodeSystem(message, path, context)];
    case 'user':
      return encodeUser(message, path, context);
    case 'assistant':
      return encodeAssistant(message, path, context);
    case 'tool':
      return message.content.map((result, index) => encodeResult(result, `${path}.content[${index}]`, calls, context));
  }
}

interface Reading {
  /** the calls so far, by id. */
  readonly known: ReadonlyMap<string, ToolCall>;
  /** ids of the calls of the last turn. */
  readonly open: readonly string[];
  readonly isHead: boolean;
}

const READERS: Readonly<Record<Place, (run: Run, reading: Reading) => Message>> = {
  system: ({ items: [item] }, { isHead }) => decodeSystem(readObject(item), isHead),
  user: ({ items: [item] }) => decodeUser(readObject(item)),
  added: ({ items: [item] }) => ({ role: 'system', author: 'developer', content: [decodeWhole(item)] }),
  whole: ({ items: [item] }) => ({ role: 'user', content: [decodeWhole(item)] }),
  approval: ({ items }) => ({ role: 'user', content: items.map((item) => decodeApproval(readObject(item))) }),
  assistant: ({ items, from }) => decodeAssistant(items, `input:${from}`, false),
  tool: ({ items, from }, { known, open }) => ({
    role: 'tool',
    content: items.map((item, index) =>
      decodeResult(readObject(item), { seed: `input:${from + index}`, open: open[index], calls: known }),
    ),
  }),
};
