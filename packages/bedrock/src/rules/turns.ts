import type { Rule } from '@toolglot/core';
import { blocksOf, first, rule, turnsOf } from './view.ts';

const ROLES = new Set(['user', 'assistant', 'system']);
const SYSTEM = new Set(['text', 'guardContent', 'cachePoint']);

/** Who speaks, and in what order. */
export const turnRules: readonly Rule[] = [
  rule('unknown-role', (body) =>
    first(turnsOf(body), ({ role, path }) => {
      return ROLES.has(role)
        ? undefined
        : { path: `${path}.role`, message: 'Member must satisfy enum value set: [user, assistant, system]' };
    }),
  ),
  rule('first-turn', (body) => {
    const opening = turnsOf(body).find(({ role }) => role !== 'system');
    if (opening?.role !== 'assistant') return undefined;
    const message =
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.';
    return { path: opening.path, message };
  }),
  rule('alternation', (body) => {
    const turns = turnsOf(body).filter(({ role }) => role !== 'system');
    return first(turns, ({ role, path }, index) => {
      if (role !== turns[index - 1]?.role) return undefined;
      const message =
        'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.';
      return { path, message };
    });
  }),
  rule('content-empty', (body) =>
    first(turnsOf(body), ({ content, path }) => {
      if (Array.isArray(content) && content.length > 0) return undefined;
      const message = `The content field in the Message object at ${path} is empty. Add a ContentBlock object to the content field and try again.`;
      return { path: `${path}.content`, message };
    }),
  ),
  rule('system-content', ({ system }) => {
    const found = blocksOf(system, 'system').find(({ kind }) => !SYSTEM.has(kind));
    return found && { path: found.path, message: `The block at ${found.path} is not one of a system prompt` };
  }),
];
