import type { Loss } from '../ir/loss.ts';
import type { Message } from '../ir/message.ts';
import type { Fold, Placed } from './fold.ts';
import { append, emptyLog, isPrefix, type Log, toArray } from './log.ts';
import type { PromptContext } from './pass.ts';

/** How far the messages of a conversation are folded: all that is needed to go on from there. */
interface Snapshot {
  readonly context: PromptContext;
  readonly input: Log<Message>;
  readonly fold: Fold;
  readonly out: Log<Message>;
  readonly losses: Log<Loss>;
}

interface Folded {
  readonly messages: readonly Message[];
  readonly losses: readonly Loss[];
}

/** By the last message folded. A message that is kept alive by a conversation keeps its snapshots alive. */
const snapshots = new WeakMap<Message, readonly Snapshot[]>();

/**
 * Folds frozen messages. The longest part that was folded before in the same context is not folded again,
 * so that a step of a run costs its new messages.
 */
export function foldMessages(messages: readonly Message[], context: PromptContext, start: () => Fold): Folded {
  const known = longestKnown(messages, context) ?? { ...empty(), context, fold: start() };
  const folded = messages.slice(known.input.length).reduce(advance, known);
  remember(folded);
  const tail = folded.fold.end();
  return {
    messages: [...toArray(folded.out), ...tail.out.map(messageOf)],
    losses: [...toArray(folded.losses), ...(tail.losses ?? [])],
  };
}

const messageOf = ({ message }: Placed) => message;
const empty = () => ({ input: emptyLog<Message>(), out: emptyLog<Message>(), losses: emptyLog<Loss>() });

function advance(snapshot: Snapshot, message: Message): Snapshot {
  const { next, out, losses } = snapshot.fold.step(message, `messages[${snapshot.input.length}]`);
  return {
    context: snapshot.context,
    input: append(snapshot.input, [message]),
    fold: next,
    out: append(snapshot.out, out.map(messageOf)),
    losses: append(snapshot.losses, losses ?? []),
  };
}

function longestKnown(messages: readonly Message[], context: PromptContext): Snapshot | undefined {
  for (let length = messages.length; length > 0; length--) {
    const known = snapshots.get(messages[length - 1] as Message);
    const fitting = known?.find(
      ({ input, context: of }) => input.length === length && isSame(of, context) && isPrefix(input, messages),
    );
    if (fitting) return fitting;
  }
  return undefined;
}

function remember(snapshot: Snapshot): void {
  const last = snapshot.input.shared[snapshot.input.length - 1];
  if (last === undefined) return;
  const others = (snapshots.get(last) ?? []).filter(({ context }) => !isSame(context, snapshot.context));
  snapshots.set(last, [...others, snapshot]);
}

const isSame = (a: PromptContext, b: PromptContext) =>
  a.profile === b.profile && a.tools.length === b.tools.length && a.tools.every((tool, index) => tool === b.tools[index]);
