import {
  type AssistantMessage,
  type AssistantPart,
  canonicalJson,
  defined,
  digest,
  isJsonObject,
  type JsonObject,
  type Profile,
  type Response,
  UnsupportedError,
  WireError,
} from '@toolglot/core';
import { applyForm, asJsonObject, isPlainForm, keepForm, readFilled, readList, withinDepth } from '@toolglot/core/kit';
import { cutOff } from '../chat/answer-message.ts';
import { mintId } from '../chat/calls.ts';
import type { Draft } from '../chat/wire.ts';
import { decodeAssistant, encodeAssistant } from './assistant.ts';
import { answerContext, type EncodeContext } from './context.ts';
import { decodeFinish, encodeFinish } from './finish.ts';
import { openaiResponsesProfile } from './profile.ts';
import { CODEC } from './slot.ts';
import type { ResponsesAnswerSlot } from './slots.ts';
import { decodeUsage, encodeUsage } from './usage.ts';
import type { WireAnswer, WireItem } from './wire.ts';

/** An answer in the shape of OpenAI, or as it came. What the format has no word for is left out. */
export function encodeResponse(response: Response): JsonObject {
  return asJsonObject(applyForm(makeAnswer(response), response.vendor?.[CODEC]));
}

/** The inverse, for any body that is an object, an error among them; else a `WireError`. */
export function decodeResponse(answer: unknown, { profile }: { readonly profile?: Profile } = {}): Response {
  const body = withinDepth(answer);
  if (!isJsonObject(body)) throw new WireError('body', 'an object', body);
  const response = readAnswer(body, profile);
  const usage = isJsonObject(body.usage) ? { usage: body.usage } : {};
  const kept: ResponsesAnswerSlot = { ...usage, ...keepForm(body, makeAnswer({ ...response, vendor: { [CODEC]: usage } }), []) };
  return isPlainForm(kept) ? response : { ...response, vendor: { [CODEC]: kept } };
}

function makeAnswer(response: Response): WireAnswer {
  const { message, finish, usage, model = '', vendor } = response;
  const { id = `resp_${digest(canonicalJson(message.content), 24)}` } = response;
  const output = encodeOutput(message, id);
  const made = {
    id,
    object: 'response',
    created_at: 0,
    ...encodeFinish(finish, message.content),
    instructions: null,
    metadata: {},
    model,
    output,
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    usage: usage && encodeUsage(usage, vendor?.[CODEC]?.usage),
  } satisfies Draft<WireAnswer>;
  return defined(made);
}

/** the items of each part that the format can say: parts that share one stay together. */
function encodeOutput(message: AssistantMessage, seed: string): readonly WireItem[] {
  // the same object may stand twice
  const parts = message.content.map((part) => ({ ...part }));
  const context = answerContext(seed, parts);
  const content = parts.filter((part) => isSayable(part, message, context));
  return encodeAssistant({ ...anonymous(message), content }, 'message', context);
}

/** whoever wrote it: it is this format's answer now. */
function anonymous({ origin: _origin, ...message }: AssistantMessage): AssistantMessage {
  return message;
}

function isSayable(part: AssistantPart, message: AssistantMessage, context: EncodeContext): boolean {
  try {
    encodeAssistant({ ...anonymous(message), content: [part] }, 'message', context);
    return true;
  } catch (error) {
    if (error instanceof UnsupportedError) return false;
    throw error;
  }
}

function readAnswer(body: JsonObject, profile: Profile | undefined): Response {
  const id = readFilled(body.id);
  const model = readFilled(body.model);
  const read = decodeAssistant(readList(body.output), seedOf(id), true);
  const finish = decodeFinish(body, read.content);
  const whole = read.content.map(rekeying(id)).map(marked);
  const content = finish.reason === 'length' || isUnfinished(whole.at(-1)) ? cutOff(whole) : whole;
  const usage = isJsonObject(body.usage) ? decodeUsage(body.usage) : undefined;
  const vendor = id === undefined ? {} : { vendor: { [CODEC]: { response: id } } };
  const message: AssistantMessage = { ...read, content, finish: finish.reason, origin: originOf(profile, model), ...vendor };
  return { message, finish, ...defined({ usage, id, model }) };
}

/** a call that was still being written when the answer ended, for whatever reason. */
function isUnfinished(last: AssistantPart | undefined): boolean {
  const status = last?.type === 'tool-call' ? last.vendor?.[CODEC]?.fields?.status : undefined;
  return status === 'incomplete' || status === 'in_progress';
}

/** who answered: the model as it was asked for, where that is known. */
function originOf(profile: Profile | undefined, model: string | undefined) {
  if (profile === undefined) return { codec: CODEC, provider: openaiResponsesProfile.provider, ...defined({ model }) };
  return { codec: CODEC, provider: profile.provider, model: profile.name.slice(profile.provider.length + 1) };
}

/** What ids that are missing in an answer are made of. */
export const seedOf = (id: string | undefined): string => `answer:${id ?? ''}`;

/** Makes two of the same id twice in one answer: given its parts in their order. */
export function rekeying(id: string | undefined): (part: AssistantPart, index: number) => AssistantPart {
  const seen = new Set<string>();
  return (part, index) => {
    if (part.type !== 'tool-call') return part;
    const again = seen.has(part.id);
    seen.add(part.id);
    return again ? { ...part, ...mintId(`${id ?? ''}:${index}:${part.id}`) } : part;
  };
}

/** An item that is all our own spelling is one of the format's, too. */
export const marked = (part: AssistantPart): AssistantPart =>
  part.vendor?.[CODEC] ? part : { ...part, vendor: { ...part.vendor, [CODEC]: {} } };
