import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** A server on loopback, open until it is closed. */
export interface FakeServer extends AsyncDisposable {
  /** `http://127.0.0.1:` and the port; any path may be set behind it. */
  readonly baseURL: string;
  /** Ends the server and all of its connections. */
  close(): Promise<void>;
}

type Fetch = (request: globalThis.Request) => Promise<globalThis.Response>;

/** Serves a `fetch` over HTTP on a free port of loopback. */
export async function listen(fetch: Fetch): Promise<FakeServer> {
  const { createServer } = await import('node:http');
  const server = createServer((incoming, outgoing) => void serve(fetch, incoming, outgoing));
  const port = await open(server);
  const close = () => shut(server);
  return { baseURL: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}

async function serve(fetch: Fetch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const response = await fetch(await requestOf(incoming));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).flushHeaders();
    await send(response, outgoing);
  } catch (error) {
    if (outgoing.headersSent) return void outgoing.destroy();
    outgoing.writeHead(500, { 'content-type': 'text/plain' });
    outgoing.end(String(error));
  }
}

/** The body as it comes; who hangs up ends it. */
async function send({ body }: globalThis.Response, outgoing: ServerResponse): Promise<void> {
  const reader = body?.getReader();
  outgoing.once('close', () => void reader?.cancel().catch(() => {}));
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) await write(outgoing, chunk.value);
  outgoing.end();
}

/** what follows, be it the end of the connection, comes behind it. */
const write = (outgoing: ServerResponse, chunk: Uint8Array) =>
  new Promise<void>((resolve) => outgoing.write(chunk, () => resolve()));

async function requestOf(incoming: IncomingMessage): Promise<globalThis.Request> {
  const { method = 'GET', url = '/', headers } = incoming;
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = new Blob(chunks);
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : []));
  return new globalThis.Request(new URL(url, 'http://127.0.0.1'), { method, headers: entries, ...(body.size > 0 && { body }) });
}

function open(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

function shut(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
