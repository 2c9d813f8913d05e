import type { Call } from './client.ts';
import { plainAnswer } from './client-answer.ts';

interface LegacyModel {
  generateContent(request: unknown, options?: unknown): PromiseLike<unknown>;
}

/** What is used of `GoogleGenerativeAI`: never its chat session nor its joined streams, which lose calls. */
export interface LegacyClient {
  getGenerativeModel(params: { readonly model: string }): LegacyModel;
}

/** The answer as it came, without the functions that the client adds to it. */
export async function sendThroughLegacy(client: LegacyClient, { model, wire, signal }: Call): Promise<unknown> {
  const options = {
    ...(signal && { signal }),
    ...(Object.keys(wire.headers).length > 0 && { customHeaders: wire.headers }),
  };
  // the client adds fields to a request, and then prints it as JSON
  const request = { contents: wire.body.contents, toJSON: () => wire.body };
  const { response } = readAnswer(await client.getGenerativeModel({ model }).generateContent(request, options));
  return plainAnswer(response);
}

function readAnswer(answer: unknown): { readonly response?: unknown } {
  return typeof answer === 'object' && answer !== null ? answer : {};
}
