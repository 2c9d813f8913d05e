import {
  type AssistantMessage,
  type AssistantPart,
  defined,
  type JsonObject,
  type MediaPart,
  type OpaquePart,
  type ToolCall,
} from '@toolglot/core';
import { applyForm, isPlainForm, keepForm, readFilled, readList, readObject } from '@toolglot/core/kit';
import { decodeCall, encodeCall, type Keep } from './calls.ts';
import { asWire, encodeOpaque } from './content.ts';
import { type EncodeContext, readingContext, unsupported } from './context.ts';
import { decodeReasoning, encodeReasoning, isThinking, REASONING_FIELDS } from './reasoning.ts';
import { decodeSaid, encodeSaid, isSaid } from './said.ts';
import { slotOf, withSlot } from './slot.ts';
import type { ChatMessageSlot } from './slots.ts';
import type { Draft, WireAssistant, WireCall } from './wire.ts';

/** What was thought, said and asked for in one turn. Throws `UnsupportedError` for what Chat has no place for. */
export function encodeAssistant(message: AssistantMessage, path: string, context: EncodeContext): WireAssistant {
  return applyForm(makeAssistant(message, path, context), message.vendor?.['openai-chat']);
}

/** The inverse. `seed` says which message it is, for ids that are missing. */
export function decodeAssistant(wire: JsonObject, seed: string, keep: Keep = 'all'): AssistantMessage {
  const refusal = readFilled(wire.refusal);
  const { content, plain } = decodeSaid(refusal === undefined ? wire.content : (wire.content ?? null));
  const parts: readonly AssistantPart[] = [
    ...decodeReasoning(wire),
    ...content,
    ...(refusal === undefined ? [] : [{ type: 'refusal', text: refusal } as const]),
    ...decodeSpoken(wire.audio),
    ...callsOf(wire).map((call, index) => decodeCall(call, `${seed}:${index}`, keep)),
  ];
  const message: AssistantMessage = { role: 'assistant', content: parts, ...(plain !== undefined && { plain }) };
  const slot = keepMessage(wire, message, keep);
  return isPlainForm(slot) ? message : { ...message, vendor: { 'openai-chat': slot } };
}

function makeAssistant(message: AssistantMessage, path: string, context: EncodeContext): WireAssistant {
  const { content, reasoning, refusal, audio, calls } = sort(message, path, context);
  const entries = calls.filter(isEntry).map((call) => encodeEntry(call, path, context));
  const made = defined({
    role: 'assistant',
    content: encodeSaid({ ...message, content: content.filter(isSaid) }, path, context),
    refusal: refusal?.type === 'refusal' ? refusal.text : undefined,
    audio: audio?.type === 'media' ? encodeSpoken(audio, path, context) : undefined,
    tool_calls: entries.length > 0 ? entries : undefined,
  } satisfies Draft<WireAssistant>);
  return { ...made, ...(reasoning?.type === 'reasoning' && encodeReasoning(reasoning, context.profile)) };
}

type Place = 'content' | 'reasoning' | 'refusal' | 'audio' | 'calls';

interface Sorted {
  readonly content: readonly AssistantPart[];
  readonly reasoning?: AssistantPart | undefined;
  readonly refusal?: AssistantPart | undefined;
  readonly audio?: AssistantPart | undefined;
  readonly calls: readonly AssistantPart[];
}

/** the parts by the field that they go to: calls last, and one of each where there is one field. */
function sort(message: AssistantMessage, path: string, context: EncodeContext): Sorted {
  const places = message.content.map((part, index) => placeOf(part, message, `${path}.content[${index}]`, context));
  const at = (place: Place) => message.content.filter((_part, index) => places[index] === place);
  const behind = places.findIndex((place, index) => place !== 'calls' && places[index - 1] === 'calls');
  if (behind >= 0) throw unsupported('content behind a tool call', `${path}.content[${behind}]`, context, 'put the calls last');
  const one = (place: Place) => {
    const [first, second] = at(place);
    if (second) throw unsupported(`a second part of ${place} in one message`, path, context, 'join them, or leave one out');
    return first;
  };
  const single = { reasoning: one('reasoning'), refusal: one('refusal'), audio: one('audio') };
  return { content: at('content'), ...single, calls: at('calls') };
}

function placeOf(part: AssistantPart, { plain }: AssistantMessage, path: string, context: EncodeContext): Place {
  switch (part.type) {
    case 'text':
      return 'content';
    case 'opaque':
      return slotOf(part)?.call ? 'calls' : 'content';
    case 'reasoning':
      return isThinking(part, context.profile) ? 'content' : 'reasoning';
    case 'refusal':
      return plain === false ? 'content' : 'refusal';
    case 'tool-call':
      return 'calls';
    case 'media':
      if (part.mediaType.startsWith('audio/')) return 'audio';
      throw unsupported(`${part.mediaType} of an assistant`, path, context, 'Chat only knows spoken answers');
    case 'hosted-tool':
      throw unsupported(`the hosted tool '${part.tool}'`, path, context, 'leave it out, or tell its result as text');
  }
}

function encodeEntry(call: ToolCall | OpaquePart, path: string, context: EncodeContext): WireCall {
  return call.type === 'opaque' ? asWire(encodeOpaque(call, path, context)) : encodeCall(call, context);
}

const isEntry = (part: AssistantPart): part is ToolCall | OpaquePart => part.type === 'tool-call' || part.type === 'opaque';

function encodeSpoken(part: MediaPart, path: string, context: EncodeContext): NonNullable<WireAssistant['audio']> {
  const id = slotOf(part)?.audio ?? ('fileId' in part.data ? part.data.fileId : undefined);
  if (id === undefined) throw unsupported('a spoken answer without its id', path, context, 'send its transcript as text');
  return { id };
}

function decodeSpoken(wire: unknown): readonly MediaPart[] {
  const { id, data, transcript } = readObject(wire);
  const [audio, base64, said] = [readFilled(id), readFilled(data), readFilled(transcript)];
  if (audio === undefined) return [];
  const part: MediaPart = {
    type: 'media',
    mediaType: 'audio/*',
    data: base64 === undefined ? { fileId: audio } : { base64 },
    ...(said !== undefined && { transcript: said }),
  };
  return [base64 === undefined ? part : withSlot(part, { audio })];
}

/** the calls, also the one that the first version of the format had. */
function callsOf(wire: JsonObject): readonly unknown[] {
  const calls = readList(wire.tool_calls);
  const legacy = readObject(wire.function_call);
  return calls.length === 0 && readFilled(legacy.name) ? [{ type: 'function', function: legacy }] : calls;
}

const KNOWN = ['content', 'refusal', ...REASONING_FIELDS, 'reasoning_details', 'audio', 'tool_calls', 'function_call'];

/** what an answer says about itself and the next request does not say again. */
const ANSWER_ONLY: ReadonlySet<string> = new Set(['annotations', 'citations', 'parsed', 'executed_tools']);

function keepMessage(wire: JsonObject, message: AssistantMessage, keep: Keep): ChatMessageSlot {
  const { fields = {}, form } = keepForm(wire, makeAssistant(message, '', readingContext), KNOWN);
  const replayed = Object.entries(fields).filter(([name]) => keep === 'all' || !ANSWER_ONLY.has(name));
  const empty = keep === 'all' ? [] : Object.entries(form?.set ?? {}).filter(isEmptyReasoning);
  const kept = [...replayed, ...empty];
  return { ...(kept.length > 0 && { fields: Object.fromEntries(kept) }), ...(form && keep === 'all' && { form }) };
}

/** some vendors demand reasoning with each call, and an empty one where there was none. */
const isEmptyReasoning = ([name, value]: readonly [string, unknown]) =>
  (value === '' || (Array.isArray(value) && value.length === 0)) &&
  (name === 'reasoning_details' || REASONING_FIELDS.some((field) => field === name));
