import type { Codec, WireRequest } from './codec.ts';
import type { Request } from './ir/request.ts';
import type { Response } from './ir/response.ts';
import type { StreamEvent } from './ir/stream-event.ts';
import { copyAndFreeze } from './json/freeze.ts';
import { lower } from './lower/lower.ts';
import type { CallOptions, EncodedRequest, Model } from './model.ts';
import type { Profile } from './profile.ts';
import { raiseEvents } from './stream/raise-events.ts';

/** What a model is made of. */
export interface ModelParts {
  readonly profile: Profile;
  /** the client half of a codec. */
  readonly codec: Pick<Codec, 'encodeRequest' | 'decodeResponse' | 'decodeStream'>;
  /** the path below the vendor's base URL. */
  readonly path: string;
  /** sends a body through the vendor's client; gives the answer's body, or throws `VendorError` or `TransportError`. */
  send(wire: WireRequest, signal: AbortSignal | undefined): Promise<unknown>;
  /** sends a body that asks for a stream; gives the payloads of its chunks, and closes the connection when the loop is left. Throws as `send` does. */
  open?(wire: WireRequest, signal: AbortSignal | undefined): AsyncIterable<unknown>;
}

/** A model from its parts: lower, encode, send, decode, raise. */
export function modelFromCodec({ profile, codec, path, send, open }: ModelParts): Model {
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
    ...(open && codec.decodeStream && { stream: streamWith({ profile, codec, open, decodeStream: codec.decodeStream }) }),
  };
}

interface StreamParts extends Pick<ModelParts, 'profile' | 'codec'> {
  readonly open: NonNullable<ModelParts['open']>;
  readonly decodeStream: NonNullable<Codec['decodeStream']>;
}

/** Lower, encode, open, and then each payload: decode, raise. */
function streamWith({ profile, codec, open, decodeStream }: StreamParts): NonNullable<Model['stream']> {
  return async function* (request, { signal, onLoss } = {}) {
    signal?.throwIfAborted();
    const lowered = lower(streamed(addressed(request, profile), profile), profile);
    for (const loss of lowered.losses) onLoss?.(loss);
    const raise = raiseEvents(lowered, request.tools ?? []);
    const decoder = decodeStream({ profile });
    for await (const payload of open(codec.encodeRequest(lowered.request, profile), signal))
      yield* handOut(decoder.push(payload).flatMap(raise));
    yield* handOut(decoder.end().flatMap(raise));
  };
}

function* handOut(events: readonly StreamEvent[]): Generator<StreamEvent, void> {
  for (const event of events) {
    if (event.type === 'error') throw event.error;
    yield 'part' in event ? copyAndFreeze(event) : Object.freeze(event);
  }
}

/** The request for a stream, with its usage where that is told on demand only. */
function streamed(request: Request, { settings }: Profile): Request {
  if (!settings.allow.includes('streamUsage')) return { ...request, stream: true };
  return { ...request, stream: true, settings: { streamUsage: true, ...request.settings } };
}

/** The request with the model's own id, which a model object knows and a request need not say. */
function addressed(request: Request, profile: Profile): Request {
  return { ...request, model: request.model ?? profile.name.slice(profile.provider.length + 1) };
}
