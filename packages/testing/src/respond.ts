import {
  type Codec,
  copyAndFreeze,
  type EncodedError,
  eventsOf,
  type Json,
  type Request,
  type Rule,
  type StreamEvent,
  VendorError,
  WireError,
} from '@toolglot/core';
import type { Outflow } from './event-stream.ts';
import type { BrokenRule } from './exchange.ts';
import type { Played, Script } from './script.ts';

/** The half of a codec that a server uses. */
export type ServerCodec = Pick<
  Codec,
  'name' | 'path' | 'streamPath' | 'decodeRequest' | 'encodeResponse' | 'encodeStream' | 'encodeError'
>;

/** What a fake vendor is made of. */
export interface VendorParts {
  readonly codec: ServerCodec;
  readonly rules: readonly Rule[];
  readonly script: Script;
}

/** An answer on its way, and what was found out about the request. */
export interface Reply extends EncodedError {
  readonly request?: Request;
  readonly violations: readonly BrokenRule[];
  /** in place of the body: the answer is a stream. */
  readonly outflow?: Outflow;
}

/** What came over the wire. */
export interface Call {
  readonly body: Json;
  readonly headers: Readonly<Record<string, string>>;
  /** the model's id, where the path has it. */
  readonly model?: string;
  /** the path is the one for streams. */
  readonly stream?: boolean;
}

/** A vendor's answer to a body: the next turn of the script, or an error in the vendor's own shape. */
export async function respond({ codec, rules, script }: VendorParts, call: Call): Promise<Reply> {
  const found: { request?: Request; violations: readonly BrokenRule[] } = { violations: [] };
  try {
    const broken = breaches(rules, call);
    found.violations = broken.map(({ rule, violation }) => ({ rule: rule.id, ...violation }));
    if (broken[0]) throw refusal(broken[0]);
    found.request = copyAndFreeze(readRequest(codec, call));
    const played = await script.next(found.request);
    if (found.request.stream) return { status: 200, headers: {}, ...streamed(codec, played), ...found };
    if (played.error) throw played.error;
    return { status: 200, body: codec.encodeResponse(played.response), headers: {}, ...found };
  } catch (error) {
    return { ...codec.encodeError(vendorErrorOf(error)), ...found };
  }
}

/** An error in a vendor's shape for a request that never reaches the script. */
export function refuse(codec: ServerCodec, status: 400 | 404, message: string): Reply {
  const kind = status === 404 ? 'not-found' : 'invalid-request';
  return { ...codec.encodeError(new VendorError(message, { status, kind })), violations: [] };
}

interface Breach {
  readonly rule: Rule;
  readonly violation: Omit<BrokenRule, 'rule'>;
}

function breaches(rules: readonly Rule[], { body, headers }: Call): readonly Breach[] {
  return rules.flatMap((rule) => {
    const violation = rule.check(body, headers);
    return violation ? [{ rule, violation }] : [];
  });
}

function refusal({ rule: { error }, violation: { path, message } }: Breach): VendorError {
  const { status, kind, type, code } = error;
  return new VendorError(message, { status, kind, param: path, ...(type && { type }), ...(code && { vendorCode: code }) });
}

function readRequest(codec: ServerCodec, { body, stream, ...options }: Call): Request {
  const { request } = codec.decodeRequest(body, options);
  if (!stream && !request.stream) return request;
  if (codec.encodeStream) return { ...request, stream: true };
  throw new VendorError(`the fake of '${codec.name}' gives whole answers only`, {
    status: 400,
    kind: 'invalid-request',
    param: 'stream',
  });
}

/** The answer as a stream, which may break: with the vendor's own word for it, or by a connection that is cut. */
function streamed({ encodeStream }: ServerCodec, { response, error }: Played): Pick<Reply, 'body' | 'outflow'> {
  const encoder = encodeStream?.();
  if (!encoder) return { body: null };
  const said = eventsOf(response);
  const isSaid = error instanceof VendorError;
  const end: readonly StreamEvent[] = isSaid ? [{ type: 'error', error }] : [];
  const pushed = (error ? [...said.slice(0, -1), ...end] : said).flatMap((event) => encoder.push(event));
  const events = error && !isSaid ? pushed : [...pushed, ...encoder.end()];
  return {
    body: events.map(({ event, data }) => ({ ...(event !== undefined && { event }), data })),
    outflow: { events, cut: isSaid ? undefined : error },
  };
}

/** What the vendor says of an error: a fault in the script or the fake is not worth another try. */
function vendorErrorOf(error: unknown): VendorError {
  if (error instanceof VendorError) return error;
  if (error instanceof WireError)
    return new VendorError(error.message, { status: 400, kind: 'invalid-request', param: error.path }, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new VendorError(message, { status: 500, kind: 'server', shouldRetry: false }, { cause: error });
}
