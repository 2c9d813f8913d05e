import type { AssistantMessage, Message, ToolMessage } from '../ir/message.ts';
import type { Request } from '../ir/request.ts';
import type { Response } from '../ir/response.ts';
import { digest } from '../json/digest.ts';
import type { NameRule } from '../profile.ts';
import type { Fold } from './fold.ts';
import { emptyIndexed, type Indexed, type IndexKind, newest, put } from './indexed.ts';
import { note } from './losses.ts';
import { mapToolParts } from './map-parts.ts';
import type { Pass } from './pass.ts';

/**
 * Call ids that the vendor refuses, and ids that stand twice in a conversation, are replaced in call and result alike.
 * Runs behind `pair-calls`: the results of a message stand directly behind it, in call order.
 */
export const fitIds: Pass = {
  name: 'fit-ids',
  messages: ({ profile }) => afterMessage({ seen: emptyIndexed(seenKind), waiting: [] }, profile.limits.id),
  raise: (response, source) => makeUnique(response, source),
};

interface State {
  readonly seen: Seen;
  /** the wire ids of the calls of the message before. */
  readonly waiting: readonly string[];
}

function afterMessage(state: State, rule: NameRule): Fold {
  return {
    step(message, at) {
      if (message.role === 'tool')
        return {
          out: [{ message: renameResults(message, state.waiting), at }],
          next: afterMessage({ ...state, waiting: [] }, rule),
        };
      if (message.role !== 'assistant') return { out: [{ message, at }], next: afterMessage({ ...state, waiting: [] }, rule) };
      const { renamed, seen, ids } = renameCalls(message, state.seen, rule);
      const losses =
        renamed === message
          ? []
          : [note.renamed('call-id', at, 'call ids that the target refuses, or that stand twice, were replaced')];
      return { out: [{ message: renamed, at }], losses, next: afterMessage({ seen, waiting: ids }, rule) };
    },
    end: () => ({ out: [] }),
  };
}

function renameCalls(message: AssistantMessage, before: Seen, rule: NameRule) {
  let seen = newest(before);
  const ids: string[] = [];
  const renamed = mapToolParts(message, {
    call(call) {
      const id = freshId(call.id, seen, rule);
      seen = put(seen, [{ id: call.id, wire: id }]);
      ids.push(id);
      return id === call.id ? call : { ...call, id };
    },
    result: (result) => result,
  });
  return { renamed, seen, ids };
}

function renameResults(message: ToolMessage, ids: readonly string[]): Message {
  const rename = (callId: string, index: number) => ids[index] ?? callId;
  return mapToolParts(message, {
    call: (call) => call,
    result: (result, index) =>
      rename(result.callId, index) === result.callId ? result : { ...result, callId: rename(result.callId, index) },
  });
}

/** The id where it is legal and new; else a digest of it, and of how often it stood before. */
function freshId(id: string, { index: { counts, wires } }: Seen, rule: NameRule): string {
  for (let times = counts.get(id) ?? 0; ; times++) {
    const fitted = times === 0 ? fitId(id, rule) : digest(`${id}+${times}`, Math.min(rule.max, 24));
    if (!wires.has(fitted)) return fitted;
  }
}

/** An id as a target takes it: a function of the id and the rule alone. */
export function fitId(id: string, { pattern, max }: NameRule): string {
  return id.length <= max && new RegExp(pattern).test(id) ? id : digest(id, Math.min(max, 24));
}

/** A call of the answer whose id stands in the conversation already gets another; some vendors begin anew in each answer. */
function makeUnique(response: Response, source: Request): Response {
  const taken = takenIds(source);
  // an id depends on what was before the answer only, so that a streamed call gets the same one by itself
  const first = taken.size;
  const message = mapToolParts(response.message, {
    call(call) {
      let id = call.id;
      // not counted from one: an id that stands in each answer would be looked for longer with each
      for (let times = first; taken.has(id); times++) id = digest(`${call.id}+${times}`, 24);
      taken.add(id);
      return id === call.id ? call : { ...call, id };
    },
    result: (result) => result,
  });
  return message === response.message || message.role !== 'assistant' ? response : { ...response, message };
}

function takenIds({ messages }: Request): Set<string> {
  const taken = new Set<string>();
  for (const message of messages)
    if (message.role === 'assistant') for (const part of message.content) if (part.type === 'tool-call') taken.add(part.id);
  return taken;
}

/** The ids so far, each with what it is on the wire. */
type Seen = Indexed<Given, Index>;

interface Given {
  readonly id: string;
  readonly wire: string;
}

interface Index {
  readonly wires: Set<string>;
  readonly counts: Map<string, number>;
}

const seenKind: IndexKind<Given, Index> = {
  create: () => ({ wires: new Set(), counts: new Map() }),
  add({ wires, counts }, { id, wire }) {
    wires.add(wire);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  },
};
