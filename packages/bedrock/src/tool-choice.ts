import { type Json, type ToolChoice, UnsupportedError } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';
import { asObject, CODEC, memberOf } from './fields.ts';
import type { WireToolChoice } from './wire.ts';

/** `toolChoice`. Throws `UnsupportedError` for a choice among several tools, and for none: the wire has no word for them. */
export function encodeToolChoice(choice: ToolChoice | undefined): WireToolChoice | undefined {
  if (choice === undefined) return undefined;
  if (choice === 'auto') return { auto: {} };
  if (choice === 'required') return { any: {} };
  if (choice === 'none') throw new UnsupportedError("the choice 'none'", CODEC, 'offer no tools');
  if ('tool' in choice) return { tool: { name: choice.tool } };
  throw new UnsupportedError('a choice among several tools', CODEC, 'offer only those tools');
}

/** Nothing where it is of a kind that we do not know. */
export function decodeToolChoice(choice: Json | undefined): ToolChoice | undefined {
  const [kind, value] = memberOf(choice) ?? [];
  if (kind === 'auto') return 'auto';
  if (kind === 'any') return 'required';
  const name = kind === 'tool' ? readText(asObject(value)?.name) : undefined;
  return name === undefined ? undefined : { tool: name };
}
