import { type Headers, isJsonObject, type Json, type JsonObject, type Rule } from '@toolglot/core';
import { readList, readText } from '@toolglot/core/kit';

import { allBlocks, type Block, blockRule, first, rule, toolsOf, turnsOf } from './view.ts';

const ID = /^[a-zA-Z0-9_-]+$/;
const HOSTED_ID = /^srvtoolu_[a-zA-Z0-9_]+$/;
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const NEWEST_VERSION = '2026-10-21';

const USER = 'text image document search_result tool_result container_upload';
const ASSISTANT = 'text thinking redacted_thinking tool_use server_tool_use mcp_tool_use mcp_tool_result mcp_tool_listing';
const ANSWERED = 'document container_upload compaction fallback tool_addition tool_removal';

/** The kinds of blocks that each role may send; of an assistant also all results of hosted tools. */
const KINDS: Readonly<Record<string, ReadonlySet<string>>> = {
  user: new Set(USER.split(' ')),
  assistant: new Set(`${ASSISTANT} ${ANSWERED}`.split(' ')),
  system: new Set(['text', 'tool_addition', 'tool_removal']),
};

/** What single blocks must be like. */
export const blockRules: readonly Rule[] = [
  blockRule('unknown-block', ({ type }, { role }) => {
    const isKnown = KINDS[role]?.has(type) ?? true;
    const isHostedResult = role === 'assistant' && type.endsWith('_tool_result');
    return isKnown || isHostedResult ? undefined : `Input tag '${type}' does not match any of the expected tags`;
  }),
  blockRule('text-missing', ({ block, type }) => {
    return type === 'text' && typeof block.text !== 'string' ? 'text: Input should be a valid string' : undefined;
  }),
  // one rule for both: a call and its result have one id
  blockRule('call-id', ({ block, type }) => {
    return (
      checkId(block.id, type, 'tool_use', 'tool_use.id') ??
      checkId(block.tool_use_id, type, 'tool_result', 'tool_result.tool_use_id')
    );
  }),
  blockRule('hosted-id', ({ block, type }) => {
    const isLegal = type !== 'server_tool_use' || HOSTED_ID.test(readText(block.id) ?? '');
    return isLegal ? undefined : "server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'";
  }),
  blockRule('call-name', ({ block, type }) => {
    const isLegal = type !== 'tool_use' || NAME.test(readText(block.name) ?? '') || typeof block.toolset_name === 'string';
    return isLegal ? undefined : `tool_use.name: String should match pattern '${NAME.source}'`;
  }),
  blockRule('call-input', ({ block, type }) => {
    return type === 'tool_use' && !isJsonObject(block.input) ? 'tool_use.input: Input should be a valid dictionary' : undefined;
  }),
  blockRule('result-content', ({ block, type }) => {
    const { content } = block;
    const isLegal = type !== 'tool_result' || content === undefined || typeof content === 'string' || Array.isArray(content);
    return isLegal ? undefined : 'tool_result.content: Input should be a string or a list';
  }),
  blockRule('error-content', ({ block, type }) => {
    if (type !== 'tool_result' || block.is_error !== true) return undefined;
    const isText = readList(block.content).every((item) => isJsonObject(item) && item.type === 'text');
    return isText ? undefined : 'all content must be type "text" if "is_error" is true';
  }),
  blockRule('thinking-signature', ({ block, type }) => {
    const isSigned = type !== 'thinking' || (typeof block.signature === 'string' && block.signature !== '');
    return isSigned ? undefined : 'thinking.signature: Field required';
  }),
  rule('removed-by-version', (body, headers) => checkRemoved(body, headers)),
  rule('cache-marks', (body) => {
    const marks = marksOf(body);
    if (marks.length <= 4) return undefined;
    return {
      path: marks[4]?.path ?? '',
      message: `A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`,
    };
  }),
  rule('cache-order', (body) => {
    const isLong = ({ block }: Block) => isJsonObject(block.cache_control) && block.cache_control.ttl === '1h';
    const marks = marksOf(body);
    const late = marks.find((mark, index) => isLong(mark) && marks.slice(0, index).some((before) => !isLong(before)));
    return (
      late && { path: late.path, message: "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block" }
    );
  }),
  rule('cache-place', (body) =>
    first(marksOf(body), ({ block, type, path }) => {
      const isEmpty = type === 'text' && block.text === '';
      const isForbidden = isEmpty || type === 'thinking' || type === 'redacted_thinking' || block.defer_loading === true;
      return isForbidden ? { path, message: 'cache_control cannot be set here' } : undefined;
    }),
  ),
];

function checkId(id: Json | undefined, type: string, wanted: string, field: string): string | undefined {
  if (type !== wanted || ID.test(readText(id) ?? '')) return undefined;
  return `${field}: String should match pattern '${ID.source}'`;
}

function checkRemoved(body: JsonObject, headers: Headers) {
  if ((headers['anthropic-version'] ?? '') < NEWEST_VERSION) return undefined;
  return first(turnsOf(body), ({ role, blocks }) =>
    first(blocks, ({ block, type, path }) => {
      const isDocument = role === 'assistant' && type === 'document';
      const isCited = role === 'user' && type === 'text' && readList(block.citations).length > 0;
      return isDocument || isCited ? { path, message: `${path}: Extra inputs are not permitted` } : undefined;
    }),
  );
}

/** in the order of the prompt: tools, instructions, messages. */
function marksOf(body: JsonObject): readonly Block[] {
  return [...toolsOf(body), ...allBlocks(body)].filter(({ block }) => isJsonObject(block.cache_control));
}
