import type { Headers } from './codec.ts';
import type { Loss } from './ir/loss.ts';
import type { Request } from './ir/request.ts';
import type { Response } from './ir/response.ts';
import type { StreamEvent } from './ir/stream-event.ts';
import type { JsonObject } from './json/json.ts';
import type { Profile } from './profile.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** told of each loss before the request is sent; what it throws ends the call. */
  readonly onLoss?: (loss: Loss) => void;
}

/** What would be sent, without sending it. */
export interface EncodedRequest {
  readonly method: string;
  /** below the vendor's base URL. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: JsonObject;
  readonly losses: readonly Loss[];
}

/** Codec, profile and a way to reach the vendor. */
export interface Model {
  readonly profile: Profile;
  /** Throws `VendorError`, `TransportError`, `UnsupportedError`, or the signal's reason. Does not retry. */
  generate(request: Request, options?: CallOptions): Promise<Response>;
  encode(request: Request): EncodedRequest;
  /**
   * The answer as it comes. Throws as `generate` does, also in mid-answer: then nothing of it is an answer. Ended by the signal, or by
   * leaving the loop, which closes the connection.
   */
  stream?(request: Request, options?: CallOptions): AsyncGenerator<StreamEvent, void>;
}
