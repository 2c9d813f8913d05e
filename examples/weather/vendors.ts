import { Anthropic } from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { anthropic } from '@toolglot/anthropic';
import { anthropicMessages } from '@toolglot/anthropic/codec';
import { anthropicRules } from '@toolglot/anthropic/rules';
import { google } from '@toolglot/google';
import { googleGenerateContent } from '@toolglot/google/codec';
import { googleRules } from '@toolglot/google/rules';
import { openai } from '@toolglot/openai';
import { openaiChat, openaiResponses } from '@toolglot/openai/codec';
import { openaiChatRules, openaiResponsesRules } from '@toolglot/openai/rules';
import { type FakeVendorOptions, fakeVendor, type Turn } from '@toolglot/testing';
import { OpenAI } from 'openai';
import type { Model } from 'toolglot';
import { type Exchange, recorder } from './recorder.ts';

/** A vendor to ask: its name, its model, and where it is reached. */
export interface Vendor {
  readonly name: string;
  /** the variable that holds its key; with a key in it, the real vendor is asked. */
  readonly key: string;
  /** the path of the fake vendor's server that the client takes for the vendor's root. */
  readonly root: string;
  fake(turns: readonly Turn[], pace?: FakeVendorOptions): ReturnType<typeof fakeVendor>;
  model(client: { readonly fetch: typeof fetch; readonly apiKey?: string; readonly baseURL?: string }): Model;
}

export const vendors: readonly Vendor[] = [
  {
    name: 'OpenAI Chat Completions',
    key: 'OPENAI_API_KEY',
    root: '/v1',
    fake: (...script) => fakeVendor(openaiChat, openaiChatRules, ...script),
    model: (options) => openai('gpt-5.4', { api: 'chat', client: new OpenAI(options) }),
  },
  {
    name: 'OpenAI Responses',
    key: 'OPENAI_API_KEY',
    root: '/v1',
    fake: (...script) => fakeVendor(openaiResponses, openaiResponsesRules, ...script),
    model: (options) => openai('gpt-5.4', { client: new OpenAI(options) }),
  },
  {
    name: 'Anthropic Messages',
    key: 'ANTHROPIC_API_KEY',
    root: '',
    fake: (...script) => fakeVendor(anthropicMessages, anthropicRules, ...script),
    model: (options) => anthropic('claude-opus-5', { client: new Anthropic(options) }),
  },
  {
    name: 'Gemini',
    key: 'GEMINI_API_KEY',
    root: '',
    fake: (...script) => fakeVendor(googleGenerateContent, googleRules, ...script),
    model: ({ fetch, baseURL, ...options }) =>
      google('gemini-3-flash', {
        client: new GoogleGenAI({ ...options, httpOptions: { fetch, ...(baseURL !== undefined && { baseUrl: baseURL }) } }),
      }),
  },
];

/** A model that is ready to be asked, and what went over its wire. */
export interface Line extends AsyncDisposable {
  readonly model: Model;
  readonly where: string;
  readonly exchanges: readonly Exchange[];
}

/** The real vendor where its key is set, else a fake one on a port of this machine that answers with the script. */
export async function connect(vendor: Vendor, turns: readonly Turn[], pace?: FakeVendorOptions): Promise<Line> {
  const { exchanges, fetch } = recorder();
  if (process.env[vendor.key])
    return { model: vendor.model({ fetch }), where: 'the real vendor', exchanges, [Symbol.asyncDispose]: async () => {} };
  const server = await vendor.fake(turns, pace).listen();
  const model = vendor.model({ fetch, apiKey: 'no-key-needed', baseURL: server.baseURL + vendor.root });
  return {
    model,
    where: `a fake vendor at ${server.baseURL.replace('http://', '')}`,
    exchanges,
    [Symbol.asyncDispose]: server.close,
  };
}
