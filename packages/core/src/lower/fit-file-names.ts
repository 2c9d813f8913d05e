import type { Loss } from '../ir/loss.ts';
import type { Message } from '../ir/message.ts';
import type { MediaPart, Part, ResultContent } from '../ir/part.ts';
import { canonicalJson } from '../json/canonical.ts';
import { matches, type NameRule, type Profile } from '../profile.ts';
import type { Fold } from './fold.ts';
import { emptyIndexed, type Indexed, type IndexKind, newest, put } from './indexed.ts';
import { note } from './losses.ts';
import { withContent } from './map-parts.ts';
import type { Pass } from './pass.ts';

/** Names of files are of the characters that the target takes, and none stands twice, where it wants that. */
export const fitFileNames: Pass = {
  name: 'fit-file-names',
  messages: ({ profile }) => afterMessage(emptyIndexed(seenKind), profile),
};

/** The names so far; a file without one is known by its data. */
type Seen = Indexed<string, Set<string>>;

const seenKind: IndexKind<string, Set<string>> = { create: () => new Set(), add: (names, name) => names.add(name) };

function afterMessage(seen: Seen, profile: Profile): Fold {
  return {
    step(message, at) {
      const { fitted, losses, seen: now } = fitMessage(message, at, seen, profile);
      return { out: [{ message: fitted, at }], losses, next: now === seen ? this : afterMessage(now, profile) };
    },
    end: () => ({ out: [] }),
  };
}

interface Fitted {
  readonly fitted: Message;
  readonly losses: readonly Loss[];
  readonly seen: Seen;
}

function fitMessage(message: Message, at: string, before: Seen, profile: Profile): Fitted {
  const rule = profile.mediaNames;
  if (rule === undefined) return { fitted: message, losses: [], seen: before };
  const losses: Loss[] = [];
  let seen = before;
  const fit = (part: MediaPart, path: string): MediaPart => {
    const { named, key } = nameOf(part, newest(seen).index, rule);
    seen = put(seen, [key]);
    if (named !== part) losses.push(renamed(`${path}.filename`, key, profile));
    return named;
  };
  const fitted = withContent(message, (content) => mapFiles(content, `${at}.content`, profile, fit));
  return { fitted, losses, seen };
}

const renamed = (path: string, name: string, { name: target }: Profile) =>
  note.renamed('media-name', path, `${target} takes other names of files, and each once; sent as '${name}'`);

type Fit = (part: MediaPart, path: string) => MediaPart;

/** The parts with each file in them changed; the same list where none is. */
function mapFiles(parts: readonly Part[], path: string, profile: Profile, fit: Fit): readonly Part[] {
  const mapped = parts.map((part, index) => mapFile(part, `${path}[${index}]`, profile, fit));
  return mapped.every((part, index) => part === parts[index]) ? parts : mapped;
}

function mapFile(part: Part, path: string, profile: Profile, fit: Fit): Part {
  if (part.type === 'media' && !isUnnamed(part, profile)) return fit(part, path);
  if (part.type !== 'tool-result') return part;
  const content = mapFiles(part.content, `${path}.content`, profile, fit);
  return content === part.content ? part : { ...part, content: sameKinds(content) };
}

// a file with another name is still what it was
const sameKinds = (parts: readonly Part[]) => parts as readonly ResultContent[];

const isUnnamed = ({ mediaType }: MediaPart, { unnamedMedia = [] }: Profile) =>
  unnamedMedia.some((pattern) => matches(pattern, mediaType));

/** A file under a name that may be sent, and what it is known by from now on. */
function nameOf(part: MediaPart, seen: ReadonlySet<string>, rule: NameRule): { readonly named: MediaPart; readonly key: string } {
  const key = part.filename === undefined ? canonicalJson(part.data) : legalName(part.filename, rule);
  const isKept = part.filename === undefined || part.filename === key;
  if (!seen.has(key)) return { named: isKept ? part : { ...part, filename: key }, key };
  const fresh = freshName(part.filename === undefined ? 'Document' : key, seen, rule);
  return { named: { ...part, filename: fresh }, key: fresh };
}

/** The name with a hyphen for each character that the target does not take, and no two spaces together. */
function legalName(name: string, { pattern, max }: NameRule): string {
  const takes = new RegExp(pattern);
  const legal = Array.from(name, (character) => (takes.test(character) ? character : '-')).join('');
  return legal.replace(/\s+/g, ' ').slice(0, max) || '-';
}

function freshName(name: string, seen: ReadonlySet<string>, { max }: NameRule): string {
  for (let count = 2; ; count++) {
    const ending = ` (${count})`;
    const fresh = name.slice(0, max - ending.length) + ending;
    if (!seen.has(fresh)) return fresh;
  }
}
