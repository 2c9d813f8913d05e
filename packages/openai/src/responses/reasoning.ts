import { defined, digest, type JsonObject, type ReasoningPart } from '@toolglot/core';
import { applyForm, keepForm, readFilled, readList, readObject, readText } from '@toolglot/core/kit';
import type { Draft } from '../chat/wire.ts';
import { type EncodeContext, readingContext } from './context.ts';
import { idToSend, type Links } from './item-id.ts';
import { slotOf, withBoundSlot } from './slot.ts';
import type { ResponsesPartSlot } from './slots.ts';
import type { WireReasoning } from './wire.ts';

/** Reasoning as an item: with its id where what it led to goes with it, and with what only the vendor can read. */
export function encodeReasoning(part: ReasoningPart, links: Links, context: EncodeContext): WireReasoning {
  return applyForm(makeReasoning(part, links, context), slotOf(part));
}

/** The inverse: its text is what was thought where that is shown, else the summary of it. */
export function decodeReasoning(item: JsonObject, slot: ResponsesPartSlot): ReasoningPart {
  const thought = readList(item.content).flatMap((entry) => readText(readObject(entry).text) ?? []);
  const summary = readList(item.summary).flatMap((entry) => readText(readObject(entry).text) ?? []);
  const kind = thought.length > 0 ? { kind: CONTENT } : {};
  const part: ReasoningPart = { type: 'reasoning', text: (thought.length > 0 ? thought : summary).join('\n\n') };
  const known: ResponsesPartSlot = { ...slot, ...kind };
  const made = makeReasoning({ ...part, vendor: { 'openai-responses': known } }, 'whole', readingContext);
  return withBoundSlot(part, { ...known, ...keepForm(item, made, []) });
}

const CONTENT = 'content';

function makeReasoning(part: ReasoningPart, links: Links, context: EncodeContext): WireReasoning {
  const { text } = part;
  const field = part.vendor?.['openai-responses']?.kind ?? context.profile.reasoning.field;
  const id = readFilled(idToSend(part, 'rs', links, context));
  const made = defined({ id, encrypted_content: blobOf(part, context) } satisfies Draft<WireReasoning>);
  if (field === CONTENT) return { ...made, type: 'reasoning', summary: [], content: said('reasoning_text', text) };
  return { ...made, type: 'reasoning', summary: said('summary_text', text) };
}

const said = <T extends string>(type: T, text: string) => (text === '' ? [] : [{ type, text }]);

/** in answers, reasoning that came without what only a vendor can read is given it: always the same for one text. */
const blobOf = (part: ReasoningPart, { mint }: EncodeContext): string | undefined =>
  mint && slotOf(part) === undefined ? digest(part.text, BLOB) : undefined;

const BLOB = 32;
