import type { Loss } from '../ir/loss.ts';
import type { AssistantMessage, Message } from '../ir/message.ts';
import type { Part, ToolCallPart } from '../ir/part.ts';
import type { Profile } from '../profile.ts';
import { perMessage } from './fold.ts';
import { degraded } from './losses.ts';
import { withContent } from './map-parts.ts';
import type { Pass } from './pass.ts';

/**
 * What only its origin can read goes back to its origin only: reasoning, the model's own text of its arguments (to others they are
 * printed anew), and parts that nobody else knows.
 */
export const fitOrigin: Pass = {
  name: 'fit-origin',
  messages: ({ profile }) =>
    perMessage((message, at) => {
      const foreign = message.role === 'assistant' && !isOwn(message, profile);
      const stays = (part: Part) =>
        !(foreign && part.type === 'reasoning') && !(part.type === 'opaque' && part.codec !== profile.codec);
      const fitted = fit(message, foreign, stays);
      const losses = message.content.flatMap((part, index) => (stays(part) ? [] : [loss(part, `${at}.content[${index}]`)]));
      return fitted.content.length === 0 && losses.length > 0 ? { losses } : { message: fitted, losses };
    }),
};

/** A message that does not say where it comes from is of the format that it was read from. */
const isOwn = ({ origin }: AssistantMessage, { codec, provider }: Profile) =>
  origin === undefined || (origin.codec === codec && origin.provider === provider);

function fit(message: Message, foreign: boolean, stays: (part: Part) => boolean): Message {
  const kept = message.content.every(stays) ? message : withContent(message, (content) => content.filter(stays));
  if (!foreign || !kept.content.some(hasText)) return kept;
  return withContent(kept, (content) => content.map((part) => (part.type === 'tool-call' ? withoutText(part) : part)));
}

const hasText = (part: Part) => part.type === 'tool-call' && part.argsText !== undefined;

function withoutText({ argsText: _argsText, ...call }: ToolCallPart): ToolCallPart {
  return call;
}

function loss(part: Part, path: string): Loss {
  return part.type === 'reasoning'
    ? degraded.dropped('foreign-reasoning', path, 'reasoning of another vendor cannot be sent here; it was left out')
    : lost('foreign-part', path, 'a part that only another format knows; it was left out');
}

const lost = (code: string, path: string, message: string): Loss => ({
  code,
  path,
  effect: 'dropped',
  severity: 'lost',
  message,
});
