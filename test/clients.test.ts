import { anthropic } from '@toolglot/anthropic';
import { bedrock } from '@toolglot/bedrock';
import { type Model, UnsupportedError } from '@toolglot/core';
import { google } from '@toolglot/google';
import { openai } from '@toolglot/openai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** What each vendor's models say of a client that is missing or of another make. */
const request = { messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] } as const;

// what only the types refuse
const wrong = <Client>(client: object) => client as Client;

class Stranger {
  readonly apiKey = 'sk-1';
}

const vendors: readonly (readonly [name: string, make: (client?: object) => Model, variable: string, method: string])[] = [
  ['openai', (client) => openai('m', client && { client: wrong(client) }), 'OPENAI_API_KEY', 'responses.create'],
  [
    'openai over Chat',
    (client) => openai('m', { api: 'chat', ...(client && { client: wrong(client) }) }),
    'OPENAI_API_KEY',
    'chat.completions.create',
  ],
  ['anthropic', (client) => anthropic('m', client && { client: wrong(client) }), 'ANTHROPIC_API_KEY', 'messages.create'],
  ['google', (client) => google('m', client && { client: wrong(client) }), 'GEMINI_API_KEY', 'models.generateContent'],
  ['bedrock', (client) => bedrock('m', client && { client: wrong(client) }), 'AWS_REGION', 'send'],
];

beforeEach(() => {
  for (const name of Object.keys(process.env))
    if (/^(OPENAI|ANTHROPIC|GOOGLE|GEMINI|AWS)_/.test(name)) vi.stubEnv(name, undefined);
  // then no credentials of this machine are found
  vi.stubEnv('HOME', '/nowhere');
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
  vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true');
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test.each(vendors)('%s without a client and a key names the variable', async (_, make, variable) => {
  const failure: unknown = await make()
    .generate(request)
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining(variable), cause: expect.any(Error) });
  expect(failure).not.toHaveProperty('code');
});

test.each(vendors)('%s without a client gives the reason of an abort as it is', async (_, make) => {
  const reason = new Error('enough');
  await expect(make().generate(request, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test.each(vendors)('%s refuses a client of another make at once, and does not tell its key', (_, make, _variable, method) => {
  expect(() => make(new Stranger())).toThrow(TypeError);
  expect(() => make(new Stranger())).toThrow(new RegExp(`^client: expected .*'${method}'.*, received object of class Stranger$`));
});

test('an api that openai does not have is refused', () => {
  expect(() => openai('m', wrong({ api: 'completions' }))).toThrow(
    "api: expected 'responses' or 'chat', received string completions",
  );
});

test.each(vendors)('%s says of a tool of another vendor that it is not its own', (_, make) => {
  const foreign = { ...request, tools: [{ type: 'hosted', id: 'acme.search' }] } as const;
  expect(() => make().encode(foreign)).toThrow(UnsupportedError);
  expect(() => make().encode(foreign)).not.toThrow(/type in config/);
});
