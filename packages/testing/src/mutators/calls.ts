import type { AssistantMessage, AssistantPart, Request, ToolCall } from '@toolglot/core';
import { changeLast, type Mutator } from './mutator.ts';

/** What can be wrong with calls in the history. */
export const callMutators: readonly Mutator[] = [
  {
    id: 'unanswered-call',
    apply: (request) => changeCalls(request, (content, call) => [...content, { ...call, id: 'call_unanswered' }]),
  },
  { id: 'repeated-call', apply: (request) => changeCalls(request, (content, call) => [...content, call]) },
  { id: 'illegal-call-name', apply: (request) => changeCall(request, { name: 'get weather!' }) },
  { id: 'illegal-call-id', apply: (request) => changeId(request, 'call:1/ü') },
  { id: 'long-call-id', apply: (request) => changeId(request, `call_${'x'.repeat(60)}`) },
];

type Change = (content: readonly AssistantPart[], call: ToolCall) => readonly AssistantPart[];

function changeCalls(request: Request, change: Change): Request | undefined {
  return changeLast(request, 'assistant', (message) => {
    const call = firstCall(message);
    return call && [{ ...message, content: change(message.content, call) }];
  });
}

function changeCall(request: Request, changes: Partial<ToolCall>): Request | undefined {
  return changeCalls(request, (content, call) => content.map((part) => (part === call ? { ...call, ...changes } : part)));
}

/** The same id for the call and its results, so that they still belong together. */
function changeId(request: Request, id: string): Request | undefined {
  const call = request.messages
    .toReversed()
    .map((message) => message.role === 'assistant' && firstCall(message))
    .find(Boolean);
  if (!call) return undefined;
  const changed = changeCall(request, { id });
  return (
    changed &&
    changeLast(changed, 'tool', (message) => {
      const content = message.content.map((result) => (result.callId === call.id ? { ...result, callId: id } : result));
      return [{ ...message, content }];
    })
  );
}

function firstCall({ content }: AssistantMessage): ToolCall | undefined {
  return content.find((part) => part.type === 'tool-call');
}
