import {
  type Codec,
  copyAndFreeze,
  type EncodedError,
  type Json,
  type Request,
  type Rule,
  VendorError,
  WireError,
} from '@toolglot/core';
import type { BrokenRule } from './exchange.ts';
import type { Script } from './script.ts';

/** The half of a codec that a server uses. */
export type ServerCodec = Pick<Codec, 'name' | 'path' | 'decodeRequest' | 'encodeResponse' | 'encodeError'>;

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
}

/** What came over the wire. */
export interface Call {
  readonly body: Json;
  readonly headers: Readonly<Record<string, string>>;
  /** the model's id, where the path has it. */
  readonly model?: string;
}

/** A vendor's answer to a body: the next turn of the script, or an error in the vendor's own shape. */
export async function respond({ codec, rules, script }: VendorParts, call: Call): Promise<Reply> {
  const found: { request?: Request; violations: readonly BrokenRule[] } = { violations: [] };
  try {
    const broken = breaches(rules, call);
    found.violations = broken.map(({ rule, violation }) => ({ rule: rule.id, ...violation }));
    if (broken[0]) throw refusal(broken[0]);
    found.request = copyAndFreeze(readWhole(codec, call));
    const response = codec.encodeResponse(await script.next(found.request));
    return { status: 200, body: response, headers: {}, ...found };
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

function readWhole(codec: ServerCodec, { body, ...options }: Call): Request {
  const { request } = codec.decodeRequest(body, options);
  if (!request.stream) return request;
  throw new VendorError(`the fake of '${codec.name}' gives whole answers only`, {
    status: 400,
    kind: 'invalid-request',
    param: 'stream',
  });
}

/** What the vendor says of an error: a fault in the script or the fake is not worth another try. */
function vendorErrorOf(error: unknown): VendorError {
  if (error instanceof VendorError) return error;
  if (error instanceof WireError)
    return new VendorError(error.message, { status: 400, kind: 'invalid-request', param: error.path }, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new VendorError(message, { status: 500, kind: 'server', shouldRetry: false }, { cause: error });
}
