import {
  type AssistantMessage,
  copyAndFreeze,
  defined,
  type FinishReason,
  type Message,
  type Request,
  type Response,
  type ToolCall,
  type ToolChoice,
} from '@toolglot/core';
import { addUsage } from './add-usage.ts';
import { type Answered, answerProblem } from './answer.ts';
import { askModels } from './ask-model.ts';
import type { Call } from './call.ts';
import { executeCall } from './execute-call.ts';
import { notExecuted } from './problem.ts';
import type { RunState } from './run-state.ts';
import { schedule } from './schedule.ts';
import { withinScope } from './scope.ts';
import type { Session } from './session.ts';
import { openToolbox, type Toolbox } from './toolbox.ts';

/** One answer of a model, and the results of its calls. Throws before the state would change, never between call and result. */
export async function step(session: Session, state: RunState): Promise<RunState> {
  const toolbox = await withinScope(session.scope, () => openToolbox(session.tools));
  const last = state.steps >= session.maxSteps;
  const { models, scope, ledger } = session;
  const request = requestOf(session, state, toolbox, last);
  const { response, position } = await askModels(request, state.position, { models, scope, onLoss: ledger.report });
  const message = messageOf(response);
  const messages = [...state.messages, message];
  const calls = message.content.filter((part) => part.type === 'tool-call');
  const reason = last ? 'the limit of steps is reached' : cutOff[response.finish.reason];
  const answers = reason === undefined ? await executeAll(calls, session, toolbox, messages) : refuseAll(calls, reason);
  return {
    messages: answers.length === 0 ? messages : [...messages, resultsOf(answers)],
    calls: [...state.calls, ...calls.map((call, index) => recordCall(call, answers[index]))],
    steps: state.steps + 1,
    position,
    finish: response.finish.reason,
    ended: reason !== undefined || (calls.length === 0 && response.finish.reason !== 'pause'),
    usage: addUsage(state.usage, response.usage),
  };
}

/** Answers that are not whole: what they ask for is not done. */
const cutOff: { readonly [R in FinishReason]: string | undefined } = {
  stop: undefined,
  'tool-calls': undefined,
  pause: undefined,
  other: undefined,
  length: 'the answer was cut off by the limit of output tokens',
  'content-filter': 'the answer was cut off by a content filter',
  refusal: 'the answer ended in a refusal',
  aborted: 'the answer was aborted',
  error: 'the answer ended in an error',
};

function requestOf(session: Session, state: RunState, toolbox: Toolbox, last: boolean): Request {
  const offered = toolbox.specs.length > 0;
  return defined({
    ...session.base,
    messages: [...session.system, ...state.messages],
    tools: offered ? toolbox.specs : undefined,
    // the tools stay declared, since the messages speak of them
    toolChoice: last && offered ? 'none' : choiceOf(session.toolChoice, state),
  });
}

/** A choice that forces a call is released once there was one: else the run would never come to an answer. */
function choiceOf(choice: ToolChoice | undefined, { calls }: RunState): ToolChoice | undefined {
  if (calls.length === 0 || choice === undefined || choice === 'none') return choice;
  return typeof choice === 'object' && 'tools' in choice ? { ...choice, mode: 'auto' } : 'auto';
}

function messageOf({ message, finish }: Response): AssistantMessage {
  return copyAndFreeze({ ...message, finish: message.finish ?? finish.reason });
}

function executeAll(
  calls: readonly ToolCall[],
  session: Session,
  toolbox: Toolbox,
  messages: readonly Message[],
): Promise<readonly Answered[]> {
  const { scope, id: runId, context } = session;
  const environment = { toolbox, scope, runId, messages: Object.freeze(messages), context, progress: () => {} };
  return schedule(
    calls,
    (name) => toolbox.find(name)?.concurrency,
    (call) => executeCall(call, environment),
  );
}

function refuseAll(calls: readonly ToolCall[], reason: string): Answered[] {
  return calls.map((call) => answerProblem(call, notExecuted(reason)));
}

function resultsOf(answers: readonly Answered[]): Message {
  return copyAndFreeze({ role: 'tool', content: answers.map(({ result }) => result) });
}

function recordCall({ id, name, args }: ToolCall, answered: Answered | undefined): Call {
  if (!answered) throw new RangeError(`call ${id} has no answer`);
  return { id, name, args, outcome: answered.outcome };
}
