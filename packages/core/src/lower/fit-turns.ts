import type { AssistantMessage, Message, UserMessage } from '../ir/message.ts';
import type { Profile } from '../profile.ts';
import type { Emitted, Fold, Placed } from './fold.ts';
import { degraded, note } from './losses.ts';
import { isOwn } from './own.ts';
import type { Pass } from './pass.ts';

/** Who speaks first and last, and who may follow whom: what the target wants in between is put in. */
export const fitTurns: Pass = { name: 'fit-turns', messages: ({ profile }) => behind(undefined, profile) };

type Turns = Profile['turns'];

/** The fold behind a message; `undefined`: only system messages so far. */
function behind(last: Placed | undefined, profile: Profile): Fold {
  const { turns } = profile;
  return {
    step(message, at) {
      const placed = { message, at };
      const link = linkBetween(last?.message, placed, turns);
      const out = [...heldBack(last, turns), ...link.out, ...(isHeld(message, turns) ? [] : [placed])];
      return {
        out,
        losses: link.losses ?? [],
        next: behind(last === undefined && message.role === 'system' ? undefined : placed, profile),
      };
    },
    end: () => lastTurn(last, profile),
  };
}

/** An assistant message that may turn out to be the last is held back: only a last one must be fit to be continued. */
const isHeld = (message: Message, turns: Turns) => turns.last === 'user' && turns.prefill && message.role === 'assistant';
const heldBack = (last: Placed | undefined, turns: Turns) => (last !== undefined && isHeld(last.message, turns) ? [last] : []);

/** What must stand between two messages. */
function linkBetween(last: Message | undefined, { message, at }: Placed, turns: Turns): Emitted {
  if (last === undefined && turns.first === 'user' && (message.role === 'assistant' || message.role === 'tool'))
    return firstTurn(at);
  if (last?.role === 'tool' && message.role === 'user' && turns.bridge !== undefined) return bridge(turns.bridge, at);
  return { out: [] };
}

const firstTurn = (at: string): Emitted => ({
  out: [{ message: user('(The conversation goes on.)'), at }],
  losses: [degraded.synthesised('first-turn', at, 'the target wants a user to speak first; a user message was put in')],
});

const bridge = (text: string, at: string): Emitted => ({
  out: [{ message: { role: 'assistant', content: [{ type: 'text', text }] }, at }],
  losses: [note.synthesised('bridge', at, 'the target wants an assistant message between results and a user message')],
});

/** What the last message needs to be a last one. An answer that the target itself paused is sent as it is, to be gone on with. */
function lastTurn(last: Placed | undefined, profile: Profile): Emitted {
  const { turns } = profile;
  if (last === undefined) return turns.first === 'user' ? firstTurn('messages') : { out: [] };
  if (last.message.role !== 'assistant' || turns.last === 'any') return { out: [] };
  if (last.message.finish === 'pause' && isOwn(last.message, profile)) return { out: heldBack(last, turns) };
  if (turns.prefill) return { out: [{ message: trimEnd(last.message), at: last.at }] };
  const why = 'the target does not go on with an assistant message; a user message was put behind it';
  return { out: [{ message: user('Go on.'), at: last.at }], losses: [degraded.synthesised('last-turn', last.at, why)] };
}

function trimEnd(message: AssistantMessage): AssistantMessage {
  const last = message.content.at(-1);
  if (last?.type !== 'text' || last.text === last.text.trimEnd()) return message;
  return { ...message, content: [...message.content.slice(0, -1), { ...last, text: last.text.trimEnd() }] };
}

const user = (text: string): UserMessage => ({ role: 'user', content: [{ type: 'text', text }] });
