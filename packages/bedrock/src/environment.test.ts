import { afterEach, expect, test, vi } from 'vitest';
import { bedrock } from './index.ts';

const request = { messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] } as const;
const answer = { output: { message: { role: 'assistant', content: [{ text: 'hi' }] } }, stopReason: 'end_turn' };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.doUnmock('@aws-sdk/client-bedrock-runtime');
  vi.resetModules();
});

/** The package with a client that does not ask anybody. */
async function stubPackage() {
  vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true');
  vi.stubEnv('AWS_REGION', 'eu-west-3');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'of-the-environment');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not-real');
  vi.stubEnv('AWS_SESSION_TOKEN', undefined);
  const real = await vi.importActual<typeof import('@aws-sdk/client-bedrock-runtime')>('@aws-sdk/client-bedrock-runtime');
  const made: object[] = [];
  const sent: { readonly hostname: string; readonly headers: Readonly<Record<string, string>> }[] = [];
  const requestHandler = {
    handle: async (call: (typeof sent)[number]) => {
      sent.push(call);
      return { response: { statusCode: 200, headers: {}, body: new Response(JSON.stringify(answer)).body } };
    },
  };
  class BedrockRuntimeClient extends real.BedrockRuntimeClient {
    constructor(options: object) {
      super({ ...options, requestHandler });
      made.push(options);
    }
  }
  vi.doMock('@aws-sdk/client-bedrock-runtime', () => ({ ...real, BedrockRuntimeClient }));
  return { made, sent };
}

test('without a client one is made from the environment, once, and it does not try again by itself', async () => {
  const { made, sent } = await stubPackage();
  const model = bedrock('us.amazon.nova-lite-v1:0');
  await model.generate(request);
  await model.generate(request);
  expect(made).toEqual([{ maxAttempts: 1 }]);
  expect(sent.map(({ hostname }) => hostname)).toEqual(Array(2).fill('bedrock-runtime.eu-west-3.amazonaws.com'));
  expect(sent[0]?.headers.authorization).toContain('of-the-environment');
});

test('a missing package is named, with the command that installs it', async () => {
  vi.doMock('@aws-sdk/client-bedrock-runtime', () => {
    throw new Error('no such package');
  });
  const call = bedrock('us.amazon.nova-lite-v1:0').generate(request);
  await expect(call).rejects.toThrow('npm install @aws-sdk/client-bedrock-runtime');
  await expect(call).rejects.toHaveProperty('code', 'missing-package');
});

test('what would be sent is known without a client and a key', () => {
  const { path, body, losses } = bedrock('us.amazon.nova-lite-v1:0').encode(request);
  expect(path).toBe('/model/us.amazon.nova-lite-v1%3A0/converse');
  expect(body).toEqual({ messages: [{ role: 'user', content: [{ text: 'q' }] }] });
  expect(losses).toEqual([]);
});
