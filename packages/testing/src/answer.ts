import {
  type AssistantPart,
  defined,
  type FinishReason,
  type Request,
  type Response,
  readArgs,
  sealPart,
  type ToolCall,
} from '@toolglot/core';
import type { Answer, ScriptedCall } from './turn.ts';

/** The response that an answer stands for. `number` is the turn's, from 1. */
export function responseOf(answer: Answer, request: Request, number: number): Response {
  const { finish, usage } = typeof answer === 'string' ? {} : answer;
  const content = partsOf(answer, request);
  const reason = finish ?? finishOf(content);
  return defined({
    message: { role: 'assistant' as const, content, finish: reason },
    finish: { reason },
    usage,
    id: `response_${number}`,
    model: request.model,
  });
}

function partsOf(answer: Answer, request: Request): readonly AssistantPart[] {
  if (typeof answer === 'string') return [{ type: 'text', text: answer }];
  if (answer.parts) return answer.parts;
  const { reasoning, text, calls = [] } = answer;
  return [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
    ...toolCalls(calls, request),
  ];
}

function finishOf(parts: readonly AssistantPart[]): FinishReason {
  if (parts.some(({ type }) => type === 'tool-call')) return 'tool-calls';
  return parts.some(({ type }) => type === 'refusal') ? 'refusal' : 'stop';
}

function toolCalls(calls: readonly ScriptedCall[], request: Request): readonly ToolCall[] {
  const ids = freeIds(new Set([...idsOf(request), ...calls.map(({ id }) => id)]));
  return calls.map(({ name, args = {}, id = ids.next().value }) => {
    const call: ToolCall = { type: 'tool-call', id, name, ...readArgs(args) };
    // the model's own text goes over a wire only while the call is sealed
    return call.argsText === undefined ? call : sealPart(call);
  });
}

function idsOf({ messages }: Request): readonly string[] {
  return messages
    .filter(({ role }) => role === 'assistant')
    .flatMap(({ content }) => content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])));
}

/** `call_1` and so on without those taken: a function of the conversation, so that parallel runs do not disturb each other. */
function* freeIds(taken: ReadonlySet<string | undefined>): Generator<string, never> {
  for (let number = 1; ; number++) if (!taken.has(`call_${number}`)) yield `call_${number}`;
}
