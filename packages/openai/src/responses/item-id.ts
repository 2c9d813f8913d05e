import { type AssistantPart, defined, digest, isJsonObject, type Part } from '@toolglot/core';
import { readFilled } from '@toolglot/core/kit';
import type { EncodeContext } from './context.ts';
import { isKnownById } from './hosted-kinds.ts';
import { slotOf } from './slot.ts';
import type { ResponsesPartSlot } from './slots.ts';

/**
 * Whether all of a turn goes back as it came. Reasoning and what it led to are known to the vendor by their ids: where
 * one of both was changed or left out, the ids of the others are refused.
 */
export type Links = 'whole' | 'broken';

/** `items` are the parts of a turn, by the item in which they stand. */
export function linksOf(items: readonly Run[], { stateless }: EncodeContext): Links {
  if (stateless && items.some(([part]) => isLookedUp(part))) return 'broken';
  const near = neighboursOf(items.map((run) => ({ id: idOfRun(run), thinks: run[0].type === 'reasoning' })));
  return items.every(([part], index) => isLinked(slotOf(part), near[index])) ? 'whole' : 'broken';
}

/** The parts of one item. */
export type Run = readonly [AssistantPart, ...AssistantPart[]];

/** whether a part stands where it stood: of reasoning that has an id, what is behind it, too. */
function isLinked(slot: ResponsesPartSlot = {}, near: Neighbours = {}): boolean {
  const { after = near.after, before = slot.id === undefined ? near.before : undefined } = slot;
  return after === near.after && before === near.before;
}

/** The id of a part's item: its own where it may be sent; in answers, one made for what has none. */
export function idToSend(part: Part, prefix: string, links: Links, { mint }: EncodeContext): string | undefined {
  const slot = slotOf(part);
  if (slot === undefined) return mint && `${prefix}_${digest(mint.get(part) ?? '', 24)}`;
  const isBound = part.type === 'reasoning' || slot.after !== undefined || slot.before !== undefined;
  return isBound && links === 'broken' ? undefined : slot.id;
}

/** The id of a part's item, and its neighbours in thought: `after` which reasoning, `before` what it led to. */
export function idSlots(items: readonly unknown[]): readonly ResponsesPartSlot[] {
  const read = items.map((item) => (isJsonObject(item) ? { id: readFilled(item.id), thinks: item.type === 'reasoning' } : NONE));
  const near = neighboursOf(read);
  return read.map(({ id }, index) => (id === undefined ? {} : { id, ...near[index] }));
}

const NONE = { id: undefined, thinks: false };

/** An item, as far as others point to it. */
interface Pointed {
  readonly id: string | undefined;
  /** it is reasoning. */
  readonly thinks: boolean;
}

type Neighbours = Pick<ResponsesPartSlot, 'after' | 'before'>;

/** By place: of all else the reasoning before it, of reasoning the first thing behind it that is none. */
function neighboursOf(items: readonly Pointed[]): readonly Neighbours[] {
  const ends = items.map((_item, index) => index).filter((index) => !items[index]?.thinks);
  let passed = 0;
  let last: Pointed | undefined;
  return items.map((item, index): Neighbours => {
    while ((ends[passed] ?? items.length) < index) passed++;
    if (!item.thinks) return defined({ after: last?.id });
    last = item;
    const next = items[ends[passed] ?? items.length];
    return defined({ before: next && (next.id ?? '') });
  });
}

/** reasoning that is known by its id alone. */
const isLookedUp = (part: AssistantPart) =>
  part.type === 'reasoning' && slotOf(part)?.id !== undefined && !readFilled(slotOf(part)?.fields?.encrypted_content);

/** the item's id, while all that stands in it is as it came. */
function idOfRun([part, ...others]: Run): string | undefined {
  const isMoved = part.vendor?.['openai-responses']?.joined === true;
  if (isMoved || isChanged(part) || others.some(isChanged)) return undefined;
  if (part.type === 'opaque') return isJsonObject(part.value) ? readFilled(part.value.id) : undefined;
  return part.type === 'hosted-tool' && isKnownById(part) ? readFilled(part.id) : slotOf(part)?.id;
}

const isChanged = (part: AssistantPart) => part.seal !== undefined && slotOf(part) === undefined;
