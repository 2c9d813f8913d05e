import type { Loss } from '../ir/loss.ts';
import type { Message, ToolMessage, UserMessage } from '../ir/message.ts';
import type { JsonPart, MediaPart, ResultContent, TextPart, ToolResultPart } from '../ir/part.ts';
import { isJsonObject, type Json } from '../json/json.ts';
import { matches, type Profile } from '../profile.ts';
import { perMessage } from './fold.ts';
import { note } from './losses.ts';
import type { Pass } from './pass.ts';

/**
 * Results as the target holds them: values printed as text where it has no place for them, errors said in the text where it has no
 * mark, and media that it does not take in results in one user message behind them.
 */
export const fitResults: Pass = {
  name: 'fit-results',
  messages: ({ profile }) =>
    perMessage((message, at) => (message.role === 'tool' ? fitMessage(message, at, profile) : { message })),
};

interface Fitted {
  readonly message: Message;
  readonly behind: UserMessage | undefined;
  readonly losses: readonly Loss[];
}

function fitMessage(message: ToolMessage, at: string, profile: Profile): Fitted {
  const losses: Loss[] = [];
  const fits = (result: ToolResultPart) => (part: ResultContent) => part.type !== 'media' || takesMedia(part, result, profile);
  const moved = message.content.flatMap((result) =>
    result.content.filter((part) => !fits(result)(part)).flatMap((part) => [labelOf(result), part]),
  );
  if (moved.length > 0)
    losses.push(
      note.moved('result-media', at, 'the target does not take these media in a result; they are in a user message behind it'),
    );
  if (hidesErrors(message, profile))
    losses.push(note.moved('error-flag', at, 'the target has no mark for an error; the text says that it is one'));
  const content = message.content.map((result) =>
    fitResult({ ...result, content: result.content.map((part) => (fits(result)(part) ? part : pointer)) }, profile),
  );
  return { message: { ...message, content }, behind: userMessage(moved), losses };
}

function takesMedia({ mediaType }: MediaPart, { isError }: ToolResultPart, { results }: Profile): boolean {
  return (results.mediaInError || !isError) && results.media.some((pattern) => matches(pattern, mediaType));
}

const pointer: TextPart = { type: 'text', text: '(The file is in the message behind the results.)' };
const labelOf = ({ callId, name }: ToolResultPart): TextPart => ({
  type: 'text',
  text: `The file of '${name}', call ${callId}:`,
});

function userMessage(content: readonly ResultContent[]): UserMessage | undefined {
  const sayable = content.filter((part) => part.type === 'text' || part.type === 'media');
  return sayable.length === 0 ? undefined : { role: 'user', content: sayable };
}

const hidesErrors = ({ content }: ToolMessage, { results }: Profile) =>
  !results.errorFlag && content.some(({ isError }) => isError);

/** Without what is for the program only. */
function fitResult(
  { structured: _s, fault: _f, untrusted: _u, executedWith: _e, ...result }: ToolResultPart,
  { results, turns }: Profile,
): ToolResultPart {
  const content = results.content === 'object' ? oneValue(result.content) : filled(printedIn(result, results), turns.blank);
  if (results.errorFlag || result.isError === undefined) return { ...result, content };
  const { isError, ...unmarked } = result;
  return { ...unmarked, content: isError ? sayError(content.map(asText)) : content };
}

/** A result is never nothing: where blank text may be sent, it is an empty text. */
const filled = (content: readonly ResultContent[], blank: boolean): readonly ResultContent[] =>
  content.length === 0 && blank ? [{ type: 'text', text: '' }] : content;

/** One object holds one value: several texts and values are one text. */
function oneValue(content: readonly ResultContent[]): readonly ResultContent[] {
  const said = content.filter(({ type }) => type === 'text' || type === 'json');
  if (said.length < 2) return content;
  const text = said
    .map(asText)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n');
  return [{ type: 'text', text }, ...content.filter((part) => !said.includes(part))];
}

const printedIn = ({ content }: ToolResultPart, { json }: Profile['results']) =>
  content.map((part) => (json === 'objects' && part.type === 'json' && isJsonObject(part.value) ? part : asText(part)));

const asText = (part: ResultContent): ResultContent => (part.type === 'json' ? printed(part) : part);

const printed = ({ value, cache }: JsonPart): TextPart => ({
  type: 'text',
  text: JSON.stringify(value),
  ...(cache && { cache }),
});

/** `{ "error": … }` around the text, unless it says so already. */
function sayError(content: readonly ResultContent[]): readonly ResultContent[] {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  if (saysError(text)) return content;
  return [{ type: 'text', text: JSON.stringify({ error: text }) }, ...content.filter(({ type }) => type !== 'text')];
}

function saysError(text: string): boolean {
  const value = parsed(text);
  return isJsonObject(value) && 'error' in value;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
