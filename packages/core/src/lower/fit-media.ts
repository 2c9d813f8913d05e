import { UnsupportedError } from '../errors/unsupported-error.ts';
import type { Loss } from '../ir/loss.ts';
import type { AssistantMessage, Message } from '../ir/message.ts';
import type { MediaPart, Part } from '../ir/part.ts';
import { matches, type Profile } from '../profile.ts';
import { perMessage } from './fold.ts';
import { note } from './losses.ts';
import { withContent } from './map-parts.ts';
import type { Pass } from './pass.ts';

/**
 * The name of a file goes where the target has no place for it beside media of that type; a text is put beside media that do not stand
 * alone. Throws an `UnsupportedError` for media that an assistant cannot have sent.
 */
export const fitMedia: Pass = {
  name: 'fit-media',
  messages: ({ profile }) =>
    perMessage((message, at) => {
      if (message.role === 'assistant') checkAssistant(message, at, profile);
      const unnamed = message.content.flatMap((part, index) => lossesOf(part, `${at}.content[${index}]`, profile));
      const fitted =
        unnamed.length === 0 ? message : withContent(message, (content) => content.map((part) => fitPart(part, profile)));
      const captioned = withCaption(fitted, profile);
      return { message: captioned, losses: captioned === fitted ? unnamed : [...unnamed, captionLoss(at, profile)] };
    }),
};

function checkAssistant({ content }: AssistantMessage, at: string, { name, userMedia = [] }: Profile): void {
  const index = content.findIndex((part) => isOf(part, userMedia));
  if (index < 0) return;
  throw new UnsupportedError(`media in an assistant's turn at ${at}.content[${index}]`, name, 'send it in a user message');
}

function withCaption(message: Message, { captionedMedia = [] }: Profile): Message {
  if (message.role !== 'user' || !message.content.some((part) => isOf(part, captionedMedia))) return message;
  const isCaptioned = message.content.some((part) => part.type === 'text' && part.text.trim() !== '');
  return isCaptioned ? message : { ...message, content: [{ type: 'text', text: '(A file.)' }, ...message.content] };
}

const captionLoss = (at: string, { name }: Profile) =>
  note.synthesised('media-caption', at, `${name} takes such a file beside a text only; one was put in`);

const isOf = (part: Part, patterns: readonly string[]) =>
  part.type === 'media' && patterns.some((pattern) => matches(pattern, part.mediaType));

function fitPart(part: Part, profile: Profile): Part {
  if (part.type === 'tool-result') return { ...part, content: part.content.map((inner) => unnamed(inner, profile)) };
  return unnamed(part, profile);
}

function unnamed<P extends Part>(part: P, profile: Profile): P {
  if (!isUnfit(part, profile)) return part;
  const { filename: _filename, ...rest } = part;
  return withoutName<P>(rest);
}

// the name is optional in all that has it
const withoutName = <P extends Part>(rest: object) => rest as P;

function lossesOf(part: Part, path: string, profile: Profile): readonly Loss[] {
  if (part.type === 'tool-result')
    return part.content.flatMap((inner, index) => lossesOf(inner, `${path}.content[${index}]`, profile));
  if (!isUnfit(part, profile)) return [];
  return [note.dropped('media-name', `${path}.filename`, `${profile.name} has no place for the name of a ${part.mediaType}`)];
}

const isUnfit = (part: Part, { unnamedMedia = [] }: Profile): part is MediaPart =>
  part.type === 'media' && part.filename !== undefined && unnamedMedia.some((pattern) => matches(pattern, part.mediaType));
