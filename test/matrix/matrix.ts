import { anthropicMessages } from '@toolglot/anthropic/codec';
import { anthropicProfile } from '@toolglot/anthropic/profiles';
import { anthropicRules } from '@toolglot/anthropic/rules';
import { bedrockConverse } from '@toolglot/bedrock/codec';
import { bedrockProfile } from '@toolglot/bedrock/profiles';
import { bedrockRules } from '@toolglot/bedrock/rules';
import {
  type AssistantMessage,
  type Codec,
  type JsonObject,
  lower,
  type Message,
  type Profile,
  type Request,
  type Response,
  type Rule,
  UnsupportedError,
} from '@toolglot/core';
import { googleGenerateContent } from '@toolglot/google/codec';
import { googleProfile } from '@toolglot/google/profiles';
import { gemini3StudioRules, googleRules } from '@toolglot/google/rules';
import { openaiChat, openaiResponses } from '@toolglot/openai/codec';
import { openaiProfile } from '@toolglot/openai/profiles';
import { openaiChatRules, openaiResponsesRules } from '@toolglot/openai/rules';
import { describe, expect, test } from 'vitest';

interface Target {
  readonly codec: Codec;
  /** a model that can do most of what the format can say. */
  readonly profile: Profile;
  readonly rules: readonly Rule[];
}

const targets = {
  'openai-chat': { codec: openaiChat, profile: openaiProfile('gpt-5.4', 'chat'), rules: openaiChatRules },
  'openai-responses': { codec: openaiResponses, profile: openaiProfile('gpt-5.4', 'responses'), rules: openaiResponsesRules },
  'anthropic-messages': { codec: anthropicMessages, profile: anthropicProfile('claude-opus-4-8'), rules: anthropicRules },
  'google-generate-content': {
    codec: googleGenerateContent,
    profile: googleProfile('gemini-3-pro'),
    rules: [...googleRules, ...gemini3StudioRules],
  },
  'bedrock-converse': { codec: bedrockConverse, profile: bedrockProfile('anthropic.claude-opus-4-8'), rules: bedrockRules },
} satisfies Readonly<Record<string, Target>>;

/** Every wire format; a case that leaves one out does not compile. */
export type Format = keyof typeof targets;

/** What each format makes of a thing, side by side. */
export type Row<Cell> = Readonly<Record<Format, Cell>>;

/** The word for what a format has no way to say. */
export type Unsupported = 'unsupported';

/** The members of the body that the case is about, whole, `null` for one that is not there, and the losses as `code at path`. */
export type Sent = readonly [body: JsonObject, ...losses: string[]];

/** A request, and what goes out for it in each format: lowered, encoded, taken by the vendor's rules, and read back. */
export function sends(title: string, request: Partial<Request>, row: Row<Sent | Unsupported>): void {
  eachFormat(title, row, (target, cell) => {
    if (cell === 'unsupported') return expect(() => send(target, request)).toThrow(UnsupportedError);
    const [wire, ...losses] = cell;
    const { body, lowered, said } = send(target, request);
    expect(membersOf(body, wire)).toEqual(wire);
    expect(said).toEqual(losses);
    const back = target.codec.decodeRequest(body).request;
    return expect(neutral(pick(back, request))).toEqual(neutral(pick(lowered, request)));
  });
}

/** An answer, and what it is in each format, both ways. `unsupported`: the format makes something else of it. */
export function answers(title: string, response: Response, row: Row<JsonObject | Unsupported>): void {
  eachFormat(title, row, ({ codec }, wire) => {
    const read = (body: unknown) => neutral(pick(codec.decodeResponse(body), response));
    if (wire === 'unsupported') return expect(read(codec.encodeResponse(response))).not.toEqual(neutral(response));
    expect(codec.encodeResponse(response)).toMatchObject(wire);
    return expect(read(wire)).toEqual(neutral(response));
  });
}

/** A turn as the model gave it, and how the next request says it again. */
export interface Replay {
  readonly answer: JsonObject;
  readonly next: JsonObject;
}

/** A turn that every format answers with, in which only `f` is called, behind it what follows, and how the next request says all that. */
export function replays(title: string, turn: AssistantMessage, rest: readonly Message[], row: Row<Replay>): void {
  eachFormat(title, row, (target, cell) => {
    const { message } = target.codec.decodeResponse(cell.answer);
    expect(neutral(message.content)).toEqual(turn.content);
    const { body, said } = send(target, { messages: [question, message, ...rest], tools: [{ type: 'function', name: 'f' }] });
    expect(membersOf(body, cell.next)).toEqual(cell.next);
    expect(said).toEqual([]);
  });
}

/** What the user asks in every case that does not say otherwise. */
export const question: Message = { role: 'user', content: [{ type: 'text', text: '?' }] };

function eachFormat<Cell>(title: string, row: Row<Cell>, check: (target: Target, cell: Cell) => unknown): void {
  describe(title, () => {
    for (const [format, target] of Object.entries(targets)) test(format, () => void check(target, cellOf(row, format)));
  });
}

/** the keys of both tables are the formats. */
const cellOf = <Cell>(row: Row<Cell>, format: string) => row[format as Format];

function send({ codec, profile, rules }: Target, request: Partial<Request>) {
  const { request: lowered, losses } = lower({ model: 'm', messages: [question], ...request }, profile);
  const { body } = codec.encodeRequest(lowered, profile);
  expect(rules.flatMap((rule) => rule.check(body) ?? [])).toEqual([]);
  return { body, lowered, said: losses.map(({ code, path }) => `${code} at ${path}`) };
}

const membersOf = (body: JsonObject, like: JsonObject) =>
  Object.fromEntries(Object.keys(like).map((key) => [key, body[key] ?? null]));

const pick = (value: object, like: object) => Object.fromEntries(Object.entries(value).filter(([key]) => key in like));

const OWN: ReadonlySet<string> = new Set(['vendor', 'seal', 'argsText', 'origin', 'raw', 'plain']);

/** a message repeats how its answer ended; a format that must say `strict` says `false` where nothing is said. */
const isOwn = (key: string, member: unknown) =>
  OWN.has(key) || (key === 'finish' && typeof member === 'string') || (key === 'strict' && member === false);

/** Without what a format adds for itself. */
function neutral(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(neutral);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key, member]) => !isOwn(key, member));
  return Object.fromEntries(members.map(([key, member]) => [key, neutral(member)]));
}
