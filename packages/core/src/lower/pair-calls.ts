import { toolCallsOf } from '../ir/guards.ts';
import type { Loss } from '../ir/loss.ts';
import type { AssistantMessage, ToolMessage } from '../ir/message.ts';
import type { ToolCallPart, ToolResultPart } from '../ir/part.ts';
import { type Balance, evenBalance, missingIn, withCalls, withResults } from './balance.ts';
import type { Emitted, Fold, Placed } from './fold.ts';
import { append, emptyLog, type Log, toArray } from './log.ts';
import { degraded, note } from './losses.ts';
import type { Pass } from './pass.ts';

/**
 * Each call gets exactly one result, directly behind the message that calls, in call order. A call without a result
 * gets one that says so; results without a call and second results go; what stood between moves behind the results.
 */
export const pairCalls: Pass = { name: 'pair-calls', messages: () => settled };

/** Neighbouring assistant messages with open calls, and what came since. */
interface Open {
  readonly asking: Log<Asking>;
  readonly results: Log<Arrived>;
  readonly between: Log<Placed>;
  readonly balance: Balance;
}

interface Asking {
  readonly message: AssistantMessage;
  readonly at: string;
}

interface Arrived {
  readonly result: ToolResultPart;
  readonly at: string;
  /** of the message. */
  readonly place: string;
}

/** No call is open. */
const settled: Fold = {
  step(message, at) {
    if (message.role === 'tool') return { out: [], losses: arrivals(message, at).map(orphan), next: settled };
    if (message.role !== 'assistant' || toolCallsOf(message).length === 0) return { out: [{ message, at }], next: settled };
    return { out: [], next: open(ask(nothingOpen(), { message, at })) };
  },
  end: () => ({ out: [] }),
};

function open(state: Open): Fold {
  return {
    step(message, at) {
      if (message.role === 'tool') return takeResults(state, message, at);
      if (mayClose(state, message.role)) return closeAndGoOn(state, { message, at });
      if (message.role === 'assistant') return { out: [], next: open(ask(state, { message, at })) };
      return { out: [], next: open({ ...state, between: append(state.between, [{ message, at }]) }) };
    },
    end: () => close(state),
  };
}

const nothingOpen = (): Open => ({ asking: emptyLog(), results: emptyLog(), between: emptyLog(), balance: evenBalance() });

function ask(state: Open, asking: Asking): Open {
  const ids = toolCallsOf(asking.message).map(({ id }) => id);
  return { ...state, asking: append(state.asking, [asking]), balance: withCalls(state.balance, ids) };
}

function takeResults(state: Open, message: ToolMessage, at: string) {
  const losses = state.between.length > 0 ? [movedResults(at)] : [];
  const results = append(state.results, arrivals(message, at));
  const ids = message.content.map(({ callId }) => callId);
  return { out: [], losses, next: open({ ...state, results, balance: withResults(state.balance, ids) }) };
}

const arrivals = (message: ToolMessage, place: string): readonly Arrived[] =>
  message.content.map((result, index) => ({ result, at: `${place}.content[${index}]`, place }));

/** An assistant message behind others says that no more results come; so does any message when all are there. */
function mayClose(state: Open, role: 'system' | 'user' | 'assistant'): boolean {
  return (role === 'assistant' && state.between.length > 0) || missingIn(state.balance) === 0;
}

function closeAndGoOn(state: Open, { message, at }: Placed) {
  const closed = close(state);
  const stepped = settled.step(message, at);
  return {
    out: [...closed.out, ...stepped.out],
    losses: [...(closed.losses ?? []), ...(stepped.losses ?? [])],
    next: stepped.next,
  };
}

function close(state: Open): Emitted {
  const { found, surplus } = match(state);
  const place = toArray(state.results).at(-1)?.place;
  const answered = toArray(state.asking).map((asking) => answer(asking, found, place ?? asking.at));
  return {
    out: [...answered.flatMap(({ out }) => out), ...toArray(state.between)],
    losses: [...surplus, ...answered.flatMap(({ losses }) => losses ?? [])],
  };
}

interface Matched {
  readonly found: ReadonlyMap<ToolCallPart, ToolResultPart>;
  readonly surplus: readonly Loss[];
}

/** Each result goes to the first call with its id that has none. */
function match({ asking, results }: Open): Matched {
  const calls = toArray(asking).flatMap(({ message }) => toolCallsOf(message));
  const waiting = byId(calls);
  const next = new Map<string, number>();
  const found = new Map<ToolCallPart, ToolResultPart>();
  const surplus: Loss[] = [];
  for (const arrived of toArray(results)) {
    const { callId } = arrived.result;
    const call = waiting.get(callId)?.[next.get(callId) ?? 0];
    next.set(callId, (next.get(callId) ?? 0) + 1);
    if (call) found.set(call, named(arrived.result, call));
    else surplus.push(waiting.has(callId) ? second(arrived) : orphan(arrived));
  }
  return { found, surplus };
}

function byId(calls: readonly ToolCallPart[]): ReadonlyMap<string, readonly ToolCallPart[]> {
  const grouped = new Map<string, ToolCallPart[]>();
  for (const call of calls) {
    const same = grouped.get(call.id);
    if (same) same.push(call);
    else grouped.set(call.id, [call]);
  }
  return grouped;
}

const named = (result: ToolResultPart, { name }: ToolCallPart) => (result.name === name ? result : { ...result, name });

function answer({ message, at }: Asking, found: Matched['found'], place: string): Emitted {
  const calls = toolCallsOf(message);
  if (calls.length === 0) return { out: [{ message, at }] };
  const results: ToolMessage = { role: 'tool', content: calls.map((call) => found.get(call) ?? noResult(call)) };
  const losses = calls.filter((call) => !found.has(call)).map((call) => unanswered(call, at));
  return {
    out: [
      { message, at },
      { message: results, at: place },
    ],
    losses,
  };
}

/** The result of a call that was never run. */
function noResult({ id, name }: ToolCallPart): ToolResultPart {
  const fault = { code: 'no-result', message: 'This call was not run; there is no result.' };
  const text = JSON.stringify({ error: fault.code, message: fault.message });
  return { type: 'tool-result', callId: id, name, content: [{ type: 'text', text }], isError: true, fault };
}

const unanswered = (call: ToolCallPart, at: string) =>
  degraded.synthesised('unanswered-call', at, `call '${call.id}' of '${call.name}' has no result; one that says so was put in`);
const orphan = ({ result, at }: Arrived) =>
  degraded.dropped('orphan-result', at, `no open call has the id '${result.callId}'; the result was left out`);
const second = ({ result, at }: Arrived) =>
  degraded.dropped('second-result', at, `call '${result.callId}' has a result already; this one was left out`);
const movedResults = (place: string) =>
  note.moved('moved-results', place, 'results stood behind other messages; they were moved up to their calls');
