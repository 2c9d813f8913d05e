import { readdirSync } from 'node:fs';
import {
  canonicalJson,
  extendProfile,
  isJsonObject,
  type JsonObject,
  type Profile,
  type Request,
  VendorError,
} from '@toolglot/core';
import { openaiResponses } from '@toolglot/openai/codec';
import { expect, test } from 'vitest';
import { describeShared, readJsonLines } from '../support/shared.ts';
import { differences } from './differences.ts';
import { editEverything, withoutSlots } from './edits.ts';
import { type Exchange, isExchange } from './read-chat.ts';
import { readAnswer } from './read-responses.ts';

const { decodeRequest, encodeRequest, decodeResponse, encodeResponse, decodeError, encodeError } = openaiResponses;

describeShared('recorded Responses traffic', 'corpus/open', (folder) => {
  const files = readdirSync(folder).filter((name) => name.endsWith('-responses.jsonl'));
  const exchanges = files.flatMap((name) => readJsonLines(`${folder}/${name}`)).filter(isExchange);
  const answers = exchanges.filter(({ stream, response }) => !stream && response.status < 400 && response.body !== undefined);
  const accepted = exchanges.filter(({ request, response }) => request?.body && response.status < 400);
  const refused = exchanges.filter(({ response }) => response.status >= 400);
  const shares = (some: readonly Exchange[]) =>
    [`${some.length}/${accepted.length} (${percent(some.length / accepted.length)})`, ...perVendor(some, accepted)].join(', ');

  test('there is traffic to test', () => {
    expect(Math.min(answers.length, accepted.length, refused.length)).toBeGreaterThan(0);
  });

  test('whole answers say what an independent reading of them says', () => {
    for (const { id, response } of answers) {
      const { message, finish, usage } = decodeResponse(response.body);
      const calls = message.content.flatMap((part) =>
        part.type === 'tool-call' ? [[part.id, part.name, part.args, part.argsText]] : [],
      );
      const text = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      const reasoning = message.content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : []));
      const said = { id, calls, text, reasoning, finish: finish.reason, usage };
      expect(said).toEqual({ id, ...readAnswer(response.body) });
      expect(message.finish).toBe(finish.reason);
    }
  });

  test('whole answers come back as they were', () => {
    const changed = answers.flatMap(({ id, response: { body } }) =>
      differences(body, encodeResponse(decodeResponse(body))).map((path) => `${id} ${path}`),
    );
    expect(changed).toEqual([]);
  });

  test('accepted requests come back as they were', () => {
    const changed = accepted.flatMap(({ id, request }) =>
      differences(request?.body, encodeRequest(decode(request?.body)).body).map((path) => `${id} ${path}`),
    );
    expect(changed).toEqual([]);
  });

  test('with all vendor slots removed most requests say the same, but for what has no neutral place', ({ annotate }) => {
    const same = accepted.filter(({ vendor, request }) => isSame(request?.body, profileFor(vendor)));
    annotate(`without slots: ${shares(same)}`);
    const strictly = accepted.filter(({ vendor, request }) => isSame(request?.body, profileFor(vendor), withStrictAsItCame));
    annotate(`without slots, an absent strict counted as a difference: ${shares(strictly)}`);
    const literally = accepted.filter(({ vendor, request }) => isSame(request?.body, profileFor(vendor), (body) => body));
    annotate(`without slots, and with what has no neutral place: ${shares(literally)}`);
    const others = accepted.filter((exchange) => !same.includes(exchange)).map(({ id }) => id);
    expect(same.length / accepted.length, others.join(' ')).toBeGreaterThanOrEqual(0.85);
  });

  test('each edit of a text, an argument or a result shows in the body', () => {
    for (const { id, request } of accepted) {
      const { edited, marks } = editEverything(decode(request?.body));
      const sent = JSON.stringify(encodeRequest(edited).body);
      expect({ id, unseen: marks.filter((mark) => !sent.includes(mark)) }).toEqual({ id, unseen: [] });
    }
  });

  test('error answers have a kind, which survives', () => {
    for (const { response } of refused) {
      const error = decodeError(response.status, response.body ?? response.text, response.headers ?? {});
      expect(error).toBeInstanceOf(VendorError);
      expect(error.kind).not.toBe('unknown');
      const { status, body, headers } = encodeError(error);
      expect(decodeError(status, body, headers).kind).toBe(error.kind);
    }
  });
});

const decode = (body: unknown): Request => decodeRequest(body).request;

function isSame(body: unknown, profile: Profile, reduce: (body: unknown) => unknown = neutralPart): boolean {
  const { body: made } = encodeRequest(withoutSlots(decode(body)), profile);
  return canonicalJson(reduce(made)) === canonicalJson(reduce(body));
}

/** Fields of a body that only a slot has a place for: state, billing, routing, and keys of the vendor's own. */
const SLOT_ONLY = [
  ...['store', 'include', 'previous_response_id', 'context_management', 'max_tool_calls'],
  ...['prompt_cache_key', 'service_tier', 'client_metadata'],
];

/** Fields of an item that only a slot has a place for: what the vendor knows it by, and what only the vendor can read. */
const SLOT_ONLY_OF_ITEMS = ['id', 'status', 'phase', 'encrypted_content', 'namespace'];

/**
 * A body without what has no neutral place. `null` descriptions, the type of messages, and a `strict` that is not said are other
 * spellings of the same: an absent `strict` is always said as `false`, by decision.
 */
const neutralPart = (body: unknown) => reduced(body, (tool) => ({ ...tool, strict: tool.strict ?? false }));

const withStrictAsItCame = (body: unknown) => reduced(body, (tool) => tool);

function reduced(body: unknown, spell: (tool: JsonObject) => JsonObject): unknown {
  const { input, tools, reasoning, text, ...rest } = members(body);
  return {
    ...without(rest, SLOT_ONLY),
    reasoning: without(reasoning, ['context']),
    text: without(text, ['verbosity']),
    input: Array.isArray(input) ? input.map(neutralItem) : (input ?? null),
    tools: Array.isArray(tools) ? tools.map((tool) => neutralTool(members(tool), spell)) : [],
  };
}

function neutralTool(tool: JsonObject, spell: (tool: JsonObject) => JsonObject): JsonObject {
  const described = without(tool, tool.description === null ? ['description'] : []);
  return tool.type === 'function' ? spell(described) : described;
}

const neutralItem = (item: unknown) =>
  without(item, [...SLOT_ONLY_OF_ITEMS, ...(members(item).type === 'message' ? ['type'] : [])]);

const without = (value: unknown, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(members(value)).filter(([name]) => !names.includes(name)));

const members = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** DeepSeek shows its thoughts, and asks for no signature. */
const profileFor = (vendor: string): Profile =>
  vendor === 'deepseek'
    ? extendProfile(openaiResponses.profile, { provider: vendor, reasoning: { field: 'content', signed: false } })
    : openaiResponses.profile;

const perVendor = (some: readonly Exchange[], all: readonly Exchange[]) =>
  [...new Set(all.map(({ vendor }) => vendor))].map((name) => {
    const count = (list: readonly Exchange[]) => list.filter(({ vendor }) => vendor === name).length;
    return `${name} ${count(some)}/${count(all)}`;
  });

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
