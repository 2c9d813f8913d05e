import { readdirSync } from 'node:fs';
import { canonicalJson, type Profile, type Request, type Rule, VendorError } from '@toolglot/core';
import { openaiChat } from '@toolglot/openai/codec';
import { compatibleProfile } from '@toolglot/openai/profiles';
import { compatibleChatRules, openaiChatRules } from '@toolglot/openai/rules';
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
  const shares = (some: readonly Exchange[]) =>
    [`${some.length}/${accepted.length} (${percent(some.length / accepted.length)})`, ...perVendor(some, accepted)].join(', ');
  const refused = exchanges.filter(({ response }) => response.status >= 400);

  test('there is traffic to test', () => {
    expect(Math.min(answers.length, accepted.length, refused.length)).toBeGreaterThan(0);
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

  test('with all vendor slots removed most requests are still the same, by the profile of their vendor', ({ annotate }) => {
    const same = accepted.filter(({ vendor, request }) => isSame(request?.body, profileFor(vendor)));
    annotate(`without slots: ${shares(same)}`);
    expect(same.length / accepted.length).toBeGreaterThanOrEqual(0.85);
  });

  test('each edit of a text, an argument or a result shows in the body', () => {
    for (const { id, request } of accepted) {
      const { edited, marks } = editEverything(decode(request?.body));
      const sent = JSON.stringify(openaiChat.encodeRequest(edited).body);
      expect({ id, unseen: marks.filter((mark) => !sent.includes(mark)) }).toEqual({ id, unseen: [] });
    }
  });

  test('the rules accept what each vendor accepted', ({ annotate }) => {
    const taken = accepted.filter(({ vendor, request }) => brokenRules(request?.body, rulesFor(vendor)).length === 0);
    annotate(`accepted by the rules: ${shares(taken)}`);
    expect(taken.length / accepted.length).toBeGreaterThanOrEqual(0.99);
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

function isSame(body: unknown, profile: Profile): boolean {
  try {
    return canonicalJson(openaiChat.encodeRequest(withoutSlots(decode(body)), profile).body) === canonicalJson(body);
  } catch {
    return false;
  }
}

const brokenRules = (body: Exchange['response']['body'], rules: readonly Rule[]) =>
  rules.filter((rule) => body !== undefined && rule.check(body) !== undefined);

/** OpenAI and Azure are served by OpenAI's models and rules; all others have profiles of their own. */
const isOpenAI = (vendor: string) => vendor === 'openai' || vendor === 'azure';

const profileFor = (vendor: string) => (isOpenAI(vendor) ? openaiChat.profile : compatibleProfile(vendor, 'm'));

const rulesFor = (vendor: string) => (isOpenAI(vendor) ? openaiChatRules : compatibleChatRules);

const perVendor = (some: readonly Exchange[], all: readonly Exchange[]) =>
  [...new Set(all.map(({ vendor }) => vendor))].map((name) => {
    const count = (list: readonly Exchange[]) => list.filter(({ vendor }) => vendor === name).length;
    return `${name} ${count(some)}/${count(all)}`;
  });

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
