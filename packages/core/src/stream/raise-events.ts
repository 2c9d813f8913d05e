import type { AssistantPart } from '../ir/message.ts';
import type { StreamEvent } from '../ir/stream-event.ts';
import type { ToolSpec } from '../ir/tool.ts';
import type { JsonObject } from '../json/json.ts';
import type { Lowered } from '../lower/lower.ts';
import { eventsOf } from './events-of.ts';
import { type PartialArgs, partialArgs } from './partial-args.ts';

/** Undoes on each event of an answer what lowering did to the request. */
export type RaiseEvent = (event: StreamEvent) => readonly StreamEvent[];

/**
 * The events of an answer as the program knows its tools: names, ids and arguments. What is not yet known to be one call of a tool on
 * offer (a wrapper of several calls, a name that nobody declared) is held back until it has ended.
 */
export function raiseEvents({ raise }: Pick<Lowered, 'raise'>, tools: readonly ToolSpec[]): RaiseEvent {
  const names = new Set(tools.flatMap((tool) => (tool.type === 'hosted' ? [] : [tool.name])));
  const open = new Map<string, PartialArgs>();
  const raised = (part: AssistantPart) =>
    raise({ message: { role: 'assistant', content: [part] }, finish: { reason: 'tool-calls' } }).message.content;
  return (event) => {
    switch (event.type) {
      case 'tool-call-start': {
        const [call, ...others] = raised({ type: 'tool-call', id: event.id, name: event.name, args: {} });
        if (call?.type !== 'tool-call' || others.length > 0 || !names.has(call.name)) return [];
        open.set(event.key, partialArgs(restoring(event.name, raised)));
        return [{ ...event, id: call.id, name: call.name }];
      }
      case 'tool-call-delta':
        return delta(event, open.get(event.key));
      case 'tool-call-end':
        return ended(event.key, raised(event.part), open.has(event.key));
      case 'part':
        return raised(event.part).map((part) => ({ type: 'part', part }));
      default:
        return [event];
    }
  };
}

type Raise = (part: AssistantPart) => readonly AssistantPart[];

/** Arguments as they are written, in the form that the tool knows. */
const restoring = (name: string, raise: Raise) => (args: JsonObject) => {
  const [call] = raise({ type: 'tool-call', id: '', name, args });
  return call?.type === 'tool-call' ? call.args : args;
};

type DeltaEvent = Extract<StreamEvent, { readonly type: 'tool-call-delta' }>;

function delta({ key, text }: DeltaEvent, args: PartialArgs | undefined): readonly StreamEvent[] {
  args?.push(text);
  return args ? [new ArgumentsDelta(key, text, args)] : [];
}

/** Plain data, and a way to read the arguments that is not one of its members. */
class ArgumentsDelta {
  readonly type = 'tool-call-delta';
  readonly key: string;
  readonly text: string;
  readonly #args: PartialArgs;

  constructor(key: string, text: string, args: PartialArgs) {
    this.key = key;
    this.text = text;
    this.#args = args;
  }

  partialArgs(): Promise<JsonObject> {
    return this.#args.read();
  }
}

/** The end of a call that was told of from its start, or all of what was held back. */
function ended(key: string, parts: readonly AssistantPart[], isOpen: boolean): readonly StreamEvent[] {
  const [part] = parts;
  if (isOpen && part?.type === 'tool-call') return [{ type: 'tool-call-end', key, part }];
  const events = eventsOf({ message: { role: 'assistant', content: parts }, finish: { reason: 'tool-calls' } });
  return events.flatMap((event): readonly StreamEvent[] => {
    if ('key' in event) return [{ ...event, key: `${key} ${event.key}` }];
    return event.type === 'part' ? [event] : [];
  });
}
