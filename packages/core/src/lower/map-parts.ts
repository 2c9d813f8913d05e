import type { Message } from '../ir/message.ts';
import type { Part, ToolCallPart, ToolResultPart } from '../ir/part.ts';

/** What to do with each kind of part that tells of a tool. */
export interface ToolPartMap {
  call(part: ToolCallPart, index: number): ToolCallPart;
  result(part: ToolResultPart, index: number): ToolResultPart;
}

/** A message with its calls and results mapped; the same object where nothing changes. */
export function mapToolParts(message: Message, map: ToolPartMap): Message {
  if (message.role === 'tool') {
    const content = message.content.map(map.result);
    return content.every((part, index) => part === message.content[index]) ? message : { ...message, content };
  }
  if (message.role !== 'assistant') return message;
  const content = message.content.map((part, index) => (part.type === 'tool-call' ? map.call(part, index) : part));
  return content.every((part, index) => part === message.content[index]) ? message : { ...message, content };
}

/** A message with other parts; the same object where they are the same. The caller keeps to the kinds that the message's role holds. */
export function withContent<M extends Message>(message: M, change: (content: readonly Part[]) => readonly Part[]): M {
  const content = change(message.content);
  return content === message.content ? message : ({ ...message, content } as M);
}
