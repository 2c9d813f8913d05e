import type { JsonObject, Rule, Violation } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';

import { type Block, blocksOfType, first, mergeTurns, rule, said, type Turn, turnsOf } from './view.ts';

interface Step {
  /** an assistant's turn, neighbours merged. */
  readonly calling: readonly Turn[];
  /** the turn behind it, if it is a user's. */
  readonly answering: readonly Turn[];
  readonly isLast: boolean;
}

/** Each call has one result, in the next message, before all else in it. */
export const pairingRules: readonly Rule[] = [
  rule('result-missing', (body) => first(stepsOf(body), checkMissing)),
  rule('result-orphan', (body) => checkOrphans(body)),
  rule('result-twice', (body) =>
    first(stepsOf(body), ({ answering }) => {
      const twice = findTwice(blocksOfType(answering, 'tool_result'), 'tool_use_id');
      return (
        twice && {
          path: twice.path,
          message: `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${said(twice.block.tool_use_id)}`,
        }
      );
    }),
  ),
  rule('call-twice', (body) =>
    first(stepsOf(body), ({ calling }) => {
      const twice = findTwice(blocksOfType(calling, 'tool_use'), 'id');
      return twice && { path: twice.path, message: '`tool_use` ids must be unique' };
    }),
  ),
  rule('hosted-result-missing', (body) => first(stepsOf(body), checkHosted)),
];

function stepsOf(body: JsonObject): readonly Step[] {
  const merged = mergeTurns(turnsOf(body));
  return merged.flatMap((calling, index) => {
    if (calling[0]?.role !== 'assistant') return [];
    const next = merged[index + 1] ?? [];
    return [{ calling, answering: next[0]?.role === 'user' ? next : [], isLast: index === merged.length - 1 }];
  });
}

/** only results at the head of the first message count. */
function checkMissing({ calling, answering }: Step): Violation | undefined {
  const head = answering[0]?.blocks ?? [];
  const end = head.findIndex(({ type }) => type !== 'tool_result');
  const results = (end < 0 ? head : head.slice(0, end)).map(({ block }) => block.tool_use_id);
  const open = blocksOfType(calling, 'tool_use').find(({ block }) => !results.includes(block.id));
  if (!open) return undefined;
  const message = `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${said(open.block.id)}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
  return { path: open.path, message };
}

function checkOrphans(body: JsonObject): Violation | undefined {
  const merged = mergeTurns(turnsOf(body));
  return first(merged, (turns, index) => {
    if (turns[0]?.role !== 'user') return undefined;
    const called = blocksOfType(merged[index - 1], 'tool_use').map(({ block }) => block.id);
    const orphan = blocksOfType(turns, 'tool_result').find(({ block }) => !called.includes(block.tool_use_id));
    return (
      orphan && {
        path: orphan.path,
        message: `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${said(orphan.block.tool_use_id)}`,
      }
    );
  });
}

/** a hosted call may stay open in the last turn, and where client calls stand behind it. */
function checkHosted({ calling, isLast }: Step): Violation | undefined {
  if (isLast || blocksOfType(calling, 'tool_use').length > 0) return undefined;
  const answered = calling.flatMap(({ blocks }) => blocks.map(({ block }) => readText(block.tool_use_id)));
  const open = blocksOfType(calling, 'server_tool_use').find(({ block }) => !answered.includes(readText(block.id)));
  if (!open) return undefined;
  return {
    path: open.path,
    message: `\`${said(open.block.name)}\` tool use with id \`${said(open.block.id)}\` was found without a corresponding result block`,
  };
}

function findTwice(blocks: readonly Block[], key: 'id' | 'tool_use_id'): Block | undefined {
  return blocks.find(({ block }, index) => blocks.findIndex((other) => other.block[key] === block[key]) < index);
}
