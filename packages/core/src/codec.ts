import type { VendorError } from './errors/vendor-error.ts';
import type { Request } from './ir/request.ts';
import type { Response } from './ir/response.ts';
import type { StreamEvent } from './ir/stream-event.ts';
import type { Json, JsonObject } from './json/json.ts';
import type { Profile } from './profile.ts';
import type { SseEvent } from './stream/sse.ts';

/** HTTP headers, names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** What goes over the wire, apart from address and key. */
export interface WireRequest {
  readonly body: JsonObject;
  readonly headers: Headers;
}

/** An error as a vendor sends it. */
export interface EncodedError {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

/**
 * Reads one streamed answer. A value of its own for each answer; what it was given it never changes. Its work is linear: pieces are kept
 * and joined once, and a part has ended when the stream says so.
 */
export interface StreamDecoder {
  /** The events in one payload of the stream: the JSON of a chunk, parsed. Never throws; what is unknown is kept, or ignored. */
  push(payload: unknown): readonly StreamEvent[];
  /** what is still to come when the stream has ended: at least `finish`, or `error` where it broke off. */
  end(): readonly StreamEvent[];
}

/** Writes one streamed answer as its vendor does. */
export interface StreamEncoder {
  push(event: StreamEvent): readonly SseEvent[];
  end(): readonly SseEvent[];
}

/**
 * A wire format: pairs of inverse functions, pure and without I/O. Readers are tolerant: what they do not know
 * is kept, in slots or as opaque parts. Encoders take lowered requests, and lose nothing of those.
 */
export interface Codec {
  readonly name: string;
  /** the profile that is meant when none is given: the newest models of the format's own vendor. */
  readonly profile: Profile;
  /** where servers of this format take requests, below a vendor's base URL; `*` stands for the model's id. */
  readonly path?: string;
  /** where they take requests for a stream, if that is another place. */
  readonly streamPath?: string;
  encodeRequest(request: Request, profile?: Profile): WireRequest;
  decodeRequest(body: unknown, options?: { readonly model?: string; readonly headers?: Headers }): { readonly request: Request };
  encodeResponse(response: Response): Json;
  decodeResponse(body: unknown, options?: { readonly profile?: Profile }): Response;
  decodeStream?(options?: { readonly profile?: Profile }): StreamDecoder;
  encodeStream?(): StreamEncoder;
  encodeError(error: VendorError): EncodedError;
  decodeError(status: number, body: unknown, headers?: Headers): VendorError;
  /** a response as far as this format can say it: `decodeResponse(encodeResponse(r))`, by definition. */
  normalize(response: Response): Response;
}

/** A format of which streams can be read and written, too. */
export interface StreamingCodec extends Codec {
  decodeStream(options?: { readonly profile?: Profile }): StreamDecoder;
  encodeStream(): StreamEncoder;
}
