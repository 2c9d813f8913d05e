import type { Codec, Request } from '@toolglot/core';
import { scriptedModel } from '@toolglot/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { callTool, profileOf, RunError, run, tool, toolkit, translate } from './index.ts';
import { resolveModel } from './providers.ts';

afterEach(() => {
  vi.doUnmock('openai');
  vi.doUnmock('@anthropic-ai/sdk');
  vi.doUnmock('@google/genai');
  vi.doUnmock('@aws-sdk/client-bedrock-runtime');
});

const now = tool({ name: 'now', description: 'The time.', execute: () => 'noon' });

test('a profile is found by id, without a client', () => {
  expect(profileOf('openai:gpt-5.4')).toMatchObject({ name: 'openai:gpt-5.4', provider: 'openai' });
  expect(profileOf('anthropic:claude-opus-5')).toMatchObject({ name: 'anthropic:claude-opus-5', codec: 'anthropic-messages' });
  expect(profileOf('google:gemini-3-pro-preview')).toMatchObject({
    name: 'google:gemini-3-pro-preview',
    codec: 'google-generate-content',
  });
});

test.each(['', 'gpt-5.4', 'acme:x', 'openai:', 'constructor:x', '__proto__:x'])(
  'the id %j names no model, and the error lists the providers',
  (id) => {
    expect(() => profileOf(id)).toThrow(
      `toolglot does not support the model '${id}': expected provider:model, one of 'openai:…', 'anthropic:…', 'google:…', 'bedrock:…'`,
    );
  },
);

test('an id becomes a model of its vendor when it is first asked for', async () => {
  expect((await resolveModel('openai:gpt-5.4')).profile.name).toBe('openai:gpt-5.4');
  expect((await resolveModel('anthropic:claude-opus-5')).profile.name).toBe('anthropic:claude-opus-5');
  expect((await resolveModel('google:gemini-3-pro-preview')).profile.name).toBe('google:gemini-3-pro-preview');
});

test.each([
  ['openai:gpt-5.4', 'openai'],
  ['anthropic:claude-opus-5', '@anthropic-ai/sdk'],
  ['google:gemini-3-pro-preview', '@google/genai'],
  ['bedrock:anthropic.claude-opus-5-v1:0', '@aws-sdk/client-bedrock-runtime'],
])('a run of %s without its client says how to install %s', async (model, client) => {
  vi.doMock(client, () => {
    throw new Error('no such package');
  });
  await expect(run({ model, prompt: 'x' })).rejects.toThrow(`npm install ${client}`);
});

test('a model by an unknown id ends the run with an error that says what was expected, also where there is a fallback', async () => {
  const error = await run({ model: 'acme:x', tools: [now], prompt: 'x', fallback: [scriptedModel([])] }).catch(
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(RunError);
  expect(error.message).toContain("expected provider:model, one of 'openai:…'");
});

test('run, toolkit and callTool are the runner’s', async () => {
  const model = () => scriptedModel([{ calls: [{ name: 'now' }] }, 'it is noon']);
  expect(await run({ model: model(), tools: [now], prompt: 'x' })).toMatchObject({
    text: 'it is noon',
    calls: [{ name: 'now' }],
  });
  const app = toolkit<{ zone: string }>();
  const zone = app.tool({ name: 'now', description: 'd', execute: (_, { context }) => context.zone });
  const result = await app.run({ model: model(), tools: [zone], prompt: 'x', context: { zone: 'UTC' } });
  expect(result.calls[0]?.outcome).toEqual({ status: 'done', value: 'UTC' });
  expect(await callTool(now, {})).toEqual({ status: 'done', value: 'noon', toModel: 'noon' });
});

const plain = (name: string): Pick<Codec, 'name' | 'decodeRequest' | 'encodeRequest' | 'profile'> => ({
  name,
  profile: { ...scriptedModel([]).profile, codec: name },
  decodeRequest: (body) => ({ request: JSON.parse(String(body)) }),
  encodeRequest: (request) => ({ body: JSON.parse(JSON.stringify({ ...request, format: name })), headers: { accept: name } }),
});

test('a body is translated for the model of the profile, and keeps its own model where none is given', () => {
  const request: Request = { model: 'mine', messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] };
  const body = JSON.stringify(request);
  const kept = translate(body, { from: plain('a'), to: plain('b') });
  expect(kept).toMatchObject({ body: { ...request, format: 'b' }, headers: { accept: 'b' }, losses: [] });
  const profile = profileOf('anthropic:claude-opus-5');
  expect(translate(body, { from: plain('a'), to: plain('anthropic-messages'), profile }).body).toMatchObject({
    model: 'claude-opus-5',
  });
  expect(() => translate(body, { from: plain('a'), to: plain('b'), profile })).toThrow(
    "expected a profile of 'b', received 'anthropic:claude-opus-5' of 'anthropic-messages'",
  );
});
