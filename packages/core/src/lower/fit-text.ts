import type { Message } from '../ir/message.ts';
import { isJsonObject } from '../json/json.ts';
import { perMessage } from './fold.ts';
import { note } from './losses.ts';
import { withContent } from './map-parts.ts';
import type { Pass } from './pass.ts';

/** Half a surrogate pair is no character: vendors refuse it. It becomes U+FFFD, in texts, arguments and results. */
export const fitText: Pass = {
  name: 'fit-text',
  messages: () =>
    perMessage((message, at) => {
      const mended = mendMessage(message);
      if (mended === message) return { message };
      return { message: mended, losses: [note.narrowed('lone-surrogate', at, 'half a surrogate pair became U+FFFD')] };
    }),
};

const mendMessage = (message: Message) => withContent(message, (content) => mapAll(content, mendPart));

/** Vendor data and the model's own argument text are left as they came: the broken seal keeps them from being sent. */
function mendPart<P extends object>(part: P): P {
  const own = Object.entries(part).filter(([key]) => key !== 'vendor' && key !== 'argsText');
  const mended = mapAll(own, mendMember);
  return mended === own ? part : { ...part, ...Object.fromEntries(mended) };
}

function mendMember(member: readonly [string, unknown]): readonly [string, unknown] {
  const key = member[0].toWellFormed();
  const value = mend(member[1]);
  return key === member[0] && value === member[1] ? member : [key, value];
}

function mend(value: unknown): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (Array.isArray(value)) return mapAll(value, mend);
  if (!isJsonObject(value)) return value;
  const members: readonly (readonly [string, unknown])[] = Object.entries(value);
  const mended = mapAll(members, mendMember);
  return mended === members ? value : Object.fromEntries(mended);
}

/** The list with each item mapped; the same list where no item changes. */
function mapAll<T>(items: readonly T[], map: (item: T) => T): readonly T[] {
  const mapped = items.map(map);
  return mapped.every((item, index) => item === items[index]) ? items : mapped;
}
