import { type Profile, type Request, UnsupportedError } from '@toolglot/core';
import { openaiChatProfile } from './profile.ts';

/** What the encoder of a part must know beside the part. */
export interface EncodeContext {
  readonly profile: Profile;
  /** names of tools that take free text. */
  readonly textTools: ReadonlySet<string>;
  /** for answers: arguments go out as the model wrote them, also those that cannot be read. */
  readonly verbatim: boolean;
}

/** The context of a request. */
export function requestContext({ tools = [] }: Request, profile: Profile): EncodeContext {
  const textTools = new Set(tools.flatMap((tool) => (tool.type === 'text' ? [tool.name] : [])));
  return { profile, textTools, verbatim: false };
}

/** The context of an answer. */
export const answerContext: EncodeContext = { profile: openaiChatProfile, textTools: new Set(), verbatim: true };

/** The context in which a reader measures how far the wire's spelling is from ours. */
export const readingContext: EncodeContext = { ...answerContext, verbatim: false };

/** The error for what Chat Completions has no word for. */
export function unsupported(what: string, path: string, { profile }: EncodeContext, hint: string): UnsupportedError {
  return new UnsupportedError(`${what} (${path})`, profile.name, hint);
}
