import { bedrockConverse } from '@toolglot/bedrock/codec';
import { bedrockRules } from '@toolglot/bedrock/rules';
import { canonicalJson, isJsonObject, isToolglotError, type JsonObject, type Request } from '@toolglot/core';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';
import { editEverything, withoutSlots } from './edits.ts';

const { decodeRequest, encodeRequest, decodeResponse, encodeResponse, decodeError, encodeError } = bedrockConverse;

interface Exchange {
  readonly id: string;
  readonly status: number;
  readonly request: JsonObject | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: JsonObject | undefined;
}

describeShared('recorded traffic: bedrock-converse', 'corpus/open/bedrock-converse.jsonl', (path) => {
  const exchanges = readJsonLines(path).map(readExchange);
  const answers = exchanges.filter(({ status, answer }) => status < 400 && answer);
  const accepted = exchanges.filter(({ status, request }) => status < 400 && request);
  const errors = exchanges.filter(({ status }) => status >= 400);

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
    annotate(`bedrock-converse: ${equal.length} of ${accepted.length} requests come back`);
    expect(accepted.filter((exchange) => !equal.includes(exchange)).map(({ id }) => id)).toEqual([]);
  });

  test('of accepted requests, at least 85 of 100 come back without any vendor data', ({ annotate }) => {
    const equal = accepted.filter(({ request = {} }) => comesBack(withoutSlots(decodeRequest(request).request), request));
    annotate(`bedrock-converse: ${equal.length} of ${accepted.length} requests come back without vendor data`);
    const others = accepted.filter((exchange) => !equal.includes(exchange)).map(({ id }) => id);
    expect(equal.length / accepted.length, others.join(' ')).toBeGreaterThanOrEqual(0.85);
  });

  test('an edit of any text, argument, result or medium shows in the body', ({ annotate }) => {
    const missing = accepted.flatMap(({ id, request = {} }) => {
      const { edited, marks } = editEverything(withoutReasoning(decodeRequest(request).request));
      const body = JSON.stringify(encodeRequest(edited).body);
      return marks.filter((mark) => !body.includes(mark)).map((mark) => `${id} ${mark}`);
    });
    const all = accepted.map(({ request = {} }) => editEverything(withoutReasoning(decodeRequest(request).request)).marks.length);
    annotate(
      `bedrock-converse: ${all.reduce((sum, count) => sum + count, 0) - missing.length} edits show, ${missing.length} do not`,
    );
    expect(missing).toEqual([]);
  });

  test('the rules take at least 99 of 100 accepted requests', ({ annotate }) => {
    const refused = accepted.flatMap(({ id, request = {}, headers }) =>
      bedrockRules.flatMap((rule) => (rule.check(request, headers) ? [`${id} ${rule.id}`] : [])),
    );
    const taken = accepted.length - new Set(refused.map((line) => line.split(' ')[0])).size;
    annotate(`bedrock-converse: the rules take ${taken} of ${accepted.length} requests`);
    expect(taken / accepted.length, refused.join('\n')).toBeGreaterThanOrEqual(0.99);
  });

  test('the kind of each recorded error survives', () => {
    expect(errors.length).toBeGreaterThan(0);
    for (const { id, status, answer } of errors) {
      const error = decodeError(status, answer);
      const sent = encodeError(error);
      expect(decodeError(sent.status, sent.body, sent.headers).kind, id).toBe(error.kind);
      const isLong = error.message.includes('Input Tokens Exceeded');
      expect(error.kind, id).toBe(isLong ? 'context-length' : 'invalid-request');
    }
  });
});

/** edited reasoning is refused, with a test of its own. */
function withoutReasoning(request: Request): Request {
  const messages = request.messages.map((message) =>
    message.role === 'assistant' ? { ...message, content: message.content.filter(({ type }) => type !== 'reasoning') } : message,
  );
  return { ...request, messages };
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

/** The body, read without the codec: blocks by their member, the sum of the counters, the stop reason. */
function readBody({ output, stopReason: raw, usage }: JsonObject) {
  const { content } = object(object(output).message);
  const blocks = (Array.isArray(content) ? content : []).map(object);
  const of = (kind: string) => blocks.flatMap((block) => (kind in block ? [object(block[kind])] : []));
  const calls = of('toolUse').filter(({ type }) => type !== 'server_tool_use');
  const counts = object(usage);
  const input = ['inputTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens'].map((key) => Number(counts[key] ?? 0));
  return {
    calls: calls.map(({ toolUseId: id, name, input: args }) => ({ id, name, args })),
    text: blocks.flatMap(({ text, citationsContent }) =>
      typeof text === 'string' ? [text] : citedText(object(citationsContent)),
    ),
    reasoning: of('reasoningContent').map(({ reasoningText }) => [object(reasoningText).text, object(reasoningText).signature]),
    hosted: of('toolUse').length - calls.length,
    finish: raw === 'max_tokens' ? 'length' : calls.length > 0 ? 'tool-calls' : 'stop',
    raw,
    input: input.reduce((sum, count) => sum + count, 0),
    output: counts.outputTokens,
  };
}

function citedText({ content }: JsonObject): readonly string[] {
  return Array.isArray(content) ? [content.map((item) => String(object(item).text)).join('')] : [];
}

function readDecoded({ message, finish, usage }: ReturnType<typeof decodeResponse>) {
  const { content } = message;
  return {
    calls: content.flatMap((part) => (part.type === 'tool-call' ? [{ id: part.id, name: part.name, args: part.args }] : [])),
    text: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    reasoning: content.flatMap((part) =>
      part.type === 'reasoning' ? [[part.text, part.vendor?.['bedrock-converse']?.fields?.signature]] : [],
    ),
    hosted: content.filter(({ type }) => type === 'hosted-tool').length,
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
