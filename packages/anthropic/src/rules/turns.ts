import { isJsonObject, type JsonObject, type Rule, type Violation } from '@toolglot/core';
import { readList, readObject, readText } from '@toolglot/core/kit';

import { isKnownModel } from '../profile.ts';
import { anthropicProfile } from '../profiles.ts';
import { allBlocks, blockRule, first, rule, type Turn, turnsOf } from './view.ts';

const ROLES = new Set(['user', 'assistant', 'system']);

/** Who speaks, in what order, and with what text. */
export const turnRules: readonly Rule[] = [
  rule('unknown-role', (body) =>
    first(turnsOf(body), ({ role, path }) => {
      return ROLES.has(role) ? undefined : { path: `${path}.role`, message: "Input should be 'user' or 'assistant'" };
    }),
  ),
  rule('first-turn', (body) => {
    const opening = turnsOf(body)[0];
    if (!opening || opening.role === 'user') return undefined;
    return { path: opening.path, message: 'messages: first message must use the "user" role' };
  }),
  rule('prefill', (body) => {
    const last = turnsOf(body).at(-1);
    const model = readText(body.model) ?? '';
    if (last?.role !== 'assistant' || !isKnownModel(model) || anthropicProfile(model).turns.prefill || isPaused(last))
      return undefined;
    return {
      path: last.path,
      message: 'This model does not support assistant message prefill. The conversation must end with a user message.',
    };
  }),
  rule('trailing-space', (body) => {
    const last = turnsOf(body).at(-1);
    const text = last?.role === 'assistant' ? last.blocks.at(-1)?.block.text : undefined;
    if (typeof text !== 'string' || text === text.trimEnd()) return undefined;
    return { path: last?.path ?? '', message: 'messages: final assistant content cannot end with trailing whitespace' };
  }),
  rule('content-type', (body) =>
    first(turnsOf(body), ({ role, content, path }, index) => {
      if (typeof content === 'string' || Array.isArray(content)) return undefined;
      // a beta: such a message may hold settings only
      if (role === 'system' && content === undefined && hasSettings(body, index)) return undefined;
      return { path: `${path}.content`, message: `${path}.content: Input should be a valid list` };
    }),
  ),
  rule('content-empty', (body) => {
    const turns = turnsOf(body);
    return first(turns, ({ content, path, role }, index) => {
      const isEmpty = content === '' || (Array.isArray(content) && content.length === 0);
      const isSpared = role === 'assistant' && index === turns.length - 1;
      if (!isEmpty || isSpared) return undefined;
      return {
        path,
        message: `${path}: all messages must have non-empty content except for the optional final assistant message`,
      };
    });
  }),
  rule('text-empty', (body) =>
    first(allBlocks(body), ({ block, type, path }) => {
      const isWhole = /^messages\.\d+\.content$/.test(path);
      if (type !== 'text' || block.text !== '' || isWhole || path === 'system') return undefined;
      return { path, message: 'messages: text content blocks must be non-empty' };
    }),
  ),
  blockRule('text-blank', ({ block, type }, { role }) => {
    const { text } = block;
    const isBlank = role === 'user' && type === 'text' && typeof text === 'string' && text !== '' && text.trim() === '';
    return isBlank ? 'messages: text content blocks must contain non-whitespace text' : undefined;
  }),
  rule('system-position', (body) => {
    const turns = turnsOf(body);
    return first(turns, (turn, index) => checkSystem(turns, turn, index));
  }),
  rule('system-role', (body) => {
    const model = readText(body.model) ?? '';
    const turn = turnsOf(body).find(({ role }) => role === 'system');
    if (!turn || !isKnownModel(model) || anthropicProfile(model).turns.system === 'anywhere') return undefined;
    return { path: turn.path, message: "role 'system' is not supported on this model" };
  }),
];

function hasSettings({ messages }: JsonObject, index: number): boolean {
  return isJsonObject(readObject(readList(messages)[index]).output_config);
}

/** an answer that the vendor paused, or one compacted, is gone on with. */
function isPaused({ blocks }: Turn): boolean {
  return blocks.some(({ type }) => type === 'server_tool_use' || type === 'mcp_tool_use' || type === 'compaction');
}

/** behind a user's turn or a hosted tool's result; last, or before an assistant's turn. */
function checkSystem(turns: readonly Turn[], turn: Turn, index: number): Violation | undefined {
  if (turn.role !== 'system' || index === 0) return undefined;
  const before = turns.slice(0, index).findLast(({ role }) => role !== 'system');
  const after = turns.slice(index + 1).find(({ role }) => role !== 'system');
  const isBehindUser = before?.role === 'user' || endsWithResult(before);
  if (isBehindUser && after?.role !== 'user') return undefined;
  return {
    path: turn.path,
    message: `${turn.path}: a system message must follow a user turn, and be last or followed by an assistant turn`,
  };
}

function endsWithResult(turn: Turn | undefined): boolean {
  return turn?.blocks.at(-1)?.type.endsWith('_tool_result') === true;
}
