import { type AssistantPart, canonicalJson, digest, isJsonObject, type Part } from '@toolglot/core';
import { firstOf, readFilled } from '@toolglot/core/kit';
import type { EncodeContext } from './context.ts';
import { slotOf } from './slot.ts';
import type { ResponsesPartSlot } from './slots.ts';

/**
 * Whether all of a turn goes back as it came. Reasoning and what it led to are known to the vendor by their ids: where
 * one of both was changed or left out, the ids of the others are refused.
 */
export type Links = 'whole' | 'broken';

export function linksOf(parts: readonly AssistantPart[], { stateless }: EncodeContext): Links {
  if (stateless && parts.some(isLookedUp)) return 'broken';
  const ids = new Set(parts.map(ownId));
  const isHeld = (id: string | undefined) => id === undefined || ids.has(id);
  const slots = parts.map((part) => slotOf(part));
  return slots.every((slot) => isHeld(slot?.after) && isHeld(slot?.before)) ? 'whole' : 'broken';
}

/** The id of a part's item: its own where it may be sent; in answers, one made for what has none. */
export function idToSend(part: Part, prefix: string, links: Links, { mint }: EncodeContext): string | undefined {
  const slot = slotOf(part);
  if (slot === undefined) return mint ? `${prefix}_${digest(canonicalJson({ ...part, seal: undefined }), 24)}` : undefined;
  const isLinked = slot.after !== undefined || slot.before !== undefined;
  return isLinked && links === 'broken' ? undefined : slot.id;
}

/** The id of a part's item, and its neighbours in thought: `after` which reasoning, `before` what it led to. */
export function idSlots(items: readonly unknown[]): readonly ResponsesPartSlot[] {
  const ids = items.map((item) => (isJsonObject(item) ? readFilled(item.id) : undefined));
  const isReasoning = items.map((item) => isJsonObject(item) && item.type === 'reasoning');
  return items.map((_item, index) => {
    const last = isReasoning.lastIndexOf(true, index - 1);
    const next = isReasoning.indexOf(false, index);
    const after = index > 0 && last >= 0 && !isReasoning[index] ? ids[last] : undefined;
    const before = isReasoning[index] && ids[index] !== undefined && next >= 0 ? ids[next] : undefined;
    const id = ids[index];
    return { ...(id && { id }), ...(id && after && { after }), ...(before && { before }) };
  });
}

/** reasoning that is known by its id alone. */
const isLookedUp = (part: AssistantPart) =>
  part.type === 'reasoning' && slotOf(part)?.id !== undefined && !readFilled(slotOf(part)?.fields?.encrypted_content);

/** the item's id, while the part is as it came. */
function ownId(part: AssistantPart): string | undefined {
  if (part.type === 'hosted-tool') return firstOf(slotOf(part)?.id, part.id);
  if (part.type === 'opaque') return isJsonObject(part.value) ? readFilled(part.value.id) : undefined;
  return slotOf(part)?.id;
}
