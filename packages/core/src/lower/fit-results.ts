import type { Message } from '../ir/message.ts';
import type { JsonPart, ResultContent, TextPart, ToolResultPart } from '../ir/part.ts';
import { isJsonObject, type Json } from '../json/json.ts';
import type { Profile } from '../profile.ts';
import { perMessage } from './fold.ts';
import { note } from './losses.ts';
import { mapToolParts } from './map-parts.ts';
import type { Pass } from './pass.ts';

/** Results as the target holds them: values printed as text where it has no place for them, errors said in the text where it has no mark. */
export const fitResults: Pass = {
  name: 'fit-results',
  messages: ({ profile }) =>
    perMessage((message, at) => {
      const fitted = mapToolParts(message, { call: (call) => call, result: (result) => fitResult(result, profile) });
      return { message: fitted, losses: hidesErrors(message, profile) ? [errorLoss(at)] : [] };
    }),
};

const errorLoss = (at: string) =>
  note.moved('error-flag', at, 'the target has no mark for an error; the text says that it is one');

const hidesErrors = (message: Message, { results }: Profile) =>
  !results.errorFlag && message.role === 'tool' && message.content.some(({ isError }) => isError);

/** Without what is for the program only. */
function fitResult(
  { structured: _s, fault: _f, untrusted: _u, executedWith: _e, ...result }: ToolResultPart,
  { results, turns }: Profile,
): ToolResultPart {
  const content = results.content === 'object' ? result.content : filled(result.content.map(asText), turns.blank);
  if (results.errorFlag || result.isError === undefined) return { ...result, content };
  const { isError, ...unmarked } = result;
  return { ...unmarked, content: isError ? sayError(content) : content };
}

/** A result is never nothing: where blank text may be sent, it is an empty text. */
const filled = (content: readonly ResultContent[], blank: boolean): readonly ResultContent[] =>
  content.length === 0 && blank ? [{ type: 'text', text: '' }] : content;

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
