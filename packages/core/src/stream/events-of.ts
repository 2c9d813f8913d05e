import type { AssistantPart } from '../ir/message.ts';
import type { Response } from '../ir/response.ts';
import { isSealed } from '../ir/seal.ts';
import type { StreamEvent } from '../ir/stream-event.ts';
import { defined } from '../json/defined.ts';

/** A whole answer as the events of a stream. `size` is the greatest length of a piece, in UTF-16 units, 24 by default; no pair of surrogates is parted. */
export function eventsOf(response: Response, { size = 24 }: { readonly size?: number } = {}): readonly StreamEvent[] {
  const { message, finish, usage, id, model, vendor } = response;
  const { role: _role, content, finish: _finish, cache: _cache, ...more } = { cache: undefined, ...message };
  return [
    { type: 'response-start', ...defined({ id, model, vendor }) },
    ...content.flatMap((part, index) => eventsOfPart(part, `${index}`, size)),
    ...(usage ? [{ type: 'usage', usage } as const] : []),
    { type: 'finish', finish, ...(Object.keys(more).length > 0 && { message: more }), ...defined({ vendor }) },
  ];
}

function eventsOfPart(part: AssistantPart, key: string, size: number): readonly StreamEvent[] {
  switch (part.type) {
    case 'text':
      return [
        { type: 'text-start', key, ...known(part) },
        ...textEvents('text-delta', key, part.text, size),
        { type: 'text-end', key, part },
      ];
    case 'reasoning':
      return [
        { type: 'reasoning-start', key, ...known(part) },
        ...textEvents('reasoning-delta', key, part.text, size),
        { type: 'reasoning-end', key, part },
      ];
    case 'tool-call':
      return [
        { type: 'tool-call-start', key, id: part.id, name: part.name, ...defined({ caller: part.caller }), ...known(part) },
        ...textEvents('tool-call-delta', key, part.argsText ?? JSON.stringify(part.args), size),
        { type: 'tool-call-end', key, part },
      ];
    default:
      return [{ type: 'part', part }];
  }
}

/** what was kept of a part, while it stands for the same. */
const known = (part: AssistantPart) => (part.seal === undefined || isSealed(part) ? defined({ vendor: part.vendor }) : {});

type Delta = 'text-delta' | 'reasoning-delta' | 'tool-call-delta';

const textEvents = (type: Delta, key: string, text: string, size: number): readonly StreamEvent[] =>
  pieces(text, size).map((piece) => ({ type, key, text: piece }));

function pieces(text: string, size: number): readonly string[] {
  const made: string[] = [];
  let from = 0;
  while (from < text.length) {
    const end = from + size;
    const to = isHigh(text.charCodeAt(end - 1)) ? end + 1 : end;
    made.push(text.slice(from, to));
    from = to;
  }
  return made;
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
