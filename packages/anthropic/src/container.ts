import type { AssistantMessage, AssistantPart, JsonObject, Message, Profile, Request } from '@toolglot/core';
import { readFilled, readObject } from '@toolglot/core/kit';
import { asObject, CODEC } from './fields.ts';
import type { WireBody } from './wire.ts';

/** The slot of an answer's message with its container; an empty answer has none, since it is not sent back. */
export function keepContainer({ container }: JsonObject, content: readonly AssistantPart[]): Pick<AssistantMessage, 'vendor'> {
  const id = readFilled(readObject(container).id);
  return id === undefined || content.length === 0 ? {} : { vendor: { [CODEC]: { container: id } } };
}

/** `container` of a body: the one of the last answer that names one, unless the request says which. */
export function containerOf(request: Request, fields: JsonObject, profile: Profile): Pick<WireBody, 'container'> {
  const last = request.messages.findLast((message) => isOwn(message, profile) && idOf(message) !== undefined);
  const id = last && idOf(last);
  if (id === undefined) return {};
  const said = asObject(fields.container);
  if (fields.container === undefined) return { container: id };
  return said && !('id' in said) ? { container: { ...said, ...({ id } satisfies WireContainer) } } : {};
}

type WireContainer = Exclude<NonNullable<WireBody['container']>, string>;

const idOf = (message: Message) => message.vendor?.[CODEC]?.container;

/** another provider of the same format does not know it. */
function isOwn(message: Message, { provider }: Profile): boolean {
  return message.role === 'assistant' && (message.origin === undefined || message.origin.provider === provider);
}
