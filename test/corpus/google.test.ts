import {
  canonicalJson,
  extendProfile,
  isJsonObject,
  isToolglotError,
  type Json,
  type JsonObject,
  type Request,
  VendorError,
} from '@toolglot/core';
import { googleGenerateContent } from '@toolglot/google/codec';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';
import { differences } from './differences.ts';
import { editEverything, withoutSlots } from './edits.ts';
import { list, object, readAnswer, readExchange } from './read-google.ts';

const { decodeRequest, encodeRequest, decodeResponse, encodeResponse, decodeError, encodeError, profile } = googleGenerateContent;

for (const name of ['google', 'vertex'] as const) {
  describeShared(`recorded traffic: ${name}`, `corpus/open/${name}-generateContent.jsonl`, (path) => {
    const onVertex = name === 'vertex';
    const exchanges = readJsonLines(path).map(readExchange);
    const answers = exchanges.filter(({ status, stream, answer }) => status < 400 && !stream && isJsonObject(answer));
    const accepted = exchanges.filter(({ status, request }) => status < 400 && request !== undefined);
    const refused = exchanges.filter(({ status }) => status >= 400);

    test('there is traffic to test', () => {
      expect(Math.min(answers.length, accepted.length, refused.length)).toBeGreaterThan(0);
    });

    test('whole answers say what an independent reading of them says', () => {
      for (const { id, answer } of answers) {
        const decoded = decodeResponse(answer);
        expect({ id, ...readDecoded(decoded) }).toEqual({ id, ...readAnswer(answer) });
        expect(decoded.message.finish).toBe(decoded.finish.reason);
      }
    });

    test('whole answers come back as they were', () => {
      const changed = answers.flatMap(({ id, answer }) =>
        differences(answer, encodeResponse(decodeResponse(answer))).map((where) => `${id} ${where}`),
      );
      expect(changed).toEqual([]);
    });

    test('accepted requests come back as they were', () => {
      const changed = accepted.flatMap(({ id, request }) =>
        differences(request, encodeRequest(decode(request)).body).map((where) => `${id} ${where}`),
      );
      expect(changed).toEqual([]);
    });

    test('with all vendor slots removed at least 85 of 100 requests are still the same, but for what only slots hold', ({
      annotate,
    }) => {
      const strict = accepted.filter(({ request = {} }) => canonicalJson(bare(request, onVertex)) === canonicalJson(request));
      const changed = accepted.flatMap(({ id, request = {} }) => {
        const paths = differences(neutralOf(request), neutralOf(bare(request, onVertex)));
        return paths.length > 0 ? [`${id} ${paths.join(' ')}`] : [];
      });
      const same = (accepted.length - changed.length) / accepted.length;
      annotate(
        `${name}: without slots ${percent(strict.length / accepted.length)} to the letter, ${percent(same)} in what is neutral`,
      );
      expect(same, changed.join('\n')).toBeGreaterThanOrEqual(0.85);
    });

    test('each edit of a text, an argument or a result shows in the body', () => {
      for (const { id, request } of accepted) {
        const { edited, marks } = editEverything(decode(request));
        const sent = JSON.stringify(encodeRequest(edited).body);
        expect({ id, unseen: marks.filter((mark) => !sent.includes(mark)) }).toEqual({ id, unseen: [] });
      }
    });

    test('what an answer says can be said again in the next request', () => {
      for (const { id, answer } of answers) {
        const { message } = decodeResponse(answer);
        const [turn] = list(encodeRequest({ messages: [message] }).body.contents);
        const said = list(object(object(list(object(answer).candidates)[0]).content).parts);
        expect({ id, parts: canonicalJson(list(object(turn).parts)) }).toEqual({ id, parts: canonicalJson(said) });
      }
    });

    test('error answers have a kind, which survives', () => {
      for (const { status, answer } of refused) {
        const error = decodeError(status, answer);
        expect(error).toBeInstanceOf(VendorError);
        expect([KINDS[status], 'context-length']).toContain(error.kind);
        const sent = encodeError(error);
        expect(decodeError(sent.status, sent.body, sent.headers).kind).toBe(error.kind);
      }
    });
  });
}

const KINDS: Readonly<Record<number, string>> = { 400: 'invalid-request', 404: 'not-found', 429: 'rate-limit' };

const decode = (body: unknown): Request => decodeRequest(body).request;

function readDecoded({ message, finish, usage }: ReturnType<typeof decodeResponse>) {
  const { content } = message;
  return {
    calls: content.flatMap((part) =>
      part.type === 'tool-call' ? [{ id: part.minted ? 'made' : part.id, name: part.name, args: part.args }] : [],
    ),
    text: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    reasoning: content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])),
    signatures: content.flatMap(({ vendor }) => {
      const { signature, result } = vendor?.['google-generate-content'] ?? {};
      return [...(signature ? [signature] : []), ...(result?.signature ? [result.signature] : [])];
    }),
    finish: finish.reason,
    usage,
  };
}

/** The body of a request of which all that is only for this vendor is gone, in the dialect that its tools came in. */
function bare(body: JsonObject, onVertex: boolean): JsonObject {
  const dialect = isOpenApi(body) ? 'google-openapi' : 'google-json-schema';
  const { hostedBesideFunctions: _flag, ...vertex } = profile;
  try {
    return encodeRequest(withoutSlots(decode(body)), extendProfile(onVertex ? vertex : profile, { schema: { dialect } })).body;
  } catch (error) {
    if (isToolglotError(error)) return {};
    throw error;
  }
}

const isOpenApi = (body: JsonObject) => /"(parameters|responseSchema|response_schema)":/.test(JSON.stringify(body));

/**
 * A body without what only a slot can hold, each for its reason, and with one spelling for what has several. The neutral form has no place for
 * signatures (bound to their vendor), kinds of output, filters, and the role of instructions (it says nothing).
 */
function neutralOf(body: JsonObject): Json {
  const { systemInstruction, ...others } = object(plain(body));
  const { role: _role, parts, ...instruction } = object(systemInstruction);
  const listed = isJsonObject(parts) ? [parts] : parts;
  const contents = list(others.contents).map(object).reduce<readonly JsonObject[]>(joinSame, []);
  return {
    ...others,
    contents,
    ...(systemInstruction !== undefined && { systemInstruction: { ...instruction, parts: listed ?? [] } }),
  };
}

/** neighbours of one role are one turn to the vendor. */
function joinSame(turns: readonly JsonObject[], { parts, ...turn }: JsonObject): readonly JsonObject[] {
  const last = turns.at(-1);
  if (last?.role !== turn.role) return [...turns, { ...turn, parts: list(parts) }];
  return [...turns.slice(0, -1), { ...last, parts: [...list(last?.parts), ...list(parts)] }];
}

const SLOTS_ONLY = [
  'thoughtSignature',
  'responseModalities',
  'safetySettings',
  'modelArmorConfig',
  'streamFunctionCallArguments',
];

/** names in camelCase, enums in capitals; an empty object of settings says nothing. */
function plain(value: Json, key = ''): Json {
  if (ENUMS.includes(key) && typeof value === 'string') return value.toUpperCase();
  if (Array.isArray(value)) return value.map((item: Json) => plain(item));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [camel(name), plain(member, camel(name))] as const);
  return Object.fromEntries(members.filter(([name, member]) => !SLOTS_ONLY.includes(name) && !isEmptyConfig(name, member)));
}

const ENUMS = ['type', 'mode', 'thinkingLevel'];

const isEmptyConfig = (name: string, value: Json) => /Config$/.test(name) && canonicalJson(value) === '{}';

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
