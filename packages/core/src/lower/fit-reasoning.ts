import type { Message } from '../ir/message.ts';
import type { Part, ToolCallPart } from '../ir/part.ts';
import { isSealed, sealPart } from '../ir/seal.ts';
import type { PartSlots } from '../ir/vendor.ts';
import type { Profile } from '../profile.ts';
import { perMessage } from './fold.ts';
import { note } from './losses.ts';
import { withContent } from './map-parts.ts';
import type { Pass } from './pass.ts';

/** Where a target demands a signature on the first call of a step, and none is there that holds, what its profile says goes there. */
export const fitReasoning: Pass = {
  name: 'fit-reasoning',
  messages: ({ profile }) =>
    perMessage((message, at) => {
      const index = unsignedCall(message, profile);
      if (index === -1) return { message };
      const path = `${at}.content[${index}]`;
      const why =
        "the target demands its model's own signature on this call, which has none that holds; the vendor's word for a missing one was sent";
      return { message: signed(message, index, profile), losses: [note.synthesised('unsigned-call', path, why)] };
    }),
};

function unsignedCall(message: Message, profile: Profile): number {
  if (profile.reasoning.sentinel === undefined || message.role !== 'assistant') return -1;
  const index = message.content.findIndex(({ type }) => type === 'tool-call');
  const call = message.content[index];
  return call === undefined || isSigned(call, profile) ? -1 : index;
}

/** The place of signatures in the slots of all codecs. */
interface Signed {
  readonly signature?: unknown;
}

const slotOf = (part: Part, codec: string): Signed => new Map<string, Signed>(Object.entries(part.vendor ?? {})).get(codec) ?? {};

const isSigned = (part: Part, { codec }: Profile) => isSealed(part) && typeof slotOf(part, codec).signature === 'string';

function signed(message: Message, index: number, { codec, reasoning }: Profile): Message {
  const sign = (call: ToolCallPart): ToolCallPart =>
    sealPart({ ...call, vendor: withSignature(call, codec, reasoning.sentinel) });
  return withContent(message, (content) =>
    content.map((part, at) => (at === index && part.type === 'tool-call' ? sign(part) : part)),
  );
}

// each codec declares its own slot; that a signature is a text in it, all have in common
const withSignature = ({ vendor }: Part, codec: string, signature: string | undefined) =>
  ({ ...vendor, [codec]: { ...slotOf({ type: 'text', text: '', ...(vendor && { vendor }) }, codec), signature } }) as PartSlots;
