import { isJsonObject, type Json, type Rule } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';
import { type Block, blockRule, blocksOf, first, rule, turnsOf } from './view.ts';

const KINDS = new Set(
  `text image document video audio toolUse toolResult guardContent cachePoint reasoningContent citationsContent searchResult
  toolAddition toolRemoval`.split(/\s+/),
);
const RESULT_KINDS = new Set('json text image document video searchResult'.split(' '));
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const USER_ONLY = new Set(['image', 'document']);

/** What single blocks must be like. */
export const blockRules: readonly Rule[] = [
  blockRule('unknown-block', ({ kind, path }) => {
    return KINDS.has(kind)
      ? undefined
      : `The ContentBlock object at ${path} must set one of the following keys: ${[...KINDS].join(', ')}.`;
  }),
  rule('text-empty', (body) => {
    const blocks = [...blocksOf(body.system, 'system'), ...turnsOf(body).flatMap(({ blocks }) => blocks)];
    return first(blocks, ({ kind, value, path }) => {
      if (kind !== 'text' || (typeof value === 'string' && value !== '')) return undefined;
      return {
        path,
        message: `The text field in the ContentBlock object at ${path} is blank. Add text to the text field, and try again.`,
      };
    });
  }),
  // one rule for both: a call and its result have one id
  blockRule('call-id', ({ kind, value, path }) => {
    const isCall = kind === 'toolUse' || kind === 'toolResult';
    return !isCall || isName(readObject(value).toolUseId) ? undefined : wrongName(`${path}.${kind}.toolUseId`);
  }),
  blockRule('call-name', ({ kind, value, path }) => {
    return kind !== 'toolUse' || isName(readObject(value).name) ? undefined : wrongName(`${path}.toolUse.name`);
  }),
  blockRule('call-input', ({ kind, value, path }) => {
    if (kind !== 'toolUse' || isJsonObject(readObject(value).input)) return undefined;
    return `The format of the value at ${path}.toolUse.input is invalid. Provide a json object for the field and try again.`;
  }),
  blockRule('result-content', (block, { role }) => checkResultContent(block, role)),
  blockRule('result-json', ({ kind, value, path }) => {
    const items = kind === 'toolResult' ? blocksOf(readObject(value).content, `${path}.toolResult.content`) : [];
    const wrong = items.find((item) => item.kind === 'json' && !isJsonObject(item.value));
    return (
      wrong && `The format of the value at ${wrong.path}.json is invalid. Provide a json object for the field and try again.`
    );
  }),
  blockRule('error-content', ({ kind, value, path }) => {
    const { status, content } = readObject(value);
    const isEmpty = kind === 'toolResult' && status === 'error' && readList(content).length === 0;
    return isEmpty ? `The content field at ${path}.toolResult cannot be empty when status value is error.` : undefined;
  }),
  blockRule('media-role', ({ kind, path }, { role }) => {
    return role === 'assistant' && USER_ONLY.has(kind)
      ? `The ${kind} at ${path} can only be included if the role is user.`
      : undefined;
  }),
];

/** an assistant's results are of the vendor's own tools, which put in what they like. */
function checkResultContent({ kind, value, path }: Block, role: string): string | undefined {
  if (kind !== 'toolResult' || role !== 'user') return undefined;
  const { content } = readObject(value);
  if (!Array.isArray(content)) return `The content field at ${path}.toolResult is missing.`;
  const wrong = blocksOf(content, `${path}.toolResult.content`).find((item) => !RESULT_KINDS.has(item.kind));
  return (
    wrong &&
    `The ToolResultContentBlock object at ${wrong.path} must set one of the following keys: ${[...RESULT_KINDS].join(', ')}.`
  );
}

const isName = (value: Json | undefined) => NAME.test(readText(value) ?? '');
const wrongName = (path: string) =>
  `Value at '${path}' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+`;
