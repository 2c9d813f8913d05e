import {
  type AssistantMessage,
  type AssistantPart,
  defined,
  type JsonObject,
  type MediaPart,
  sealPart,
  type ToolCall,
} from '@toolglot/core';
import { decodeAssistant, encodeAssistant } from './assistant.ts';
import { mintId } from './calls.ts';
import { answerContext } from './context.ts';
import { CODEC, slotOf } from './slot.ts';
import type { Draft, WireAnswerMessage, WireAudio } from './wire.ts';

/** The message of an answer as far as Chat can say it: what it has no word for is left out, and calls come last. */
export function encodeAnswerMessage(message: AssistantMessage): WireAnswerMessage {
  const said = message.content.filter(isSayable);
  const [calls, others] = [said.filter(isEntry), said.filter((part) => !isEntry(part))];
  const content = joinKind(joinKind([...others, ...calls], 'reasoning'), 'refusal');
  const spoken = content.find((part) => part.type === 'media');
  const { audio: _id, refusal = null, ...made } = encodeAssistant({ ...message, content }, 'message', answerContext);
  const own = defined({ refusal, audio: spoken && audioOf(spoken) } satisfies Draft<WireAnswerMessage>);
  return { ...made, ...own };
}

/** The inverse. The same id twice is made two; `seed` says which answer it is. */
export function decodeAnswerMessage(wire: JsonObject, seed: string): AssistantMessage {
  const message = decodeAssistant(wire, seed, 'replayable');
  const seen = new Set<string>();
  const content = message.content.map((part, index) => {
    if (part.type !== 'tool-call') return part;
    const again = seen.has(part.id);
    seen.add(part.id);
    return again ? { ...part, ...mintId(`${seed}:${index}:${part.id}`) } : part;
  });
  return { ...message, content };
}

/** The parts of an answer that was cut off: its last call, if that is what it ends with, must not be executed. */
export function cutOff(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  const last = parts.at(-1);
  return last?.type === 'tool-call' ? [...parts.slice(0, -1), cutCall(last)] : parts;
}

function cutCall(call: ToolCall): ToolCall {
  const message = 'the answer ended at its limit of tokens while this call was written';
  const argsText = call.argsText ?? JSON.stringify(call.args);
  return sealPart({ ...call, args: {}, argsText, fault: { code: 'cut-off', message } });
}

const isEntry = (part: AssistantPart) => part.type === 'tool-call' || (part.type === 'opaque' && slotOf(part)?.call === true);

function isSayable(part: AssistantPart): boolean {
  if (part.type === 'media') return part.mediaType.startsWith('audio/') && audioOf(part).id !== '';
  return part.type === 'opaque' ? part.codec === CODEC : part.type !== 'hosted-tool';
}

/** the parts with those of a kind as one, where there are several and they are fields of the message. */
function joinKind(parts: readonly AssistantPart[], kind: 'reasoning' | 'refusal'): readonly AssistantPart[] {
  const texts = parts.flatMap((part) => (part.type === kind && part.vendor?.[CODEC] === undefined ? [part.text] : []));
  if (texts.length < 2) return parts;
  const joined = { type: kind, text: texts.join('\n\n') } as const;
  return [joined, ...parts.filter((part) => part.type !== kind || part.vendor?.[CODEC] !== undefined)];
}

function audioOf(part: MediaPart): WireAudio {
  const id = slotOf(part)?.audio ?? ('fileId' in part.data ? part.data.fileId : '');
  const data = 'base64' in part.data ? part.data.base64 : '';
  return { id, data, expires_at: 0, transcript: part.transcript ?? '' };
}
