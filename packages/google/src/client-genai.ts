import type { Headers, Json } from '@toolglot/core';
import { readBoolean } from '@toolglot/core/kit';
import type { Call } from './client.ts';
import { plainAnswer } from './client-answer.ts';

/** What is used of `GoogleGenAI`; its layer for requests is used too, where it is there. */
export interface GenAIClient {
  readonly vertexai?: boolean;
  readonly models: {
    generateContent(params: unknown): PromiseLike<unknown>;
    generateContentStream?(params: unknown): PromiseLike<AsyncIterable<unknown>>;
  };
}

interface HttpOptions {
  readonly apiVersion?: string;
  readonly headers?: Headers;
  readonly retryOptions: { readonly attempts: number };
}

/** The client's own layer below its methods: address, key, time limits and `fetch` are the client's, the body is not touched. */
interface RequestLayer {
  isVertexAI(): boolean;
  getApiVersion(): string;
  request(call: LayerCall): Promise<JsonAnswer>;
  requestStream(call: LayerCall): Promise<AsyncIterable<JsonAnswer>>;
}

interface LayerCall {
  readonly path: string;
  readonly httpMethod: 'POST';
  readonly body: string;
  readonly httpOptions: HttpOptions;
  readonly abortSignal: AbortSignal | undefined;
}

interface JsonAnswer {
  json(): Promise<unknown>;
}

/**
 * The answer as it came. `generateContent` rebuilds bodies and answers and loses what it does not know (`finishMessage`),
 * so the request layer is used; a client without one, such as a wrapper, is asked by `generateContent`.
 */
export function sendThroughGenAI(client: GenAIClient, call: Call): Promise<unknown> {
  const layer: unknown = Reflect.get(client, 'apiClient');
  return isRequestLayer(layer) ? sendThroughLayer(layer, call) : sendThroughModels(client, call);
}

/** The chunks of a streamed answer as they came; those of a client without a request layer are rebuilt, as its answers are. */
export async function* openThroughGenAI(client: GenAIClient, call: Call): AsyncGenerator<unknown, void> {
  const layer: unknown = Reflect.get(client, 'apiClient');
  if (isRequestLayer(layer))
    for await (const chunk of await layer.requestStream(layerCall(layer, call, 'streamGenerateContent')))
      yield await chunk.json();
  else for await (const chunk of await openModels(client, call)) yield plainAnswer(chunk);
}

async function sendThroughLayer(layer: RequestLayer, call: Call): Promise<unknown> {
  const answer = await layer.request(layerCall(layer, call, 'generateContent'));
  return answer.json();
}

async function sendThroughModels(client: GenAIClient, call: Call): Promise<unknown> {
  return plainAnswer(await client.models.generateContent(modelsCall(client, call)));
}

async function openModels(client: GenAIClient, call: Call): Promise<AsyncIterable<unknown>> {
  const { models } = client;
  if (!models.generateContentStream) throw new Error('the client does not stream: it has no models.generateContentStream');
  return models.generateContentStream(modelsCall(client, call));
}

function layerCall(layer: RequestLayer, { model, wire, signal }: Call, method: string): LayerCall {
  return {
    path: `${resourceOf(model, layer.isVertexAI())}:${method}`,
    httpMethod: 'POST',
    body: JSON.stringify(wire.body),
    httpOptions: httpOptions(wire.headers, pinned(layer.getApiVersion())),
    abortSignal: signal,
  };
}

function modelsCall({ vertexai }: GenAIClient, { model, wire, signal }: Call) {
  const { contents } = PLACEHOLDER;
  // an empty generationConfig is what the client makes of a config
  const extraBody = { generationConfig: undefined, ...wire.body };
  const version = readBoolean(vertexai) ? undefined : 'v1beta';
  const config = {
    ...OWN_LOOPS_OFF,
    ...(signal && { abortSignal: signal }),
    httpOptions: { ...httpOptions(wire.headers, version), extraBody },
  };
  return { model, contents, config };
}

/** the body stands in `extraBody`, but the client wants contents. */
const PLACEHOLDER = { contents: [{ role: 'user', parts: [{ text: '-' }] }] } as const satisfies Json;

const OWN_LOOPS_OFF = { automaticFunctionCalling: { disable: true }, automaticContinuation: false };

function httpOptions(headers: Headers, apiVersion: string | undefined): HttpOptions {
  return {
    retryOptions: { attempts: 1 },
    ...(apiVersion !== undefined && { apiVersion }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

/** version 3 of the client takes `v1` by default, of which it is not known that it has all fields. */
function pinned(version: string): string {
  return version === 'v1' ? 'v1beta' : version;
}

/** The path of a model below the API's version, as the client makes it. */
function resourceOf(model: string, isVertex: boolean): string {
  if (!isVertex) return /^(models|tunedModels)\//.test(model) ? model : `models/${model}`;
  if (/^(publishers|projects|models)\//.test(model)) return model;
  const [publisher, name] = model.split('/', 2);
  return name === undefined ? `publishers/google/models/${model}` : `publishers/${publisher}/models/${name}`;
}

function isRequestLayer(layer: unknown): layer is RequestLayer {
  if (typeof layer !== 'object' || layer === null) return false;
  return ['isVertexAI', 'getApiVersion', 'request', 'requestStream'].every(
    (name) => typeof Reflect.get(layer, name) === 'function',
  );
}
