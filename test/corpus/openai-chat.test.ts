import { readdirSync } from 'node:fs';
import { canonicalJson, extendProfile, type Profile, type ProfileChanges, type Request, VendorError } from '@toolglot/core';
import { openaiChat } from '@toolglot/openai/codec';
import { openaiChatRules } from '@toolglot/openai/rules';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';
import { differences } from './differences.ts';
import { editEverything, withoutSlots } from './edits.ts';
import { type Exchange, isExchange, readAnswer } from './read-chat.ts';

describeShared('recorded Chat Completions traffic', 'corpus/open', (folder) => {
  const files = readdirSync(folder).filter((name) => name.endsWith('-chat.jsonl') && !name.includes('native'));
  const exchanges = files.flatMap((name) => readJsonLines(`${folder}/${name}`)).filter(isExchange);
  const answers = exchanges.filter(({ stream, response }) => !stream && response.status < 400 && response.body !== undefined);
  const accepted = exchanges.filter(({ request, response }) => request?.body && response.status < 400);
  const refused = exchanges.filter(({ response }) => response.status >= 400);

  test('there is traffic to test', () => {
    expect([answers.length, accepted.length, refused.length]).toEqual([326, 459, 20]);
  });

  test('whole answers say what an independent reading of them says', () => {
    for (const { id, response } of answers) {
      const { message, finish, usage } = openaiChat.decodeResponse(response.body);
      const calls = message.content.flatMap((part) =>
        part.type === 'tool-call' ? [[part.id, part.name, part.args, part.argsText]] : [],
      );
      const text = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
      const reasoning = message.content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('');
      expect({ id, calls, text, reasoning, finish: finish.reason, usage }).toEqual({ id, ...readAnswer(response.body, calls) });
      expect(message.finish).toBe(finish.reason);
    }
  });

  test('whole answers come back as they were', () => {
    const changed = answers.flatMap(({ id, response: { body } }) =>
      differences(body, openaiChat.encodeResponse(openaiChat.decodeResponse(body))).map((path) => `${id} ${path}`),
    );
    expect(changed).toEqual([]);
  });

  test('accepted requests come back as they were', () => {
    const changed = accepted.flatMap(({ id, request }) =>
      differences(request?.body, openaiChat.encodeRequest(decode(request?.body)).body).map((path) => `${id} ${path}`),
    );
    expect(changed).toEqual([]);
  });

  test('what an answer says can be said again in the next request', () => {
    for (const { response } of answers) {
      const { message } = openaiChat.decodeResponse(response.body);
      const { body } = openaiChat.encodeRequest({ messages: [message] });
      expect(withoutSlots(decode(body).messages[0]?.content.map(({ type }) => type))).toEqual(
        message.content.map(({ type }) => type),
      );
    }
  });

  test('with all vendor slots removed most requests are still the same, spelled as their vendor spells', ({ annotate }) => {
    const same = (profileOf: (vendor: string) => Profile | undefined) =>
      accepted.filter(({ vendor, request }) => isSame(request?.body, profileOf(vendor))).length / accepted.length;
    const [plain, spelled] = [same(() => undefined), same(profileFor)];
    annotate(`without slots: ${percent(plain)} by OpenAI's profile, ${percent(spelled)} by the vendors' own`);
    expect(plain).toBeGreaterThan(0.72);
    expect(spelled).toBeGreaterThanOrEqual(0.85);
  });

  test('each edit of a text, an argument or a result shows in the body', () => {
    for (const { id, request } of accepted) {
      const { edited, marks } = editEverything(decode(request?.body));
      const sent = JSON.stringify(openaiChat.encodeRequest(edited).body);
      expect({ id, unseen: marks.filter((mark) => !sent.includes(mark)) }).toEqual({ id, unseen: [] });
    }
  });

  test("the rules accept what OpenAI's models accepted", ({ annotate }) => {
    const own = accepted.filter(({ vendor }) => vendor === 'openai' || vendor === 'azure');
    expect(own.filter(({ request }) => brokenRules(request?.body).length > 0).map(({ id }) => id)).toEqual([]);
    const vendors = [...new Set(accepted.map(({ vendor }) => vendor))];
    const rates = vendors.map((vendor) => {
      const theirs = accepted.filter((exchange) => exchange.vendor === vendor);
      return `${vendor} ${theirs.filter(({ request }) => brokenRules(request?.body).length === 0).length}/${theirs.length}`;
    });
    annotate(`accepted by the rules: ${rates.join(', ')}`);
  });

  test('error answers have a kind, which survives', () => {
    for (const { response } of refused) {
      const error = openaiChat.decodeError(response.status, response.body ?? response.text, response.headers ?? {});
      expect(error).toBeInstanceOf(VendorError);
      expect(error.kind).not.toBe('unknown');
      const { status, body, headers } = openaiChat.encodeError(error);
      expect(openaiChat.decodeError(status, body, headers).kind).toBe(error.kind);
    }
  });
});

const decode = (body: unknown): Request => openaiChat.decodeRequest(body).request;

function isSame(body: unknown, profile: Profile | undefined): boolean {
  try {
    return canonicalJson(openaiChat.encodeRequest(withoutSlots(decode(body)), profile).body) === canonicalJson(body);
  } catch {
    return false;
  }
}

const brokenRules = (body: Exchange['response']['body']) =>
  openaiChatRules.filter((rule) => body !== undefined && rule.check(body) !== undefined);

/** how vendors of the format spell what OpenAI spells otherwise: data, such as their profiles hold. */
const spellings: Readonly<Record<string, ProfileChanges>> = {
  cerebras: { reasoning: { field: 'reasoning' } },
  cohere: {
    reasoning: { field: 'tool_plan' },
    settings: { rename: { maxTokens: 'max_tokens', 'choice.required': 'REQUIRED', 'choice.none': 'NONE' } },
  },
  crusoe: { reasoning: { field: 'reasoning' } },
  deepseek: { reasoning: { field: 'reasoning_content' } },
  gpustack: { settings: { rename: { reasoning: 'enable_thinking' } } },
  huggingface: { settings: { rename: { maxTokens: 'max_tokens' } } },
  mistral: { settings: { rename: { maxTokens: 'max_tokens' } }, reasoning: { field: 'thinking' } },
  ollama: { settings: { rename: { reasoning: 'enable_thinking' } }, results: { media: ['image/*'] } },
  openrouter: {
    settings: { rename: { maxTokens: 'max_tokens', reasoning: 'reasoning' } },
    reasoning: { field: 'reasoning' },
    results: { media: ['image/*'] },
    hosted: ['openrouter.*'],
  },
  snowflake: { settings: { rename: { reasoning: 'reasoning' } }, reasoning: { field: 'reasoning' } },
  vllm: { settings: { rename: { maxTokens: 'max_tokens' } } },
};

const profileFor = (vendor: string) => spellings[vendor] && extendProfile(openaiChat.profile, spellings[vendor]);

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
