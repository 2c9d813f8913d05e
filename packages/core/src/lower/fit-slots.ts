import type { Loss } from '../ir/loss.ts';
import type { Message } from '../ir/message.ts';
import type { Part } from '../ir/part.ts';
import type { ToolSpec } from '../ir/tool.ts';
import { perMessage } from './fold.ts';
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
    const ofTools = (tools ?? []).flatMap((tool, index) => lossesOf(tool, `tools[${index}].vendor`, codec));
    return { request: { ...own, ...(fitted && { tools: fitted }) }, losses: [...lossesOf(request, 'vendor', codec), ...ofTools] };
  },
  messages: ({ profile }) =>
    perMessage((message, at) => {
      // another server of the same format does not know what this one's ids and signatures stand for
      const codec = isOwn(message, profile) ? profile.codec : undefined;
      const fitted = fitMessage(message, codec);
      const names = foreignNames([message, ...message.content], codec);
      return { message: fitted, losses: names.map((name) => loss(name, `${at}.vendor`)) };
    }),
};

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

const lossesOf = (slotted: Slotted, path: string, codec: string) =>
  foreignNames([slotted], codec).map((name) => loss(name, path));

const loss = (name: string, path: string): Loss =>
  note.dropped('vendor-data', path, `what only '${name}' has a place for is not sent elsewhere`);
