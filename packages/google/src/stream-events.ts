import { type AssistantPart, defined, type StreamEvent, type ToolCall } from '@toolglot/core';

/** The events of a part that came in one piece. */
export function eventsOfPart(part: AssistantPart, key: string): readonly StreamEvent[] {
  switch (part.type) {
    case 'text':
      return [
        { type: 'text-start', key, ...slots(part) },
        ...delta('text-delta', key, part.text),
        { type: 'text-end', key, part },
      ];
    case 'reasoning':
      return [
        { type: 'reasoning-start', key, ...slots(part) },
        ...delta('reasoning-delta', key, part.text),
        { type: 'reasoning-end', key, part },
      ];
    case 'tool-call':
      return [startOfCall(part, key), ...endOfCall(part, key)];
    default:
      return [{ type: 'part', part }];
  }
}

export function startOfCall(part: ToolCall, key: string): StreamEvent {
  return { type: 'tool-call-start', key, id: part.id, name: part.name, ...slots(part) };
}

/** The arguments come as objects: their text is our own writing of them. */
export function endOfCall(part: ToolCall, key: string): readonly StreamEvent[] {
  const text = part.argsText ?? JSON.stringify(part.args);
  return [...delta('tool-call-delta', key, text), { type: 'tool-call-end', key, part }];
}

/** A piece of a text; none where it says nothing. */
export function delta(
  type: 'text-delta' | 'reasoning-delta' | 'tool-call-delta',
  key: string,
  text: string,
): readonly StreamEvent[] {
  return text === '' ? [] : [{ type, key, text }];
}

const slots = ({ vendor }: AssistantPart) => defined({ vendor });
