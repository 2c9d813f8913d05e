import { copyAndFreeze, defined, type Json, matches, type Rule } from '@toolglot/core';
import { abortable } from './abortable.ts';
import { eventStream } from './event-stream.ts';
import { type Exchange, publicHeaders } from './exchange.ts';
import { type FakeServer, listen } from './fake-server.ts';
import { type Reply, refuse, respond, type ServerCodec, type VendorParts } from './respond.ts';
import { openScript } from './script.ts';
import type { Turn } from './turn.ts';

/** A vendor made of a codec, its rules and a script. */
export interface FakeVendor {
  /** the vendor without a socket: give it to a client in place of the global `fetch`. */
  fetch(input: string | URL | globalThis.Request, init?: RequestInit): Promise<globalThis.Response>;
  /** Opens a server on loopback, on a port of its own. Needs Node. */
  listen(): Promise<FakeServer>;
  /** frozen records, in the order of the answers; the newest `keep`. */
  readonly exchanges: readonly Exchange[];
  /** Throws `ScriptError` when turns are left, or when more were asked for than there are. */
  done(): void;
}

export interface FakeVendorOptions {
  /** end of the paths that are answered, `*` for any text. Default: the codec's own path, else every path. */
  readonly path?: string;
  /** exchanges that are kept. Default 1000. */
  readonly keep?: number;
  /** milliseconds before each event of a streamed answer. Default 0. */
  readonly pace?: number;
}

/**
 * A vendor for tests: reads requests as the vendor would, refuses what its rules refuse, and answers with the script's turns.
 * A `VendorError` among them goes out in the vendor's own shape, any other error as its status 500.
 *
 * @example
 * await using server = await fakeVendor(openaiChat, openaiChatRules, ['22°C']).listen();
 * const client = new OpenAI({ baseURL: server.baseURL, apiKey: 'test' });
 */
export function fakeVendor(
  codec: ServerCodec,
  rules: readonly Rule[],
  turns: readonly Turn[],
  { path = codec.path ?? '*', keep = 1000, pace = 0 }: FakeVendorOptions = {},
): FakeVendor {
  const parts: VendorParts = { codec, rules, script: openScript(turns, `fake vendor '${codec.name}'`) };
  const exchanges: Exchange[] = [];
  const began = performance.now();

  async function exchange(call: globalThis.Request): Promise<globalThis.Response> {
    const start = performance.now() - began;
    const { pathname } = new URL(call.url);
    const text = await call.text();
    const body = parseBody(text);
    const { request, violations, status, body: response, headers, outflow } = await answer(parts, path, call, body);
    const sent = { method: call.method, path: pathname, headers: publicHeaders(call.headers), body: body ?? text };
    const answered = { request, violations, status, response, responseHeaders: headers, end: performance.now() - began };
    exchanges.push(copyAndFreeze<Exchange>(defined({ ...sent, start, ...answered })));
    if (exchanges.length > keep) exchanges.shift();
    if (!outflow) return globalThis.Response.json(response, { status, headers });
    const type = { 'content-type': 'text/event-stream' };
    return new globalThis.Response(eventStream(outflow, pace), { status, headers: { ...type, ...headers } });
  }

  async function fetch(input: string | URL | globalThis.Request, init?: RequestInit): Promise<globalThis.Response> {
    const call = new globalThis.Request(input, init);
    call.signal.throwIfAborted();
    return abortable(exchange(call), call.signal);
  }

  return { fetch, listen: () => listen(fetch), exchanges, done: parts.script.done };
}

async function answer(parts: VendorParts, path: string, call: globalThis.Request, body: Json | undefined): Promise<Reply> {
  const { codec } = parts;
  const { pathname } = new URL(call.url);
  const stream = codec.streamPath !== undefined && matches(`*${codec.streamPath}`, pathname);
  if (call.method !== 'POST' || !(stream || matches(`*${path}`, pathname)))
    return refuse(codec, 404, `nothing here for ${call.method} ${pathname}`);
  if (body === undefined) return refuse(codec, 400, 'the body is not JSON');
  const model = modelIn(pathname, stream ? codec.streamPath : codec.path);
  return respond(parts, defined({ body, headers: Object.fromEntries(call.headers), model, stream }));
}

/** what stands in a path where the codec's own has its `*`. */
function modelIn(pathname: string, path = ''): string | undefined {
  const [before = '', after] = path.split('*');
  if (after === undefined || !matches(`*${path}`, pathname)) return undefined;
  const name = pathname.slice(0, pathname.length - after.length);
  return unescaped(name.slice(name.lastIndexOf(before) + before.length));
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseBody(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
