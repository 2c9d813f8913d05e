import { type OpaquePart, type Part, type Profile, type Request, type ToolSpec, UnsupportedError } from '@toolglot/core';
import { CLIENT_KINDS } from './client-kinds.ts';
import { openaiResponsesProfile } from './profile.ts';
import { CODEC } from './slot.ts';
import { asWire } from './wire.ts';

/** What the encoder of a part must know beside the part. */
export interface EncodeContext {
  readonly profile: Profile;
  /** types of the items that call the tools on offer, by name, where they are not functions. */
  readonly kinds: ReadonlyMap<string, string>;
  /** namespaces of the tools on offer, by the tool's name. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** the vendor keeps nothing: what it would have to look up by its id is not sent by it. */
  readonly stateless: boolean;
  /** for answers: arguments go out as the model wrote them, also those that cannot be read. */
  readonly verbatim: boolean;
  /** for answers: what the ids of items that have none are made of, by part; such items say that they are complete. */
  readonly mint?: ReadonlyMap<Part, string>;
}

/** The context of a request. */
export function requestContext({ tools = [], vendor }: Pick<Request, 'tools' | 'vendor'>, profile: Profile): EncodeContext {
  const named = { kinds: new Map(tools.flatMap(kindOf)), namespaces: new Map(tools.flatMap(namespaceOf)) };
  return { profile, ...named, stateless: vendor?.[CODEC]?.fields?.store === false, verbatim: false };
}

/** The context of an answer; ids are made of `seed` and the part's place, so that no two items of a conversation share one. */
export function answerContext(seed: string, parts: readonly Part[], from = 0): EncodeContext {
  const mint = new Map(parts.map((part, index) => [part, `${seed}:${from + index}`]));
  return { ...readingContext, verbatim: true, mint };
}

/** The context in which a reader measures how far the wire's spelling is from ours. */
export const readingContext: EncodeContext = requestContext({}, openaiResponsesProfile);

/** The error for what Responses has no word for. */
export function unsupported(what: string, path: string, { profile }: EncodeContext, hint: string): UnsupportedError {
  return new UnsupportedError(`${what} (${path})`, profile.name, hint);
}

/** A part that was kept goes back to this format only. Throws `UnsupportedError` for those of others. */
export function encodeOpaque<T extends object>({ codec, value }: OpaquePart, path: string, context: EncodeContext): T {
  if (codec === CODEC) return asWire<T>(value);
  throw unsupported(`a part of '${codec}'`, path, context, 'leave it out: only that format can read it');
}

function kindOf(tool: ToolSpec): (readonly [string, string])[] {
  if (tool.type === 'text') return [[tool.name, 'custom_tool_call']];
  const known = tool.type === 'client' ? CLIENT_KINDS.find(({ tools }) => tools.some((id) => id === tool.id)) : undefined;
  return tool.type === 'client' && known ? [[tool.name, known.call]] : [];
}

function namespaceOf(tool: ToolSpec): (readonly [string, string])[] {
  const name = tool.vendor?.[CODEC]?.namespace?.name;
  return tool.type !== 'hosted' && typeof name === 'string' ? [[tool.name, name]] : [];
}
