import type { JsonObject, Rule, Violation } from '@toolglot/core';
import { readFilled, readList, readObject } from '@toolglot/core/kit';
import { firstIn, messagesOf, type PlacedMessage, rule } from './rule.ts';

/** Which calls must be answered, where, and how often. Results may come in any order. */
export const pairingRules: readonly Rule[] = [
  rule('unanswered-call', undefined, (body) => firstIn(turnsOf(body), unanswered)),
  rule('orphan-result', undefined, (body) => firstIn(turnsOf(body), orphan)),
  rule('duplicate-result', 'invalid_value', (body) => firstIn(turnsOf(body), duplicate)),
];

/** A message that is no result, with the results behind it. */
interface Turn extends Partial<PlacedMessage> {
  readonly results: readonly PlacedMessage[];
}

function turnsOf(body: JsonObject): readonly Turn[] {
  const turns: { message?: JsonObject; path?: string; results: PlacedMessage[] }[] = [{ results: [] }];
  for (const placed of messagesOf(body)) {
    if (placed.message.role === 'tool') turns.at(-1)?.results.push(placed);
    else turns.push({ ...placed, results: [] });
  }
  return turns;
}

const callIds = ({ message = {} }: Turn) =>
  message.role === 'assistant' ? readList(message.tool_calls).flatMap((call) => readFilled(readObject(call).id) ?? []) : [];

const resultId = ({ message }: PlacedMessage) => readFilled(message.tool_call_id);

function unanswered(turn: Turn): Violation | undefined {
  const answered = turn.results.map(resultId);
  const open = callIds(turn).filter((id) => !answered.includes(id));
  if (open.length === 0) return undefined;
  return {
    path: turn.path ?? 'messages',
    message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
  };
}

function orphan(turn: Turn): Violation | undefined {
  const ids = callIds(turn);
  const hasCalls = turn.message?.role === 'assistant' && readList(turn.message.tool_calls).length > 0;
  return firstIn(turn.results, (result) => {
    const id = resultId(result);
    if (hasCalls && (id === undefined || ids.includes(id))) return undefined;
    return {
      path: result.path,
      message: "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
    };
  });
}

function duplicate({ results }: Turn): Violation | undefined {
  const ids = results.map(resultId);
  return firstIn(results, (result, index) => {
    const id = resultId(result);
    if (id === undefined || ids.indexOf(id) === index) return undefined;
    return { path: `${result.path}.tool_call_id`, message: `Duplicate value for 'tool_call_id' of '${id}' in message.` };
  });
}
