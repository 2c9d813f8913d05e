import type { Message, Part, Request } from '@toolglot/core';

/** A value without its `vendor` members, to any depth. */
export function withoutSlots<T>(value: T): T {
  return strip(value) as T;
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).filter(([key]) => key !== 'vendor');
  return Object.fromEntries(own.map(([key, member]) => [key, strip(member)]));
}

/** A request in which each text, argument, result and medium is another, with the marks that its body must show. */
export function editEverything(request: Request): { readonly edited: Request; readonly marks: readonly string[] } {
  const marks: string[] = [];
  const mark = () => {
    const made = `edit-${marks.length}-`;
    marks.push(made);
    return made;
  };
  const messages = request.messages.map((message) => editMessage(message, mark));
  return { edited: { ...request, messages }, marks };
}

function editMessage(message: Message, mark: () => string): Message {
  const content: readonly Part[] = message.content;
  return { ...message, content: content.map((part) => editPart(part, mark)) } as Message;
}

function editPart(part: Part, mark: () => string): Part {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'refusal':
      return { ...part, text: mark() };
    case 'tool-call':
      return { ...part, args: { edited: mark() } };
    case 'tool-result':
      return { ...part, content: part.content.map((inner) => editPart(inner, mark)) } as Part;
    case 'media':
      return {
        ...part,
        data: 'base64' in part.data ? { base64: mark() } : 'url' in part.data ? { url: mark() } : { fileId: mark() },
      };
    default:
      return part;
  }
}
