import {
  defined,
  type Headers,
  isJsonObject,
  type JsonObject,
  type Request,
  UnsupportedError,
  WireError,
  type WireRequest,
} from '@toolglot/core';
import { applyForm, isPlainForm, keepForm } from '@toolglot/core/kit';
import { CODEC, without } from './fields.ts';
import { decodeGroups, encodeGroups, GROUPS, keepGroups } from './groups.ts';
import { decodeMessages, encodeMessages } from './messages.ts';

/**
 * The body of a lowered request; the model, and whether the answer shall be a stream, are said by the path.
 * Throws `UnsupportedError` for what the format cannot say.
 */
export function encodeRequest(request: Request): WireRequest {
  if (request.cache === 'auto') throw new UnsupportedError("cache: 'auto'", CODEC, 'mark the parts to cache up to');
  const body = applyForm(encodeGroups(request), request.vendor?.[CODEC]);
  return { body: { ...body, ...encodeMessages(request.messages) }, headers: {} };
}

/** The request in a body. Throws `WireError` where the body is no object or has no list of messages; all else is read as far as it goes. */
export function decodeRequest(
  body: unknown,
  { model }: { readonly model?: string; readonly headers?: Headers } = {},
): { readonly request: Request } {
  if (!isJsonObject(body)) throw new WireError('body', 'a JSON object', body);
  if (!Array.isArray(body.messages)) throw new WireError('messages', 'a list of messages', body.messages);
  const neutral = decodeGroups(body);
  return { request: defined({ model, ...neutral, messages: decodeMessages(body), vendor: keepVendor(body, neutral) }) };
}

function keepVendor(body: JsonObject, neutral: ReturnType<typeof decodeGroups>): Request['vendor'] | undefined {
  const kept = keepGroups(body, neutral);
  const rest = without(body, Array.isArray(body.system) ? ['messages', 'system'] : ['messages']);
  const form = keepForm(rest, encodeGroups({ ...neutral, vendor: { [CODEC]: kept } }), GROUPS);
  const slot = { ...form, ...kept };
  return isPlainForm(slot) ? undefined : { [CODEC]: slot };
}
