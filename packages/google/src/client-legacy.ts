import type { Call } from './client.ts';
import { plainAnswer } from './client-answer.ts';

interface LegacyModel {
  generateContent(request: unknown, options?: unknown): PromiseLike<unknown>;
  generateContentStream(request: unknown, options?: unknown): PromiseLike<LegacyStream>;
}

interface LegacyStream {
  readonly stream: AsyncIterable<unknown>;
  /** all chunks joined, with losses: never used. */
  readonly response: Promise<unknown>;
}

/** What is used of `GoogleGenerativeAI`: never its chat session nor its joined streams, which lose calls. */
export interface LegacyClient {
  getGenerativeModel(params: { readonly model: string }): LegacyModel;
}

/** The answer as it came, without the functions that the client adds to it. */
export async function sendThroughLegacy(client: LegacyClient, call: Call): Promise<unknown> {
  const { request, options } = legacyCall(call);
  const { response } = readAnswer(await client.getGenerativeModel({ model: call.model }).generateContent(request, options));
  return plainAnswer(response);
}

/**
 * The chunks of a streamed answer as they came. The client reads the whole answer as fast as it comes, whoever reads its chunks, and
 * keeps all of it until its end: only the signal stops it.
 */
export async function* openThroughLegacy(client: LegacyClient, call: Call): AsyncGenerator<unknown, void> {
  const { request, options } = legacyCall(call);
  const { stream, response } = await client.getGenerativeModel({ model: call.model }).generateContentStream(request, options);
  response.catch(() => {});
  for await (const chunk of stream) yield plainAnswer(chunk);
}

function legacyCall({ wire, signal }: Call) {
  const options = {
    ...(signal && { signal }),
    ...(Object.keys(wire.headers).length > 0 && { customHeaders: wire.headers }),
  };
  // the client adds fields to a request, and then prints it as JSON
  return { request: { contents: wire.body.contents, toJSON: () => wire.body }, options };
}

function readAnswer(answer: unknown): { readonly response?: unknown } {
  return typeof answer === 'object' && answer !== null ? answer : {};
}
