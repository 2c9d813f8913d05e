import { type AssistantPart, defined, type StreamEvent } from '@toolglot/core';

type Kind = 'text' | 'reasoning' | 'tool-call';
type Start = Extract<StreamEvent, { readonly type: `${Kind}-start` }>;

/** The events of one part, from its start to its end. */
export interface Lane {
  readonly key: string;
  /** The part begins, in pieces. */
  begin(start: Start): void;
  /** Takes a piece of its text, also before it begins. */
  say(text: string): void;
  /** whether anything of it was said. */
  readonly spoken: boolean;
  /** The part is whole: what was not said of it is said. */
  end(part: AssistantPart): void;
  /** There is no such part. */
  drop(): void;
}

/** An event; nothing where a part that was waited for does not come. */
type Emitted = StreamEvent | undefined;

/** The parts of an answer, each with its events. Parts begin in the order in which their lanes were made; those that come too early wait. */
export interface Lanes {
  add(key: string): Lane;
  readonly size: number;
  /** What can be told by now. */
  take(): readonly StreamEvent[];
}

/** Lanes of an answer of which nothing is known. */
export function openLanes(): Lanes {
  const waiting: Emitted[][] = [];
  let released = 0;
  let out: StreamEvent[] = [];
  const tell = (event: Emitted) => event && out.push(event);
  const emit = (index: number, event: Emitted) => {
    if (index < released) return tell(event);
    waiting[index]?.push(event);
    for (let next = waiting[released]; next && next.length > 0; next = waiting[++released]) next.splice(0).forEach(tell);
    return undefined;
  };
  return {
    add(key) {
      const index = waiting.push([]) - 1;
      return openLane(key, (event) => emit(index, event));
    },
    get size() {
      return waiting.length;
    },
    take() {
      const told = out;
      out = [];
      return told;
    },
  };
}

/** Says a text as the JSON of the arguments that it is. */
export function sayInput(lane: Lane, text: string): void {
  if (!lane.spoken) lane.say('{"input":"');
  lane.say(JSON.stringify(text).slice(1, -1));
}

function openLane(key: string, emit: (event: Emitted) => void): Lane {
  let kind: Kind | undefined;
  let said: string[] = [];
  const tell = (text: string) => {
    if (kind && text !== '') emit({ type: `${kind}-delta`, key, text });
  };
  const begin = (start: Start) => {
    if (kind) return;
    kind = kindOf(start.type);
    emit(start);
    tell(said.join(''));
  };
  return {
    key,
    begin,
    say(text) {
      if (text === '') return;
      said.push(text);
      tell(text);
    },
    get spoken() {
      return said.length > 0;
    },
    end(part) {
      const start = startOf(part, key);
      if (start === undefined || (kind && kindOf(start.type) !== kind)) {
        abandon(kind, key, said, emit);
        return emit({ type: 'part', part });
      }
      if (!kind && !textOf(part).startsWith(said.join(''))) said = [];
      begin(start);
      tell(restOf(textOf(part), said.join('')));
      emit(endOf(part, key));
    },
    drop() {
      abandon(kind, key, said, emit);
      emit(undefined);
    },
  };
}

/** what of a text is not told yet; of another text, nothing. */
const restOf = (text: string, told: string) => (text.startsWith(told) ? text.slice(told.length) : '');

/** a part that turns out to be another: what was told of it ends. */
function abandon(kind: Kind | undefined, key: string, said: readonly string[], emit: (event: Emitted) => void): void {
  const text = said.join('');
  if (kind === 'text') emit({ type: 'text-end', key, part: { type: 'text', text } });
  if (kind === 'reasoning') emit({ type: 'reasoning-end', key, part: { type: 'reasoning', text } });
}

const kindOf = (type: Start['type']): Kind =>
  type === 'text-start' ? 'text' : type === 'reasoning-start' ? 'reasoning' : 'tool-call';

function startOf(part: AssistantPart, key: string): Start | undefined {
  const { type } = part;
  const known = defined({ vendor: part.vendor });
  if (type === 'tool-call')
    return { type: 'tool-call-start', key, id: part.id, name: part.name, ...defined({ caller: part.caller }), ...known };
  return type === 'text' || type === 'reasoning' ? { type: `${type}-start`, key, ...known } : undefined;
}

function endOf(part: AssistantPart, key: string): StreamEvent {
  switch (part.type) {
    case 'text':
      return { type: 'text-end', key, part };
    case 'reasoning':
      return { type: 'reasoning-end', key, part };
    case 'tool-call':
      return { type: 'tool-call-end', key, part };
    default:
      return { type: 'part', part };
  }
}

function textOf(part: AssistantPart): string {
  if (part.type === 'tool-call') return part.argsText ?? JSON.stringify(part.args);
  return part.type === 'text' || part.type === 'reasoning' ? part.text : '';
}
