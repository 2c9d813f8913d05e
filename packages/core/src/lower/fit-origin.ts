import type { Loss } from '../ir/loss.ts';
import type { Message } from '../ir/message.ts';
import type { Part, ReasoningPart } from '../ir/part.ts';
import { isSealed } from '../ir/seal.ts';
import type { Profile } from '../profile.ts';
import { perMessage } from './fold.ts';
import { degraded, lost, note } from './losses.ts';
import { withContent } from './map-parts.ts';
import { isOwn } from './own.ts';
import type { Pass } from './pass.ts';

/**
 * What only its origin can read goes back to its origin only: reasoning, the model's own text of its arguments (to others they are
 * printed anew), and parts that nobody else knows. Reasoning goes nowhere without the signature that the target demands.
 */
export const fitOrigin: Pass = {
  name: 'fit-origin',
  messages: ({ profile }) =>
    perMessage((message, at) => {
      const why = whyNot(message, profile);
      const fitted = printAnew(dropParts(message, why), message, profile);
      const losses = message.content.flatMap((part, index) => why(part)?.(`${at}.content[${index}]`) ?? []);
      return fitted.content.length === 0 && losses.length > 0 ? { losses } : { message: fitted, losses };
    }),
};

/** Why a part cannot be sent, as a loss at its place; `undefined` where it can. */
type WhyNot = (part: Part) => ((path: string) => Loss) | undefined;

function whyNot(message: Message, profile: Profile): WhyNot {
  const own = isOwn(message, profile);
  const led = message.content.findLastIndex(({ type }) => type !== 'reasoning');
  const lone: readonly Part[] = profile.reasoning.paired ? message.content.slice(led + 1) : [];
  return (part) => {
    if (lone.includes(part)) return loneReasoning;
    if (part.type === 'reasoning') return own ? whyNotReasoning(part, profile) : foreignReasoning;
    return part.type === 'opaque' && part.codec !== profile.codec ? foreignPart : undefined;
  };
}

function whyNotReasoning(part: ReasoningPart, profile: Profile): ReturnType<WhyNot> {
  if (profile.reasoning.replay === 'forbidden') return forbiddenReasoning;
  return profile.reasoning.signed && !isSigned(part, profile) ? unsignedReasoning : undefined;
}

/** The signature is in the slot of the target's codec, and holds while the part is as it was. */
const isSigned = (part: ReasoningPart, { codec }: Profile) => isSealed(part) && part.vendor !== undefined && codec in part.vendor;

const dropParts = (message: Message, why: WhyNot): Message =>
  withContent(message, (content) => (content.some(why) ? content.filter((part) => !why(part)) : content));

/** The arguments without the model's own text of them, unless it was the target that wrote it. */
function printAnew(message: Message, source: Message, profile: Profile): Message {
  if (isOwn(source, profile)) return message;
  return withContent(message, (content) => (content.some(hasText) ? content.map(withoutText) : content));
}

const hasText = (part: Part) => part.type === 'tool-call' && part.argsText !== undefined;

function withoutText(part: Part): Part {
  if (part.type !== 'tool-call') return part;
  const { argsText: _argsText, ...call } = part;
  return call;
}

const foreignPart = (path: string) =>
  lost.dropped('foreign-part', path, 'a part that only another format knows; it was left out');
const foreignReasoning = (path: string) =>
  degraded.dropped(
    'foreign-reasoning',
    path,
    'reasoning of another model, vendor or format cannot be sent here; it was left out',
  );
const forbiddenReasoning = (path: string) =>
  note.dropped('old-reasoning', path, 'the target takes no reasoning back; it was left out');
const loneReasoning = (path: string) =>
  degraded.dropped('lone-reasoning', path, 'reasoning that led to nothing cannot be sent here; it was left out');
const unsignedReasoning = (path: string) =>
  degraded.dropped('unsigned-reasoning', path, 'reasoning without a signature that holds cannot be sent here; it was left out');
