import { canonicalJson } from '../json/canonical.ts';
import { digest } from '../json/digest.ts';
import type { Part } from './part.ts';

type PartOf<T extends Part['type']> = Extract<Part, { type: T }>;

/** The fields that a signature or a kept text stands for, by kind of part. */
const bound: { [T in Part['type']]: (part: PartOf<T>) => unknown } = {
  text: ({ text }) => text,
  media: ({ mediaType, data }) => [mediaType, data],
  json: ({ value }) => value,
  reasoning: ({ text }) => text,
  refusal: ({ text }) => text,
  'tool-call': ({ name, args }) => [name, args],
  'tool-result': ({ content, isError }) => [content, isError],
  'hosted-tool': ({ tool, args, result, status }) => [tool, args, result, status],
  approval: ({ id, approve, reason }) => [id, approve, reason],
  'tool-reference': ({ name }) => name,
  opaque: ({ value }) => value,
};

/** A part with a seal over its neutral fields. Codecs seal each part that carries data bound to its content. */
export function sealPart<P extends Part>(part: P): P {
  return { ...part, seal: sealOf(part) };
}

/** Whether a part is as it was when it was sealed. A part without a seal is not. */
export function isSealed(part: Part): boolean {
  return part.seal !== undefined && part.seal === sealOf(part);
}

/** A changed copy of a part whose vendor data stays good: for translations that are undone on the way back. */
export function translatePart<P extends Part>(part: P, changes: Partial<P>): P {
  const changed = { ...part, ...changes };
  return isSealed(part) ? sealPart(changed) : changed;
}

function sealOf<T extends Part['type']>(part: PartOf<T>): string {
  const fields = bound[part.type as T] as (part: PartOf<T>) => unknown;
  return digest(canonicalJson([part.type, fields(part)]));
}
