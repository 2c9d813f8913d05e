import type { Loss } from '../ir/loss.ts';
import type { AssistantMessage, Message, ToolMessage } from '../ir/message.ts';
import type { ToolCallPart, ToolResultPart } from '../ir/part.ts';
import type { Emitted, Fold, Placed } from './fold.ts';
import { degraded, note } from './losses.ts';
import type { Pass } from './pass.ts';

/**
 * Each call gets exactly one result, directly behind the message that calls, in call order. A call without a result
 * gets one that says so; results without a call and second results go; what stood between moves behind the results.
 */
export const pairCalls: Pass = { name: 'pair-calls', messages: () => settled };

/** An assistant message that is held until its calls are answered. */
interface Group {
  readonly message: AssistantMessage;
  readonly at: string;
  readonly slots: readonly Slot[];
}

interface Slot {
  readonly call: ToolCallPart;
  readonly result?: ToolResultPart;
}

/** Neighbouring assistant messages with open calls, and what came while they were open. */
interface Open {
  readonly groups: readonly Group[];
  readonly between: readonly Placed[];
  /** where the last results came. */
  readonly resultsAt?: string;
}

/** No call is open. */
const settled: Fold = {
  step(message, at) {
    if (message.role === 'tool')
      return { out: [], losses: message.content.map((result, i) => orphan(result, `${at}.content[${i}]`)), next: settled };
    if (message.role !== 'assistant' || callsOf(message).length === 0) return { out: [{ message, at }], next: settled };
    return { out: [], next: open({ groups: [groupOf(message, at)], between: [] }) };
  },
  end: () => ({ out: [] }),
};

function open(state: Open): Fold {
  return {
    step(message, at) {
      if (message.role === 'tool') return takeResults(state, message, at);
      if (isComplete(state) || (message.role === 'assistant' && state.between.length > 0))
        return closeAndGoOn(state, message, at);
      if (message.role === 'assistant')
        return { out: [], next: open({ ...state, groups: [...state.groups, groupOf(message, at)] }) };
      return { out: [], next: open({ ...state, between: [...state.between, { message, at }] }) };
    },
    end: () => close(state),
  };
}

function closeAndGoOn(state: Open, message: Message, at: string) {
  const closed = close(state);
  const stepped = settled.step(message, at);
  return {
    out: [...closed.out, ...stepped.out],
    losses: [...(closed.losses ?? []), ...(stepped.losses ?? [])],
    next: stepped.next,
  };
}

function takeResults(state: Open, message: ToolMessage, at: string) {
  let groups = state.groups;
  const losses: Loss[] = state.between.length > 0 ? [movedResults(at)] : [];
  message.content.forEach((result, index) => {
    const taken = takeResult(groups, result);
    if (taken) groups = taken;
    else losses.push(surplus(groups, result, `${at}.content[${index}]`));
  });
  return { out: [], losses, next: open({ ...state, groups, resultsAt: at }) };
}

/** The groups with one more result, or nothing where no call waits for it. */
function takeResult(groups: readonly Group[], result: ToolResultPart): readonly Group[] | undefined {
  const waits = ({ call, result: has }: Slot) => has === undefined && call.id === result.callId;
  const group = groups.find(({ slots }) => slots.some(waits));
  const slot = group?.slots.find(waits);
  if (group === undefined || slot === undefined) return undefined;
  const named = result.name === slot.call.name ? result : { ...result, name: slot.call.name };
  const slots = group.slots.map((other) => (other === slot ? { ...slot, result: named } : other));
  return groups.map((other) => (other === group ? { ...group, slots } : other));
}

function close({ groups, between, resultsAt }: Open): Emitted {
  const closed = groups.map((group) => closeGroup(group, resultsAt ?? group.at));
  return { out: [...closed.flatMap(({ out }) => out), ...between], losses: closed.flatMap(({ losses }) => losses ?? []) };
}

function closeGroup({ message, at, slots }: Group, resultsAt: string): Emitted {
  if (slots.length === 0) return { out: [{ message, at }] };
  const results: ToolMessage = { role: 'tool', content: slots.map(({ call, result }) => result ?? noResult(call)) };
  const losses = slots.filter(({ result }) => result === undefined).map(({ call }) => unanswered(call, at));
  return {
    out: [
      { message, at },
      { message: results, at: resultsAt },
    ],
    losses,
  };
}

const callsOf = (message: AssistantMessage) => message.content.filter((part) => part.type === 'tool-call');
const groupOf = (message: AssistantMessage, at: string): Group => ({
  message,
  at,
  slots: callsOf(message).map((call) => ({ call })),
});
const isComplete = ({ groups }: Open) => groups.every(({ slots }) => slots.every(({ result }) => result !== undefined));

/** The result of a call that was never run. */
function noResult(call: ToolCallPart): ToolResultPart {
  const fault = { code: 'no-result', message: 'This call was not run; there is no result.' };
  const text = JSON.stringify({ error: fault.code, message: fault.message });
  return { type: 'tool-result', callId: call.id, name: call.name, content: [{ type: 'text', text }], isError: true, fault };
}

const unanswered = (call: ToolCallPart, at: string) =>
  degraded.synthesised('unanswered-call', at, `call '${call.id}' of '${call.name}' has no result; one that says so was put in`);
const orphan = (result: ToolResultPart, path: string) =>
  degraded.dropped('orphan-result', path, `no open call has the id '${result.callId}'; the result was left out`);
const movedResults = (path: string) =>
  note.moved('moved-results', path, 'results stood behind other messages; they were moved up to their calls');

function surplus(groups: readonly Group[], result: ToolResultPart, path: string): Loss {
  const answered = groups.some(({ slots }) => slots.some(({ call }) => call.id === result.callId));
  return answered
    ? degraded.dropped('second-result', path, `call '${result.callId}' has a result already; this one was left out`)
    : orphan(result, path);
}
