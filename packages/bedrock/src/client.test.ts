import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { type Request, TransportError, UnsupportedError, VendorError } from '@toolglot/core';
import { expect, test, vi } from 'vitest';
import { bedrock } from './index.ts';

// the client warns of the oldest Node that we run on
vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true');

interface Sent {
  readonly hostname: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const ID = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';

/** A client without a socket: what it sends is kept, and answered from here. */
function clientOver(answer: () => Answer | Promise<Answer>) {
  const sent: Sent[] = [];
  const handle = async (request: Sent) => {
    sent.push({ ...request, body: JSON.parse(new TextDecoder().decode(bytesOf(request.body))) });
    const { status = 200, headers = {}, body } = await answer();
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { response: { statusCode: status, headers, body: new Response(text).body } };
  };
  const credentials = { accessKeyId: 'not', secretAccessKey: 'real' };
  return { client: new BedrockRuntimeClient({ region: 'us-east-1', credentials, requestHandler: { handle } }), sent };
}

function bytesOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new TextEncoder().encode(String(body));
}

const whole = {
  metrics: { latencyMs: 7 },
  output: {
    message: {
      role: 'assistant',
      content: [
        { text: '看一下。' },
        { toolUse: { toolUseId: 'tooluse_1', name: 'get_weather', input: { city: '北京' }, type: 'tool_use' } },
        { ofNextYear: { text: 'kept' } },
      ],
    },
  },
  stopReason: 'tool_use',
  usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15, serverToolUsage: {} },
};

const request: Request = {
  messages: [
    { role: 'system', content: [{ type: 'text', text: 'You are brief.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: '北京?' },
        { type: 'media', mediaType: 'image/png', data: { base64: 'iVBORw0KGgo=' } },
        { type: 'opaque', codec: 'bedrock-converse', value: { ofNextYear: { text: 'sent' } } },
      ],
    },
  ],
  tools: [{ type: 'function', name: 'get_weather', input: { type: 'object', properties: { city: { type: 'string' } } } }],
  vendor: { 'bedrock-converse': { fields: { ofNextYear: { on: true } }, groups: { inferenceConfig: { fields: { topK: 5 } } } } },
};

test('the body arrives byte for byte as it was encoded, with members that the client does not know', async () => {
  const { client, sent } = clientOver(() => ({ body: whole }));
  const model = bedrock(ID, { client });
  await model.generate(request);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual(model.encode(request).body);
  expect(sent[0]?.body).toMatchObject({ ofNextYear: { on: true }, inferenceConfig: { topK: 5 } });
  expect(sent[0]?.body).toMatchObject({
    messages: [{ content: [{}, { image: { source: { bytes: 'iVBORw0KGgo=' } } }, { ofNextYear: { text: 'sent' } }] }],
  });
  const length = new TextEncoder().encode(JSON.stringify(sent[0]?.body)).byteLength;
  expect(Number(sent[0]?.headers['content-length'])).toBe(length);
});

test('it goes to the model’s path, signed', async () => {
  const { client, sent } = clientOver(() => ({ body: whole }));
  const model = bedrock(ID, { client });
  await model.generate(request);
  expect(sent[0]).toMatchObject({
    method: 'POST',
    hostname: 'bedrock-runtime.us-east-1.amazonaws.com',
    path: model.encode(request).path,
  });
  expect(sent[0]?.path).toBe('/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse');
  expect(sent[0]?.headers.authorization).toContain('AWS4-HMAC-SHA256');
  expect(sent[0]?.headers['content-type']).toBe('application/json');
});

test('the answer comes back whole, with members that the client does not know', async () => {
  const { client } = clientOver(() => ({ body: whole }));
  const answer = await bedrock(ID, { client }).generate(request);
  expect(answer.finish).toEqual({ reason: 'tool-calls', raw: 'tool_use' });
  expect(answer.message.origin).toEqual({ codec: 'bedrock-converse', provider: 'bedrock', model: ID });
  expect(answer.message.content[1]).toMatchObject({ type: 'tool-call', id: 'tooluse_1', args: { city: '北京' } });
  expect(answer.message.content[2]).toMatchObject({ type: 'opaque', value: { ofNextYear: { text: 'kept' } } });
  expect(answer.vendor?.['bedrock-converse']?.usage).toEqual(whole.usage);
});

test.each([
  {
    status: 429,
    type: 'ThrottlingException:http://internal.amazon.com/coral/com.amazon.bedrock/',
    kind: 'rate-limit',
    retryable: true,
  },
  { status: 400, type: 'ValidationException', kind: 'invalid-request', retryable: false },
  { status: 503, type: 'ServiceUnavailableException', kind: 'overloaded', retryable: true },
])('an error $status of the vendor comes once, with its kind and request id', async ({ status, type, kind, retryable }) => {
  const headers = { 'X-Amzn-ErrorType': type, 'x-amzn-requestid': 'req-1' };
  const { client, sent } = clientOver(() => ({ status, headers, body: { message: 'no' } }));
  const error = await failureOf(bedrock(ID, { client }).generate(request));
  expect(error).toBeInstanceOf(VendorError);
  expect(error).toMatchObject({ status, kind, retryable, requestId: 'req-1', type: type.split(':')[0], message: 'no' });
  expect(sent).toHaveLength(1);
});

test('a proxy’s page is an error by its status', async () => {
  const { client } = clientOver(() => ({ status: 504, body: '<html>Gateway Timeout</html>' }));
  expect(await failureOf(bedrock(ID, { client }).generate(request))).toMatchObject({
    code: 'vendor',
    status: 504,
    kind: 'timeout',
  });
});

test('a connection that breaks is a transport error with its cause, and not tried again', async () => {
  const broken = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  const { client, sent } = clientOver(() => Promise.reject(broken));
  const error = await failureOf(bedrock(ID, { client }).generate(request));
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toHaveProperty('cause', broken);
  expect(sent).toHaveLength(1);
});

test('an aborted call ends with the reason of its signal', async () => {
  const stop = new AbortController();
  const { client } = clientOver(() => {
    stop.abort(new Error('enough'));
    return Promise.reject(new DOMException('aborted', 'AbortError'));
  });
  await expect(bedrock(ID, { client }).generate(request, { signal: stop.signal })).rejects.toThrow('enough');
});

test('those who watch the client see the request as it is', async () => {
  const { client } = clientOver(() => ({ body: whole }));
  const seen: unknown[] = [];
  const watch = <Input>(input: Input) => {
    seen.push(input);
    return input;
  };
  client.middlewareStack.add((next) => (args) => next({ ...args, input: watch(args.input) }), { step: 'initialize' });
  const model = bedrock(ID, { client });
  await model.generate(request);
  expect(seen).toEqual([{ ...model.encode(request).body, modelId: ID }]);
});

test('a client of one model is not asked for another', async () => {
  const { client, sent } = clientOver(() => ({ body: whole }));
  const call = bedrock(ID, { client }).generate({ ...request, model: 'amazon.nova-lite-v1:0' });
  await expect(call).rejects.toThrow(UnsupportedError);
  expect(sent).toEqual([]);
});

test('what the client says of how it is used is no failure of the vendor', async () => {
  const credentials = () => Promise.reject(new Error('Could not load credentials from any providers'));
  const client = new BedrockRuntimeClient({ region: 'us-east-1', credentials });
  const error = await failureOf(bedrock(ID, { client }).generate(request));
  expect(error).toMatchObject({ message: expect.stringContaining('credentials') });
  expect(error).not.toHaveProperty('code');
});

function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.catch((thrown: unknown) => thrown);
}
