import type { Loss } from '../ir/loss.ts';
import type { Message } from '../ir/message.ts';
import type { Part } from '../ir/part.ts';
import type { ToolSpec } from '../ir/tool.ts';
import { readObject } from '../kit/read.ts';
import type { Profile } from '../profile.ts';
import type { Fold } from './fold.ts';
import { note } from './losses.ts';
import { withContent } from './map-parts.ts';
import { isOwn } from './own.ts';
import type { Pass } from './pass.ts';

/** What has no neutral place is for one format, and as near to its origin as the profile demands: else nothing of it is sent, and that is said. */
export const fitSlots: Pass = {
  name: 'fit-slots',
  request(request, { codec }) {
    const { tools, ...own } = ownSlots(request, codec);
    const fitted = tools?.map((tool): ToolSpec => ownSlots(tool, codec));
    const ofTools = (tools ?? []).flatMap((tool, index) => lossesOf([tool], `tools[${index}].vendor`, codec));
    return {
      request: { ...own, ...(fitted && { tools: fitted }) },
      losses: [...lossesOf([request], 'vendor', codec), ...ofTools],
    };
  },
  messages: ({ profile }) => afterMessage(profile, true),
};

/** Results have no origin of their own: theirs is that of the calls before them. */
function afterMessage(profile: Profile, ownCalls: boolean): Fold {
  return {
    step(message, at) {
      const own = message.role === 'tool' ? ownCalls : isOwn(message, profile);
      // another server of the same format does not know what this one's ids and signatures stand for
      const codec = own ? profile.codec : undefined;
      const losses = lossesOf([message, ...message.content], `${at}.vendor`, codec);
      const next = afterMessage(profile, message.role === 'assistant' ? own : ownCalls);
      return { out: [{ message: fitMessage(message, codec), at }], losses, next };
    },
    end: () => ({ out: [] }),
  };
}

/** Something with data of formats, by their names. */
interface Slotted {
  readonly vendor?: object;
}

function fitMessage(message: Message, codec: string | undefined): Message {
  const isForeign = (part: Part) => foreignNames([part], codec).length > 0;
  return withContent<Message>(ownSlots(message, codec), (content) =>
    content.some(isForeign) ? content.map((part) => ownSlots(part, codec)) : content,
  );
}

/** The same with the data of one format; the same object where there is no other. */
function ownSlots<T extends Slotted>(slotted: T, codec: string | undefined): T {
  if (foreignNames([slotted], codec).length === 0) return slotted;
  const { vendor, ...rest } = slotted;
  const own = Object.entries(vendor ?? {}).filter(([name]) => name === codec);
  return withVendor<T>(rest, own);
}

// `vendor` is optional in all that has it
const withVendor = <T>(rest: object, own: readonly [string, unknown][]) =>
  ({ ...rest, ...(own.length > 0 && { vendor: Object.fromEntries(own) }) }) as T;

function foreignNames(slotted: readonly Slotted[], codec: string | undefined): readonly string[] {
  const names = slotted.flatMap(({ vendor }) => (vendor === undefined ? [] : Object.keys(vendor)));
  return [...new Set(names)].filter((name) => name !== codec);
}

function lossesOf(slotted: readonly Slotted[], path: string, codec: string | undefined): readonly Loss[] {
  return foreignNames(slotted, codec).map((name) => {
    const members = new Set(slotted.flatMap(({ vendor = {} }) => membersOf(Reflect.get(vendor, name))));
    const which = members.size === 0 ? '' : `: ${[...members].join(', ')}`;
    return note.dropped('vendor-data', path, `what only '${name}' has a place for is not sent elsewhere${which}`);
  });
}

/** What a slot holds; how a thing was spelt is nothing that is lost. */
function membersOf(slot: unknown): readonly string[] {
  const { fields, form: _form, ...others } = readObject(slot);
  return [...Object.keys(others), ...Object.keys(readObject(fields))];
}
