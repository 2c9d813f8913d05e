import { type AssistantMessage, type AssistantPart, isJsonObject } from '@toolglot/core';
import { isOwn, isPlainForm, readList } from '@toolglot/core/kit';
import { decodeCall, encodeCall, isCallType } from './calls.ts';
import { isClientCall } from './client-kinds.ts';
import { type EncodeContext, encodeOpaque, unsupported } from './context.ts';
import { decodeHosted, encodeHosted } from './hosted.ts';
import { idSlots, type Links, linksOf, type Run } from './item-id.ts';
import { decodeReasoning, encodeReasoning } from './reasoning.ts';
import { decodeSaid, encodeSaid, isJoined, isSaid } from './said.ts';
import { opaque, slotOf } from './slot.ts';
import type { ResponsesPartSlot } from './slots.ts';
import type { WireItem } from './wire.ts';

/** The items of one turn, in their order. Throws `UnsupportedError` for what no item can hold. */
export function encodeAssistant(message: AssistantMessage, path: string, context: EncodeContext): readonly WireItem[] {
  const { content } = message;
  const runs = runsOf(content);
  const turn: Turn = { links: linksOf(runs, context), own: isOwn(message, context.profile), plain: message.plain, context };
  let at = 0;
  return runs.map((run) => {
    const place = `${path}.content[${at}]`;
    at += run.length;
    return encodeRun(run, place, turn);
  });
}

/** One item of an answer, whatever its neighbours are. Throws `UnsupportedError` for what no item can hold. */
export function encodeItem(run: Run, plain: boolean | undefined, context: EncodeContext): WireItem {
  return encodeRun(run, 'message', { links: 'whole', own: true, plain, context });
}

/** The inverse. `seed` says which turn it is, for ids that are missing. */
export function decodeAssistant(items: readonly unknown[], seed: string, answer: boolean): AssistantMessage {
  const slots = idSlots(items);
  const parts = items.flatMap((item, index) => decodeItem(item, slots[index] ?? {}, { seed: `${seed}:${index}`, answer }));
  return { role: 'assistant', ...settlePlain(parts) };
}

interface Turn {
  readonly links: Links;
  /** the target itself, or one that it takes ids of, wrote it. */
  readonly own: boolean;
  readonly plain: boolean | undefined;
  readonly context: EncodeContext;
}

/** parts that stand in one item. */
function runsOf(parts: readonly AssistantPart[]): readonly Run[] {
  const runs: [AssistantPart, ...AssistantPart[]][] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last && isSaid(part) && isJoined(part) && isSaid(last[0])) last.push(part);
    else runs.push([part]);
  }
  return runs;
}

function encodeRun(run: Run, path: string, { links, own, plain, context }: Turn): WireItem {
  const [first] = run;
  const said = run.filter(isSaid);
  if (said.length > 0) return encodeSaid(said, { links, plain, path }, context);
  switch (first.type) {
    case 'text':
    case 'refusal':
      return encodeSaid([first], { links, plain, path }, context);
    case 'reasoning':
      return encodeReasoning(first, links, context);
    case 'tool-call':
      return encodeCall(first, links, context);
    case 'hosted-tool':
      // its id is neutral, and so still there where nothing else of its origin is
      return encodeHosted(first, own || slotOf(first) ? links : 'broken', path, context);
    case 'opaque':
      return encodeOpaque<WireItem>(first, path, context);
    case 'media':
      throw unsupported(`${first.mediaType} of an assistant`, path, context, 'send it in a user message');
  }
}

/** The parts of one item of a model's turn: at least one. */
export function decodeItem(
  item: unknown,
  slot: ResponsesPartSlot,
  reading: { seed: string; answer: boolean },
): readonly AssistantPart[] {
  if (!isJsonObject(item)) return [opaque(item)];
  const { type } = item;
  if (type === 'message' || type === undefined) return item.role === 'assistant' ? decodeSaid(item, slot) : [opaque(item)];
  if (type === 'reasoning') return [decodeReasoning(item, slot)];
  if (isCallType(type) && isClientCall(item)) return [decodeCall(item, slot, reading)];
  return [decodeHosted(item, slot) ?? opaque(item)];
}

/** How many parts an item is read as. */
export function countParts(item: unknown): number {
  if (!isJsonObject(item) || item.role !== 'assistant' || !(item.type === 'message' || item.type === undefined)) return 1;
  return Math.max(readList(item.content).length, 1);
}

/** whether lone texts are lists: said of the message where it is true of all of them. */
function settlePlain(parts: readonly AssistantPart[]): Pick<AssistantMessage, 'content' | 'plain'> {
  const texts = parts.filter((part) => isSaid(part) && part.type === 'text' && !isJoined(part) && slotIn(part).id === undefined);
  if (texts.length === 0 || texts.some((part) => slotIn(part).list !== true)) return { content: parts };
  return { content: parts.map((part) => (texts.includes(part) ? withoutList(part) : part)), plain: false };
}

const slotIn = (part: AssistantPart): ResponsesPartSlot => part.vendor?.['openai-responses'] ?? {};

function withoutList(part: AssistantPart): AssistantPart {
  const { list: _list, ...slot } = slotIn(part);
  const { vendor: _vendor, seal, ...bare } = part;
  return isPlainForm(slot) ? bare : { ...bare, ...(seal !== undefined && { seal }), vendor: { 'openai-responses': slot } };
}
