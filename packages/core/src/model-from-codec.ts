import type { Codec, WireRequest } from './codec.ts';
import type { Request } from './ir/request.ts';
import type { Response } from './ir/response.ts';
import { copyAndFreeze } from './json/freeze.ts';
import { lower } from './lower/lower.ts';
import type { CallOptions, EncodedRequest, Model } from './model.ts';
import type { Profile } from './profile.ts';

/** What a model is made of. */
export interface ModelParts {
  readonly profile: Profile;
  /** the client half of a codec. */
  readonly codec: Pick<Codec, 'encodeRequest' | 'decodeResponse'>;
  /** the path below the vendor's base URL. */
  readonly path: string;
  /** sends a body through the vendor's client; gives the answer's body, or throws `VendorError` or `TransportError`. */
  send(wire: WireRequest, signal: AbortSignal | undefined): Promise<unknown>;
}

/** A model from its parts: lower, encode, send, decode, raise. */
export function modelFromCodec({ profile, codec, path, send }: ModelParts): Model {
  return {
    profile,
    encode(request) {
      const { request: lowered, losses } = lower(addressed(request, profile), profile);
      return { method: 'POST', path, ...codec.encodeRequest(lowered, profile), losses } satisfies EncodedRequest;
    },
    async generate(request: Request, { signal, onLoss }: CallOptions = {}): Promise<Response> {
      signal?.throwIfAborted();
      const { request: lowered, losses, raise } = lower(addressed(request, profile), profile);
      for (const loss of losses) onLoss?.(loss);
      const body = await send(codec.encodeRequest(lowered, profile), signal);
      return copyAndFreeze(raise(codec.decodeResponse(body, { profile })));
    },
  };
}

/** The request with the model's own id, which a model object knows and a request need not say. */
function addressed(request: Request, profile: Profile): Request {
  return { ...request, model: request.model ?? profile.name.slice(profile.provider.length + 1) };
}
