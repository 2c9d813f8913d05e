import type { Message, UserMessage } from '../ir/message.ts';
import type { Profile } from '../profile.ts';
import type { Fold } from './fold.ts';
import { degraded } from './losses.ts';
import type { Pass } from './pass.ts';

/** System messages stand where the target takes them; elsewhere they are sent as user messages. */
export const fitSystem: Pass = { name: 'fit-system', messages: ({ profile }) => fold(true, profile.turns.system) };

function fold(atHead: boolean, system: Profile['turns']['system']): Fold {
  return {
    step(message, at) {
      const next = fold(atHead && message.role === 'system', system);
      if (message.role !== 'system' || system === 'anywhere' || (system === 'head' && atHead))
        return { out: [{ message, at }], next };
      return { out: [{ message: asUser(message), at }], losses: [movedLoss(at)], next };
    },
    end: () => ({ out: [] }),
  };
}

const asUser = ({ content }: Extract<Message, { role: 'system' }>): UserMessage => ({ role: 'user', content });
const movedLoss = (at: string) =>
  degraded.moved('system-message', at, 'the target takes no system message here; it is sent as a user message');
