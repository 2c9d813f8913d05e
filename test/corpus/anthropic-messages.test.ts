import { anthropicMessages } from '@toolglot/anthropic/codec';
import { anthropicRules } from '@toolglot/anthropic/rules';
import { canonicalJson, isJsonObject, isToolglotError, type Json, type JsonObject, type Request } from '@toolglot/core';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';

const { decodeRequest, encodeRequest, decodeResponse, encodeResponse, decodeError, encodeError } = anthropicMessages;

interface Exchange {
  readonly id: string;
  readonly status: number;
  readonly request: JsonObject | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: JsonObject | undefined;
}

for (const name of ['anthropic-messages', 'bedrock-invoke']) {
  describeShared(`recorded traffic: ${name}`, `corpus/open/${name}.jsonl`, (path) => {
    const exchanges = readJsonLines(path).map(readExchange);
    const answers = exchanges.filter(({ status, answer }) => status < 400 && Array.isArray(answer?.content));
    const accepted = exchanges.filter(({ status, request }) => status < 400 && request && isOurs(name, request));

    test('each whole answer decodes to what the body says', () => {
      expect(answers.length).toBeGreaterThan(0);
      for (const { id, answer = {} } of answers) expect(readDecoded(decodeResponse(answer)), id).toEqual(readBody(answer));
    });

    test('each whole answer comes back as it was', () => {
      for (const { id, answer = {} } of answers) {
        expect(canonicalJson(encodeResponse(decodeResponse(answer))), id).toBe(canonicalJson(answer));
      }
    });

    test('accepted requests come back as they were', ({ annotate }) => {
      const equal = accepted.filter(({ request = {} }) => comesBack(decodeRequest(request).request, request));
      annotate(`${name}: ${equal.length} of ${accepted.length} requests come back`);
      expect(accepted.filter((exchange) => !equal.includes(exchange)).map(({ id }) => id)).toEqual([]);
    });

    test('of accepted requests, at least 85 of 100 come back without any vendor data', ({ annotate }) => {
      const equal = accepted.filter(({ request = {} }) => comesBack(withoutSlots(decodeRequest(request).request), request));
      annotate(`${name}: ${equal.length} of ${accepted.length} requests come back without vendor data`);
      const others = accepted.filter((exchange) => !equal.includes(exchange)).map(({ id }) => id);
      expect(equal.length / accepted.length, others.join(' ')).toBeGreaterThanOrEqual(0.85);
    });

    test('an edit of any text, argument or result shows in the body', ({ annotate }) => {
      const edits = accepted.flatMap(({ id, request = {} }) =>
        editsOf(decodeRequest(request).request).map((edit) => ({ id, edit })),
      );
      const shown = edits.filter(({ edit }) => JSON.stringify(encodeRequest(edit).body).includes(MARK));
      annotate(`${name}: ${shown.length} of ${edits.length} edits show`);
      expect(shown.length).toBe(edits.length);
    });

    test('the rules take at least 99 of 100 accepted requests', ({ annotate }) => {
      const refused = accepted.flatMap(({ id, request = {}, headers }) =>
        anthropicRules.flatMap((rule) => (rule.check(request, headers) ? [`${id} ${rule.id}`] : [])),
      );
      const taken = accepted.length - new Set(refused.map((line) => line.split(' ')[0])).size;
      annotate(`${name}: the rules take ${taken} of ${accepted.length} requests`);
      expect(taken / accepted.length, refused.join('\n')).toBeGreaterThanOrEqual(0.99);
    });

    test('the kind of each recorded error survives', () => {
      const errors = exchanges.filter(({ status }) => status >= 400);
      expect(errors.length).toBeGreaterThan(0);
      for (const { status, answer } of errors) {
        const error = decodeError(status, answer);
        const { status: sent, body, headers } = encodeError(error);
        expect(decodeError(sent, body, headers).kind).toBe(error.kind);
        expect(error.kind).toBe(KINDS[status]);
      }
    });
  });
}

const KINDS: Readonly<Record<number, string>> = { 400: 'invalid-request', 401: 'auth', 403: 'permission', 404: 'not-found' };

/** Bedrock serves other vendors' models on the same path: theirs have other bodies. */
function isOurs(name: string, request: JsonObject): boolean {
  return name === 'anthropic-messages' || 'anthropic_version' in request;
}

function readExchange(line: unknown): Exchange {
  const { id, request, response } = object(line);
  const { status, body } = object(response);
  const sent = object(request);
  const headers = Object.entries(object(sent.headers)).map(([key, value]) => [key, String(value)]);
  return {
    id: String(id),
    status: Number(status),
    request: isJsonObject(sent.body) ? sent.body : undefined,
    headers: Object.fromEntries(headers),
    answer: isJsonObject(body) ? body : undefined,
  };
}

function object(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The body, read without the codec: blocks by their type, the sum of the counters, the stop reason. */
function readBody({ content, stop_reason: raw, usage }: JsonObject) {
  const blocks = (Array.isArray(content) ? content : []).map(object);
  const of = (type: string) => blocks.filter((block) => block.type === type);
  const counts = object(usage);
  const input = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map((key) => Number(counts[key] ?? 0));
  const calls = of('tool_use').map(({ id, name, input: args }) => ({ id, name, args }));
  return {
    calls,
    text: of('text').map(({ text }) => text),
    reasoning: of('thinking').map(({ thinking, signature }) => [thinking, signature]),
    finish: raw === 'max_tokens' ? 'length' : calls.length > 0 ? 'tool-calls' : raw === 'pause_turn' ? 'pause' : 'stop',
    raw,
    input: input.reduce((sum, count) => sum + count, 0),
    output: counts.output_tokens,
  };
}

function readDecoded({ message, finish, usage }: ReturnType<typeof decodeResponse>) {
  const { content } = message;
  return {
    calls: content.flatMap((part) => (part.type === 'tool-call' ? [{ id: part.id, name: part.name, args: part.args }] : [])),
    text: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    reasoning: content.flatMap((part) =>
      part.type === 'reasoning' ? [[part.text, part.vendor?.['anthropic-messages']?.fields?.signature]] : [],
    ),
    finish: finish.reason,
    raw: finish.raw,
    input: usage?.input,
    output: usage?.output,
  };
}

function comesBack(request: Request, body: JsonObject): boolean {
  try {
    return canonicalJson(encodeRequest(request).body) === canonicalJson(body);
  } catch (error) {
    if (isToolglotError(error)) return false;
    throw error;
  }
}

function withoutSlots<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (key, member: Json) => (key === 'vendor' ? undefined : member)));
}

const MARK = 'edited-一-edited';

/** The request, once for each text, argument and result, with that one edited. */
function editsOf(request: Request): readonly Request[] {
  return request.messages.flatMap((message, m) =>
    message.content.flatMap((part, p) => {
      const edited = editPart(part);
      if (edited === undefined) return [];
      const content = message.content.map((other, index) => (index === p ? edited : other));
      return [withMessage(request, m, { ...message, content })];
    }),
  );
}

/** the edit keeps the kind of each part, which the compiler cannot see in a mixed list. */
function withMessage(request: Request, index: number, message: object): Request {
  return { ...request, messages: request.messages.map((other, i) => (i === index ? { ...other, ...message } : other)) };
}

function editPart(part: Request['messages'][number]['content'][number]) {
  switch (part.type) {
    case 'text':
      return { ...part, text: MARK };
    case 'tool-call':
      return { ...part, args: { ...part.args, edited: MARK } };
    case 'tool-result':
      return { ...part, content: [...part.content, { type: 'text' as const, text: MARK }] };
    case 'hosted-tool':
      return part.args === null ? { ...part, result: MARK } : { ...part, args: { query: MARK } };
    default:
      return undefined;
  }
}
