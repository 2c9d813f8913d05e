import type { JsonObject, Profile, ReasoningPart } from '@toolglot/core';
import { readFilled, readList, readObject, readText } from '@toolglot/core/kit';
import { slotOf, withBoundSlot, withSlot } from './slot.ts';
import type { WireReasoning, WireThinking } from './wire.ts';

type Field = keyof WireReasoning;

/** Fields in which compatible vendors send reasoning, by how many do so; Cohere calls it the plan for its calls. */
export const REASONING_FIELDS = [
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'tool_plan',
] as const satisfies readonly Field[];

/** What is bound to the reasoning beside its text: signatures. */
const BOUND = 'reasoning_details';

/** where nobody says which field a server reads, both that are in use. */
const UNSAID: readonly Field[] = ['reasoning_content', 'reasoning'];

/** Reasoning as fields of the message: those that the profile names, else those that it came in. */
export function encodeReasoning(part: ReasoningPart, { reasoning: { field } }: Profile): WireReasoning {
  const names = field === undefined ? (part.vendor?.['openai-chat']?.reasoning ?? UNSAID) : [field];
  const texts: readonly (readonly [string, Required<WireReasoning>[Field]])[] =
    part.text === '' ? [] : names.map((name) => [name, part.text] as const);
  const made: WireReasoning = Object.fromEntries(texts);
  return { ...made, ...slotOf(part)?.fields };
}

/** The inverse: the first text that says something; copies of it, and what is bound to it, are kept. */
export function decodeReasoning(wire: JsonObject): readonly ReasoningPart[] {
  const text = REASONING_FIELDS.map((name) => readFilled(wire[name])).find((value) => value !== undefined);
  const details = readList(wire[BOUND]);
  if (text === undefined && details.length === 0) return [];
  const reasoning = REASONING_FIELDS.filter((name) => text !== undefined && wire[name] === text);
  const others = REASONING_FIELDS.filter((name) => readFilled(wire[name]) && wire[name] !== text);
  const bound = [...others, ...(details.length > 0 ? [BOUND] : [])].map((name) => [name, wire[name] ?? null] as const);
  const part: ReasoningPart = { type: 'reasoning', text: text ?? '' };
  const slot = reasoning.length === 0 || reasoning.join() === UNSAID.join() ? {} : { reasoning };
  return [bound.length > 0 ? withBoundSlot(part, { ...slot, fields: Object.fromEntries(bound) }) : withSlot(part, slot)];
}

/** Whether reasoning goes into the content, as a part of it. */
export const isThinking = (part: ReasoningPart, { reasoning: { field } }: Profile): boolean =>
  field === undefined ? part.vendor?.['openai-chat']?.thinking !== undefined : field === 'thinking';

/** Reasoning as a part of the content: a list of texts (Mistral), or one text (Cohere). */
export function encodeThinking(part: ReasoningPart): WireThinking {
  const isText = part.vendor?.['openai-chat']?.thinking === 'text';
  return { type: 'thinking', thinking: isText ? part.text : [{ type: 'text', text: part.text }] };
}

/** The inverse; nothing where it holds anything but texts. */
export function decodeThinking({ thinking }: JsonObject): ReasoningPart | undefined {
  if (typeof thinking === 'string') return withSlot({ type: 'reasoning', text: thinking }, { thinking: 'text' });
  const texts = readList(thinking).map((item) => readText(readObject(item).text));
  if (!Array.isArray(thinking) || texts.includes(undefined)) return undefined;
  return withSlot({ type: 'reasoning', text: texts.join('') }, { thinking: 'list' });
}
