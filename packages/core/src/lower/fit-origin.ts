import type { AssistantMessage } from '../ir/message.ts';
import type { ToolCallPart } from '../ir/part.ts';
import type { Profile } from '../profile.ts';
import { perMessage } from './fold.ts';
import { mapToolParts } from './map-parts.ts';
import type { Pass } from './pass.ts';

/** The model's own text of its arguments goes back only to where it came from: to others the arguments are printed anew. */
export const fitOrigin: Pass = {
  name: 'fit-origin',
  messages: ({ profile }) =>
    perMessage((message) => {
      if (message.role !== 'assistant' || isOwn(message, profile)) return { message };
      return { message: mapToolParts(message, { call: withoutText, result: (result) => result }) };
    }),
};

/** A message that does not say where it comes from is of the format that it was read from. */
const isOwn = ({ origin }: AssistantMessage, { codec, provider }: Profile) =>
  origin === undefined || (origin.codec === codec && origin.provider === provider);

function withoutText(call: ToolCallPart): ToolCallPart {
  if (call.argsText === undefined) return call;
  const { argsText: _argsText, ...rest } = call;
  return rest;
}
