import type { AssistantPart } from '../ir/message.ts';
import type { Response, Usage } from '../ir/response.ts';
import type { StreamEnd, StreamEvent } from '../ir/stream-event.ts';
import { defined } from '../json/defined.ts';

/** Folds the events of one answer. */
export interface Collector {
  push(event: StreamEvent): void;
  /**
   * The answer so far: whole after `finish`, else ended as `aborted`, with text and reasoning that are still being written, and without
   * calls that have not ended.
   */
  response(): Response;
}

/** A place in the message, by its key: the whole part, or the pieces of one that is still being written. */
type Place = { readonly part: AssistantPart } | { readonly type: 'text' | 'reasoning' | 'tool-call'; readonly pieces: string[] };

/** A fold over the events of one answer. Pieces are kept and joined once. */
export function collector(): Collector {
  const places = new Map<string, Place>();
  let [start, usage, end]: [{ id?: string; model?: string }, Usage | undefined, StreamEnd | undefined] = [
    {},
    undefined,
    undefined,
  ];
  return {
    push(event) {
      if (event.type === 'response-start') start = defined({ id: event.id, model: event.model });
      else if (event.type === 'usage') usage = event.usage;
      else if (event.type === 'finish') end = event;
      else if (event.type === 'error') throw event.error;
      else place(places, event);
    },
    response() {
      const { finish, message, vendor } = end ?? ABORTED;
      const content = [...places.values()].flatMap(partsAt);
      return {
        ...start,
        ...defined({ usage, vendor }),
        message: { role: 'assistant', content, ...message, finish: finish.reason },
        finish,
      };
    },
  };
}

/** The answer that a stream of events makes. Throws the error of an `error` event. */
export async function collect(events: AsyncIterable<StreamEvent> | Iterable<StreamEvent>): Promise<Response> {
  const fold = collector();
  for await (const event of events) fold.push(event);
  return fold.response();
}

const ABORTED: StreamEnd = { finish: { reason: 'aborted' } };

type PartEvent = Exclude<StreamEvent, { readonly type: 'response-start' | 'usage' | 'finish' | 'error' }>;

function place(places: Map<string, Place>, event: PartEvent): void {
  if (event.type === 'part') places.set(`part ${places.size}`, { part: event.part });
  else if ('part' in event) places.set(event.key, { part: event.part });
  else if ('text' in event) piecesAt(places, event.key).push(event.text);
  else places.set(event.key, { type: kindOf(event.type), pieces: [] });
}

function piecesAt(places: Map<string, Place>, key: string): string[] {
  const open = places.get(key);
  return open && 'pieces' in open ? open.pieces : [];
}

const kindOf = (type: 'text-start' | 'reasoning-start' | 'tool-call-start') =>
  type === 'text-start' ? 'text' : type === 'reasoning-start' ? 'reasoning' : 'tool-call';

function partsAt(of: Place): readonly AssistantPart[] {
  if ('pieces' in of) return of.type === 'tool-call' ? [] : [{ type: of.type, text: of.pieces.join('') }];
  return [of.part];
}
