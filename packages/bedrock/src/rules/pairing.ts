import type { JsonObject, Rule, Violation } from '@toolglot/core';
import { readText } from '@toolglot/core/kit';
import { first, objectsOf, rule, type Turn, turnsOf } from './view.ts';

interface Step {
  readonly calling: Turn | undefined;
  readonly answering: Turn | undefined;
}

/** Each call has one result, in the next message. */
export const pairingRules: readonly Rule[] = [
  rule('result-missing', (body) => first(stepsOf(body), checkMissing)),
  rule('result-orphan', (body) => first(stepsOf(body), checkOrphan)),
  rule('result-twice', (body) =>
    first(stepsOf(body), ({ answering }) => {
      const results = answersOf(answering);
      const twice = results.find(({ id }, index) => results.findIndex((other) => other.id === id) < index);
      return (
        twice && {
          path: twice.path,
          message: `The toolResult blocks at ${answering?.path}.content contain duplicate Ids: ${twice.id}`,
        }
      );
    }),
  ),
  rule('call-twice', (body) =>
    first(stepsOf(body), ({ calling }) => {
      const calls = callsOf(calling);
      const twice = calls.find(({ id }, index) => calls.findIndex((other) => other.id === id) < index);
      return (
        twice && {
          path: twice.path,
          message: `The toolUse blocks at ${calling?.path}.content contain duplicate Ids: ${twice.id}`,
        }
      );
    }),
  ),
];

/** Each message with the one behind it; the first stands behind nothing. */
function stepsOf(body: JsonObject): readonly Step[] {
  const turns = turnsOf(body).filter(({ role }) => role !== 'system');
  return [undefined, ...turns].map((turn, index) => ({
    calling: turn?.role === 'assistant' ? turn : undefined,
    answering: turns[index]?.role === 'user' ? turns[index] : undefined,
  }));
}

function checkMissing({ calling, answering }: Step): Violation | undefined {
  const answered = answersOf(answering).map(({ id }) => id);
  const open = callsOf(calling).find(({ id }) => !answered.includes(id));
  return open && { path: open.path, message: `Expected toolResult blocks at the next message for the following Ids: ${open.id}` };
}

function checkOrphan({ calling, answering }: Step): Violation | undefined {
  const called = callsOf(calling).map(({ id }) => id);
  const orphan = answersOf(answering).find(({ id }) => !called.includes(id));
  const message = `The number of toolResult blocks at ${answering?.path}.content exceeds the number of toolUse blocks of previous turn.`;
  return orphan && { path: orphan.path, message };
}

function callsOf(turn: Turn | undefined) {
  const uses = objectsOf(turn?.blocks ?? [], 'toolUse').filter(({ value }) => value.type !== 'server_tool_use');
  return uses.map(({ value, path }) => ({ id: readText(value.toolUseId) ?? '', path }));
}

function answersOf(turn: Turn | undefined) {
  return objectsOf(turn?.blocks ?? [], 'toolResult').map(({ value, path }) => ({ id: readText(value.toolUseId) ?? '', path }));
}
