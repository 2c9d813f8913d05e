import type { Loss } from '../ir/loss.ts';
import type { AssistantMessage, Message } from '../ir/message.ts';
import type { Part } from '../ir/part.ts';
import type { Profile } from '../profile.ts';
import { perMessage, type Treated } from './fold.ts';
import { note } from './losses.ts';
import { withContent } from './map-parts.ts';
import type { Pass } from './pass.ts';

/** Blank text goes where the target refuses it, and messages that hold nothing go everywhere; calls go last where they must. */
export const fitParts: Pass = {
  name: 'fit-parts',
  messages: ({ profile: { turns, codec } }) =>
    perMessage((message, at) => (isEmpty(message, codec) ? { losses: [emptyLoss(at)] } : fit(message, at, turns))),
};

function fit(message: Message, at: string, turns: Profile['turns']): Treated {
  const filled = turns.blank ? message : withoutBlank(message);
  const ordered = turns.order === 'calls-last' ? callsLast(filled) : filled;
  const losses = [...(filled === message ? [] : [blankLoss(at)]), ...(ordered === filled ? [] : [orderLoss(at)])];
  return ordered.content.length === 0 && message.content.length > 0 ? { losses } : { message: ordered, losses };
}

/** Some vendors answer with nothing at all, and take no such message. What only the target's own slot says is not nothing. */
const isEmpty = ({ content, vendor = {} }: Message, codec: string) => content.length === 0 && !Object.hasOwn(vendor, codec);

const emptyLoss = (at: string): Loss => note.dropped('empty-message', at, 'the message holds nothing; it was left out');
const blankLoss = (at: string): Loss => note.dropped('blank-text', at, 'the target refuses blank text; it was left out');
const orderLoss = (at: string): Loss =>
  note.moved('part-order', at, 'the target holds calls behind all other parts; they were moved there');

/** The message without blank text, within results too; the same object where there is none. */
function withoutBlank(message: Message): Message {
  if (message.role !== 'tool') return withContent(message, dropBlank);
  if (!message.content.some(({ content }) => content.some(isBlank))) return message;
  return {
    ...message,
    content: message.content.map((result) => ({ ...result, content: result.content.filter((part) => !isBlank(part)) })),
  };
}

const dropBlank = (content: readonly Part[]) => (content.some(isBlank) ? content.filter((part) => !isBlank(part)) : content);

/** Refusals are sent as texts; reasoning without a text is something where it has its vendor's data. */
function isBlank(part: Part): boolean {
  const isSaid = part.type === 'text' || part.type === 'refusal' || (part.type === 'reasoning' && part.vendor === undefined);
  return isSaid && part.text.trim() === '';
}

function callsLast(message: Message): Message {
  return message.role === 'assistant' ? withContent<AssistantMessage>(message, orderCalls) : message;
}

function orderCalls(content: readonly Part[]): readonly Part[] {
  const ordered = [...content.filter(({ type }) => type !== 'tool-call'), ...content.filter(({ type }) => type === 'tool-call')];
  return ordered.every((part, index) => part === content[index]) ? content : ordered;
}
