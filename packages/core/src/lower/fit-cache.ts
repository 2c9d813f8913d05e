import type { CacheMark } from '../ir/cache.ts';
import type { Loss } from '../ir/loss.ts';
import type { Part } from '../ir/part.ts';
import type { Request } from '../ir/request.ts';
import type { CachePlace, Profile } from '../profile.ts';
import { perMessage } from './fold.ts';
import { note } from './losses.ts';
import { withContent } from './map-parts.ts';
import type { Pass, Rewritten } from './pass.ts';

/** Marks for the vendor's cache go where the target has no place for them: there it caches by itself, or not at all. */
export const fitCache: Pass = {
  name: 'fit-cache',
  request(request, profile) {
    const { request: asked, losses } = fitAuto(request, profile);
    const { tools } = asked;
    const target = targetOf('tools', profile);
    if (!tools?.some((tool) => isUnfit(tool, target))) return { request: asked, losses };
    const ofTools = tools.flatMap((tool, index) => lossOf(tool, `tools[${index}]`, target));
    return { request: { ...asked, tools: tools.map((tool) => fitMark(tool, target)) }, losses: [...losses, ...ofTools] };
  },
  messages: ({ profile }) =>
    perMessage((message, at) => {
      const target = targetOf(message.role, profile);
      const losses = message.content.flatMap((part, index) => lossesOf(part, `${at}.content[${index}]`, target));
      if (losses.length === 0) return { message };
      return { message: withContent(message, (content) => content.map((part) => fitPart(part, target))), losses };
    }),
};

function fitAuto(request: Request, { name, cache }: Profile): Required<Rewritten> {
  if (request.cache !== 'auto' || cache.auto !== false) return { request, losses: [] };
  const { cache: _cache, ...rest } = request;
  return { request: rest, losses: [note.dropped('cache', 'cache', `${name} sets no marks by itself: mark what it shall cache`)] };
}

/** What a mark in one place can say. */
interface Target {
  readonly name: string;
  readonly marks: boolean;
  readonly ttl: boolean;
  /** whether a result may have marks within, or else has them itself. */
  readonly inner: boolean;
}

interface Marked {
  readonly cache?: CacheMark;
}

function targetOf(place: CachePlace, { name, cache: { style, on, ttl = true, inner = true } }: Profile): Target {
  return { name, marks: on?.includes(place) ?? style === 'marks', ttl, inner };
}

const isUnfit = ({ cache }: Marked, { marks, ttl }: Target) =>
  cache !== undefined && (!marks || (!ttl && cache.ttl !== undefined));

function fitMark<T extends Marked>(marked: T, target: Target): T {
  if (!isUnfit(marked, target)) return marked;
  const { cache: _cache, ...rest } = marked;
  return withMark<T>(rest, target.marks ? { cache: {} } : {});
}

// `cache` is optional in all that has it
const withMark = <T>(rest: object, mark: Marked) => ({ ...rest, ...mark }) as T;

function fitPart(part: Part, target: Target): Part {
  const fitted = fitMark(part, target);
  if (fitted.type !== 'tool-result' || !fitted.content.some((inner) => isUnfit(inner, within(target)))) return fitted;
  const content = fitted.content.map((inner) => fitMark(inner, within(target)));
  const mark = target.inner ? undefined : (fitted.cache ?? fitted.content.findLast(({ cache }) => cache)?.cache);
  return fitMark({ ...fitted, content, ...(mark && { cache: mark }) }, target);
}

/** What a mark within a result can say. */
const within = (target: Target): Target => ({ ...target, marks: target.marks && target.inner });

const lossesOf = (part: Part, path: string, target: Target): readonly Loss[] => [
  ...lossOf(part, path, target),
  ...(part.type === 'tool-result'
    ? part.content.flatMap((inner, index) => innerLossOf(inner, `${path}.content[${index}]`, target))
    : []),
];

function innerLossOf(inner: Marked, path: string, target: Target): readonly Loss[] {
  if (target.inner || !target.marks || inner.cache === undefined) return lossOf(inner, path, target);
  return [note.moved('cache-mark', `${path}.cache`, `${target.name} has no place for a mark within a result; the result has it`)];
}

function lossOf(marked: Marked, path: string, target: Target): readonly Loss[] {
  if (!isUnfit(marked, target)) return [];
  if (target.marks) return [note.narrowed('cache-mark', `${path}.cache.ttl`, `${target.name} has no word for how long`)];
  return [note.dropped('cache-mark', `${path}.cache`, `${target.name} has no place for a mark here`)];
}
