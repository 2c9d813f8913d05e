import type { AssistantMessage, Message, ToolMessage } from '../ir/message.ts';
import type { Request } from '../ir/request.ts';
import type { Response } from '../ir/response.ts';
import { digest } from '../json/digest.ts';
import type { NameRule } from '../profile.ts';
import type { Fold } from './fold.ts';
import { append, emptyLog, type Log, toArray } from './log.ts';
import { note } from './losses.ts';
import { mapToolParts } from './map-parts.ts';
import type { Pass } from './pass.ts';

/**
 * Call ids that the vendor refuses, and ids that stand twice in a conversation, are replaced in call and result alike.
 * Runs behind `pair-calls`: the results of a message stand directly behind it, in call order.
 */
export const fitIds: Pass = {
  name: 'fit-ids',
  messages: ({ profile }) => afterMessage({ seen: newSeen(), waiting: [] }, profile.limits.id),
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
  let seen = before;
  const ids: string[] = [];
  const renamed = mapToolParts(message, {
    call(call) {
      const id = freshId(call.id, seen, rule);
      seen = see(seen, id);
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
function freshId(id: string, seen: Seen, rule: NameRule): string {
  for (let salt = ''; ; salt += '+') {
    const fitted = salt === '' ? fitId(id, rule) : digest(id + salt, Math.min(rule.max, 24));
    if (!isSeen(seen, fitted)) return fitted;
  }
}

/** An id as a target takes it: a function of the id and the rule alone. */
export function fitId(id: string, { pattern, max }: NameRule): string {
  return id.length <= max && new RegExp(pattern).test(id) ? id : digest(id, Math.min(max, 24));
}

/** A call of the answer whose id stands in the conversation already gets another; some vendors begin anew in each answer. */
function makeUnique(response: Response, source: Request): Response {
  const taken = new Set(
    source.messages.flatMap(({ content }) => content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))),
  );
  const message = mapToolParts(response.message, {
    call(call) {
      let id = call.id;
      for (let salt = '+'; taken.has(id); salt += '+') id = digest(call.id + salt, 24);
      taken.add(id);
      return id === call.id ? call : { ...call, id };
    },
    result: (result) => result,
  });
  return message === response.message || message.role !== 'assistant' ? response : { ...response, message };
}

/** A set that only grows; like a log, versions share what they have in common. */
interface Seen {
  readonly order: Log<string>;
  readonly index: Set<string>;
}

const newSeen = (): Seen => ({ order: emptyLog(), index: new Set() });

function see({ order, index }: Seen, id: string): Seen {
  const isNewest = order.shared.length === order.length;
  return { order: append(order, [id]), index: isNewest ? index.add(id) : new Set([...toArray(order), id]) };
}

function isSeen({ order, index }: Seen, id: string): boolean {
  return order.shared.length === order.length ? index.has(id) : toArray(order).includes(id);
}
