import { describeValue } from '../errors/describe-value.ts';
import { isJsonObject } from '../json/json.ts';
import type { FinishReason } from './finish.ts';
import type { Message } from './message.ts';
import type { Part, ResultContent } from './part.ts';
import type { Response } from './response.ts';

/** Throws a `TypeError` that says where, and what was expected, for what is no message. */
export function checkMessage(value: unknown, path: string): asserts value is Message {
  const { role } = objectAt(value, path);
  oneOf(Object.keys(contents))(role, `${path}.role`);
  for (const [known, content] of Object.entries(contents)) if (known === role) fields({ content, ...common })(value, path);
}

/** The same for an answer of a model. */
export function checkResponse(value: unknown, path: string): asserts value is Response {
  const message: Check = (member, at) =>
    fields({ role: oneOf(['assistant']), content: contents.assistant, ...common })(member, at);
  fields({ message, finish: fields({ reason: oneOf(reasons) }), usage: optional(fields(counts)) })(value, path);
}

/** The same for the content of a tool's result. */
export function checkResultContent(value: unknown, path: string): asserts value is readonly ResultContent[] {
  resultContent(value, path);
}

type Check = (value: unknown, path: string) => void;

function fail(path: string, expected: string, received: unknown): never {
  throw new TypeError(`${path}: expected ${expected}, received ${describeValue(received)}`);
}

const is =
  (fits: (value: unknown) => boolean, expected: string): Check =>
  (value, path) => {
    if (!fits(value)) fail(path, expected, value);
  };
const oneOf = (words: readonly string[]) => is((value) => words.some((word) => word === value), `one of ${words.join(', ')}`);
const text = is((value) => typeof value === 'string', 'a text');
const flag = is((value) => typeof value === 'boolean', 'true or false');
const count = is((value) => typeof value === 'number' && Number.isFinite(value), 'a number');
const something = is((value) => value !== undefined, 'a value');
const object = is(isJsonObject, 'an object');

const optional =
  (check: Check): Check =>
  (value, path) => {
    if (value !== undefined) check(value, path);
  };

const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    const members = objectAt(value, path);
    for (const [key, check] of Object.entries(checks)) check(members[key], `${path}.${key}`);
  };

function objectAt(value: unknown, path: string): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : fail(path, 'an object', value);
}

const listOf =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return fail(path, 'a list', value);
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`);
  };

/** A part of one of these kinds, with what its kind must have. */
const partsOf = (kinds: readonly Part['type'][]): Check => {
  const kind = oneOf(kinds);
  return listOf((value, path) => {
    const { type } = objectAt(value, path);
    kind(type, `${path}.type`);
    for (const known of kinds) if (known === type) fields(parts[known])(value, path);
  });
};

const data: Check = (value, path) => {
  const { base64, url, fileId } = objectAt(value, path);
  if (![base64, url, fileId].some((one) => typeof one === 'string')) fail(path, 'a text under base64, url or fileId', value);
};
const fault = fields({ code: text, message: text });
const resultContent = partsOf(['text', 'media', 'json', 'tool-reference', 'opaque']);

const parts: { readonly [T in Part['type']]: Readonly<Record<string, Check>> } = {
  text: { text },
  media: { mediaType: text, data },
  json: { value: something },
  reasoning: { text },
  refusal: { text },
  'tool-call': { id: text, name: text, args: object, argsText: optional(text), fault: optional(fault) },
  'tool-result': { callId: text, name: text, content: resultContent, isError: optional(flag) },
  'hosted-tool': { id: text, tool: text, args: something, status: oneOf(['done', 'error', 'open', 'needs-approval']) },
  approval: { id: text, approve: flag },
  'tool-reference': { name: text },
  opaque: { codec: text, value: something },
};

const contents: { readonly [R in Message['role']]: Check } = {
  system: partsOf(['text', 'opaque']),
  user: partsOf(['text', 'media', 'approval', 'opaque']),
  assistant: partsOf(['text', 'media', 'reasoning', 'refusal', 'tool-call', 'hosted-tool', 'opaque']),
  tool: partsOf(['tool-result']),
};

const common = { vendor: optional(object) };
const reasons: readonly FinishReason[] = [
  ...(['stop', 'tool-calls', 'length', 'content-filter', 'refusal', 'pause', 'aborted', 'error', 'other'] as const),
];
const counts = Object.fromEntries(
  ['input', 'output', 'cachedInput', 'cacheWrite', 'reasoning'].map((name) => [name, optional(count)]),
);
