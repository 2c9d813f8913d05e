import type { Json } from 'toolglot';

/** One request and its answer, with times of `performance.now()`. */
export interface Exchange {
  readonly path: string;
  readonly body: Json;
  readonly start: number;
  readonly end: number;
  readonly status: number;
  readonly answer: Json;
}

/** A `fetch` that keeps what goes over the wire, bodies only: a key never gets into it. A streamed answer is not kept, it is for who asked. */
export function recorder(): { readonly exchanges: Exchange[]; readonly fetch: typeof fetch } {
  const exchanges: Exchange[] = [];
  const recording: typeof fetch = async (input, init) => {
    const start = performance.now();
    const request = new Request(input, init);
    const body = asJson(await request.clone().json());
    const response = await fetch(request);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    const answer = isStream ? null : asJson(await response.clone().json());
    exchanges.push({ path: new URL(request.url).pathname, body, start, end: performance.now(), status: response.status, answer });
    return response;
  };
  return { exchanges, fetch: recording };
}

// what was parsed as JSON is JSON
const asJson = (value: unknown) => value as Json;
