import { isJsonObject, type Json, type JsonObject } from '@toolglot/core';

/** A recorded exchange, as far as the tests read it. */
export interface Exchange {
  readonly id: string;
  readonly stream: boolean;
  readonly status: number;
  readonly request: JsonObject | undefined;
  readonly answer: Json | undefined;
}

export function readExchange(line: unknown): Exchange {
  const { id, stream, request, response } = object(line);
  const { status, body, text } = object(response);
  const sent = object(request).body;
  return { id: String(id), stream: stream === true, status: Number(status), request: ownBody(sent), answer: body ?? text };
}

const ownBody = (body: unknown) => (isJsonObject(body) ? body : undefined);

/** What an answer says, read without the codec: plain field access over what the vendor sends. */
export function readAnswer(body: unknown) {
  const candidate = object(list(object(body).candidates)[0]);
  const parts = list(object(candidate.content).parts).map(object);
  const calls = parts.flatMap(({ functionCall }) => (isJsonObject(functionCall) ? [readCall(functionCall)] : []));
  const texts = parts.filter(({ text }) => typeof text === 'string');
  return {
    calls,
    text: texts.filter(({ thought }) => !thought).map(({ text }) => text),
    reasoning: texts.filter(({ thought }) => thought).map(({ text }) => text),
    signatures: parts.flatMap(({ thoughtSignature }) => thoughtSignature ?? []),
    finish: readFinish(candidate.finishReason, calls.length > 0, object(object(body).promptFeedback).blockReason),
    usage: readUsage(object(object(body).usageMetadata)),
  };
}

/** an id that is missing is made by the codec. */
const readCall = ({ id, name, args }: JsonObject) => ({ id: id ?? 'made', name, args: args ?? {} });

function readFinish(word: unknown, calls: boolean, blocked: unknown): string {
  if (blocked !== undefined) return 'content-filter';
  const said = FINISH[String(word)] ?? 'other';
  return calls && said === 'stop' ? 'tool-calls' : said;
}

const FINISH: Readonly<Record<string, string>> = {
  STOP: 'stop',
  1: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  MALFORMED_FUNCTION_CALL: 'error',
  UNEXPECTED_TOOL_CALL: 'error',
};

function readUsage(usage: JsonObject) {
  const { promptTokenCount, candidatesTokenCount, cachedContentTokenCount, thoughtsTokenCount, toolUsePromptTokenCount } = usage;
  const prompted = [promptTokenCount, toolUsePromptTokenCount].filter((count) => count !== undefined);
  const generated = [candidatesTokenCount, thoughtsTokenCount].filter((count) => count !== undefined);
  const counts = {
    input: prompted.length > 0 ? prompted.reduce((sum: number, count) => sum + Number(count), 0) : undefined,
    output: generated.length > 0 ? generated.reduce((sum: number, count) => sum + Number(count), 0) : undefined,
    cachedInput: cachedContentTokenCount,
    reasoning: thoughtsTokenCount,
  };
  const known = Object.entries(counts).filter(([, count]) => count !== undefined);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

export const object = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
export const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : []);
