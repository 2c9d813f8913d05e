import {
  isJsonObject,
  type JsonObject,
  type Message,
  type OpaquePart,
  type SystemMessage,
  type TextPart,
  type ToolCall,
  type UserMessage,
} from '@toolglot/core';
import { applyForm, isPlainForm, keepForm } from '@toolglot/core/kit';
import { decodeAssistant, encodeAssistant } from './assistant.ts';
import { asWire, decodeContent, decodePart, decodeTextPart, encodeContent, encodePart, encodeTextPart } from './content.ts';
import { type EncodeContext, readingContext, unsupported } from './context.ts';
import { CODEC, opaque } from './slot.ts';
import { decodeResult, encodeResult } from './tool-results.ts';
import type { WireMessage, WireSystem, WireUser } from './wire.ts';

/** A conversation: a message of results becomes one message for each result. */
export function encodeMessages(messages: readonly Message[], context: EncodeContext): readonly WireMessage[] {
  return messages.flatMap((message, index) => encodeMessage(message, `messages[${index}]`, context));
}

/** The inverse: neighbouring results are one message. Messages of unknown roles are kept as they are. */
export function decodeMessages(wires: readonly unknown[]): readonly Message[] {
  const messages: Message[] = [];
  const names = new Map<string, string>();
  let open: readonly ToolCall[] = [];
  wires.forEach((wire, index) => {
    const message = decodeMessage(wire, index, open, names);
    const calls = message.role === 'assistant' ? message.content.filter((part) => part.type === 'tool-call') : [];
    for (const { id, name } of calls) names.set(id, name);
    const answered = message.role === 'tool' ? message.content.map(({ callId }) => callId) : [];
    open = message.role === 'assistant' ? calls : open.filter(({ id }) => !answered.includes(id));
    append(messages, message);
  });
  return messages;
}

function append(messages: Message[], message: Message): void {
  const last = messages.at(-1);
  if (message.role !== 'tool' || last?.role !== 'tool') messages.push(message);
  else messages[messages.length - 1] = { ...last, content: [...last.content, ...message.content] };
}

function encodeMessage(message: Message, path: string, context: EncodeContext): readonly WireMessage[] {
  switch (message.role) {
    case 'system':
      return [applyForm(makeSystem(message, path, context), message.vendor?.['openai-chat'])];
    case 'user':
      return [encodeUser(message, path, context)];
    case 'assistant':
      return [encodeAssistant(message, path, context)];
    case 'tool':
      return message.content.map((result, index) => encodeResult(result, `${path}.content[${index}]`, context));
  }
}

function makeSystem(message: SystemMessage, path: string, context: EncodeContext): WireSystem {
  const encodeOne = (part: TextPart | OpaquePart, index: number) => encodeTextPart(part, `${path}.content[${index}]`, context);
  return { role: message.author ?? 'system', content: encodeContent(message, encodeOne) };
}

function encodeUser(message: UserMessage, path: string, context: EncodeContext): WireMessage {
  const whole = wholeMessage(message);
  return whole ?? applyForm(makeUser(message, path, context), message.vendor?.['openai-chat']);
}

function makeUser(message: UserMessage, path: string, context: EncodeContext): WireUser {
  return {
    role: 'user',
    content: encodeContent(message, (part, index) => {
      const at = `${path}.content[${index}]`;
      if (part.type === 'approval') throw unsupported('an approval', at, context, 'Chat runs no tools that ask for one');
      return encodePart(part, at, context);
    }),
  };
}

function decodeMessage(wire: unknown, index: number, open: readonly ToolCall[], names: ReadonlyMap<string, string>): Message {
  const decode = isJsonObject(wire) ? decoders.get(wire.role) : undefined;
  if (decode === undefined || !isJsonObject(wire)) return { role: 'user', content: [opaque(wire)] };
  return decode(wire, { seed: `messages:${index}`, open, names });
}

interface Reading {
  readonly seed: string;
  readonly open: readonly ToolCall[];
  readonly names: ReadonlyMap<string, string>;
}

const readTool = (wire: JsonObject, { seed, open, names }: Reading): Message => ({
  role: 'tool',
  content: [decodeResult(wire, seed, open, names)],
});

const decoders: ReadonlyMap<unknown, (wire: JsonObject, reading: Reading) => Message> = new Map<
  unknown,
  (wire: JsonObject, reading: Reading) => Message
>([
  ['system', decodeSystem],
  ['developer', decodeSystem],
  ['user', decodeUser],
  ['assistant', (wire, { seed }) => decodeAssistant(wire, seed)],
  ['tool', readTool],
  ['function', readTool],
]);

function decodeSystem(wire: JsonObject): Message {
  const author = wire.role === 'developer' ? ({ author: 'developer' } as const) : {};
  const message: SystemMessage = { role: 'system', ...author, ...decodeContent(wire.content, decodeTextPart) };
  return keep(message, wire, makeSystem(message, '', readingContext));
}

function decodeUser(wire: JsonObject): Message {
  const message: UserMessage = { role: 'user', ...decodeContent(wire.content, decodePart) };
  return keep(message, wire, makeUser(message, '', readingContext));
}

function keep(message: SystemMessage | UserMessage, wire: JsonObject, made: WireMessage): Message {
  const slot = keepForm(wire, made, []);
  return isPlainForm(slot) ? message : { ...message, vendor: { 'openai-chat': slot } };
}

/** a message of a role that is not known, which was kept as it is. */
function wholeMessage({ content }: UserMessage): WireMessage | undefined {
  const [only] = content;
  if (content.length !== 1 || only?.type !== 'opaque' || only.codec !== CODEC || !isJsonObject(only.value)) return undefined;
  return 'role' in only.value ? asWire<WireMessage>(only.value) : undefined;
}
