import type { Message } from './message.ts';
import type { Part, ToolCallPart, ToolResultPart } from './part.ts';

/** Whether a part is of a kind: `isPart('tool-call', part)`. */
export function isPart<T extends Part['type']>(type: T, part: Part): part is Extract<Part, { type: T }> {
  return part.type === type;
}

/** Whether a message is of a role. */
export function isMessage<R extends Message['role']>(role: R, message: Message): message is Extract<Message, { role: R }> {
  return message.role === role;
}

/** The text of a message: its text parts, one behind the other. */
export function textOf({ content }: Message): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** The calls in a message, in order. */
export function toolCallsOf({ content }: Message): readonly ToolCallPart[] {
  return content.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
}

/** The results in a message, in order. */
export function toolResultsOf({ content }: Message): readonly ToolResultPart[] {
  return content.flatMap((part) => (part.type === 'tool-result' ? [part] : []));
}
