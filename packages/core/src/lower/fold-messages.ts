import type { Loss } from '../ir/loss.ts';
import type { Message } from '../ir/message.ts';
import { copyAndFreeze } from '../json/freeze.ts';
import type { Fold, Placed } from './fold.ts';
import { append, emptyLog, isPrefix, type Log, toArray } from './log.ts';
import type { PromptContext } from './pass.ts';

/** How far the messages of a conversation are folded: all that is needed to go on from there. */
interface Snapshot {
  readonly input: Log<Message>;
  readonly fold: Fold;
  readonly out: Log<Message>;
  readonly losses: Log<Loss>;
}

interface Folded {
  readonly messages: readonly Message[];
  readonly losses: readonly Loss[];
}

/** What is kept of the conversations that begin with one message, in one context. */
interface Memory {
  readonly context: PromptContext;
  /** by the last message folded; as messages live on in longer conversations, snapshots share what they hold. */
  readonly snapshots: WeakMap<Message, Snapshot>;
}

/** By the first message, the last used in front. Each holds its own output: where the tools change at each step, few may be kept. */
const memories = new WeakMap<Message, readonly Memory[]>();
const MOST_MEMORIES = 4;

/**
 * Folds frozen messages. The longest part that was folded before in the same context is not folded again,
 * so that a step of a run costs its new messages.
 */
export function foldMessages(messages: readonly Message[], context: PromptContext, start: () => Fold): Folded {
  const { snapshots } = memoryOf(messages, context);
  const known = longestKnown(messages, snapshots) ?? { ...empty(), fold: start() };
  const folded = messages.slice(known.input.length).reduce(advance, known);
  const last = messages.at(-1);
  if (last !== undefined) snapshots.set(last, folded);
  const tail = folded.fold.end();
  return {
    messages: [...toArray(folded.out), ...tail.out.map(messageOf)],
    losses: [...toArray(folded.losses), ...(tail.losses ?? [])],
  };
}

// frozen once, here: each request that holds it takes it as it is
const messageOf = ({ message }: Placed) => copyAndFreeze(message);
const empty = () => ({ input: emptyLog<Message>(), out: emptyLog<Message>(), losses: emptyLog<Loss>() });

function advance(snapshot: Snapshot, message: Message): Snapshot {
  const { next, out, losses } = snapshot.fold.step(message, `messages[${snapshot.input.length}]`);
  return {
    input: append(snapshot.input, [message]),
    fold: next,
    out: append(snapshot.out, out.map(messageOf)),
    losses: append(snapshot.losses, losses ?? []),
  };
}

function memoryOf([first]: readonly Message[], context: PromptContext): Memory {
  const kept = (first && memories.get(first)) ?? [];
  const memory = kept.find((other) => isSame(other.context, context)) ?? { context, snapshots: new WeakMap() };
  if (first) memories.set(first, [memory, ...kept.filter((other) => other !== memory)].slice(0, MOST_MEMORIES));
  return memory;
}

function longestKnown(messages: readonly Message[], snapshots: Memory['snapshots']): Snapshot | undefined {
  for (let length = messages.length; length > 0; length--) {
    const known = snapshots.get(messages[length - 1] as Message);
    if (known?.input.length === length && isPrefix(known.input, messages)) return known;
  }
  return undefined;
}

const isSame = (a: PromptContext, b: PromptContext) =>
  a.profile === b.profile && a.tools.length === b.tools.length && a.tools.every((tool, index) => tool === b.tools[index]);
