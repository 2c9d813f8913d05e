import type { Loss } from '../ir/loss.ts';
import type { Message } from '../ir/message.ts';
import { pushAll } from './log.ts';

/** A message, and the place in the request that it comes from: `messages[3]`. */
export interface Placed {
  readonly message: Message;
  readonly at: string;
}

/** What a fold gives out at one step. */
export interface Emitted {
  readonly out: readonly Placed[];
  readonly losses?: readonly Loss[];
}

/**
 * A pass over the messages, in order: each message gives any number of messages and the fold for the next one.
 * A fold is a value: what it has seen so far is in it, and it never changes, so that it can be kept and gone on from.
 */
export interface Fold {
  step(message: Message, at: string): Emitted & { readonly next: Fold };
  /** what is still to come when there are no more messages. */
  end(): Emitted;
}

const nothing: Emitted = { out: [] };

/** What becomes of a message that is treated by itself. */
export interface Treated {
  /** absent: the message goes. */
  readonly message?: Message;
  /** a message behind it. */
  readonly behind?: Message | undefined;
  readonly losses?: readonly Loss[];
}

/** A fold that treats each message by itself. */
export function perMessage(treat: (message: Message, at: string) => Treated): Fold {
  const fold: Fold = {
    step(message, at) {
      const treated = treat(message, at);
      const out = [treated.message, treated.behind].flatMap((one) => (one === undefined ? [] : [{ message: one, at }]));
      return { out, losses: treated.losses ?? [], next: fold };
    },
    end: () => nothing,
  };
  return fold;
}

/** Folds one behind the other are a fold. */
export function chain(folds: readonly Fold[]): Fold {
  return {
    step(message, at) {
      const { nexts, ...emitted } = feed(folds, [{ message, at }]);
      return { ...emitted, next: chain(nexts) };
    },
    end: () => finish(folds),
  };
}

function feed(folds: readonly Fold[], messages: readonly Placed[]) {
  let out = messages;
  const losses: Loss[] = [];
  const nexts = folds.map((fold) => {
    const fed = feedOne(fold, out);
    out = fed.out;
    pushAll(losses, fed.losses);
    return fed.next;
  });
  return { out, losses, nexts };
}

function feedOne(fold: Fold, messages: readonly Placed[]) {
  let next = fold;
  const out: Placed[] = [];
  const losses: Loss[] = [];
  for (const { message, at } of messages) {
    const stepped = next.step(message, at);
    pushAll(out, stepped.out);
    pushAll(losses, stepped.losses ?? []);
    next = stepped.next;
  }
  return { out, losses, next };
}

/** Ends each fold in turn; what it still gives goes through those behind it. */
function finish(folds: readonly Fold[]): Emitted {
  const [first, ...rest] = folds;
  if (first === undefined) return nothing;
  const ended = first.end();
  const fed = feed(rest, ended.out);
  const last = finish(fed.nexts);
  return { out: [...fed.out, ...last.out], losses: [...(ended.losses ?? []), ...fed.losses, ...(last.losses ?? [])] };
}
