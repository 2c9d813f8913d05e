import {
  canonicalJson,
  defined,
  digest,
  type Finish,
  isJsonObject,
  type Json,
  type JsonObject,
  type Profile,
  type Response,
  WireError,
} from '@toolglot/core';
import {
  applyForm,
  asJsonObject,
  isPlainForm,
  keepForm,
  readFilled,
  readList,
  readObject,
  readText,
  withinDepth,
} from '@toolglot/core/kit';
import { cutOff, decodeAnswerMessage, encodeAnswerMessage } from './answer-message.ts';
import { asWire } from './content.ts';
import { decodeFinish, encodeFinish } from './finish.ts';
import { openaiChatProfile } from './profile.ts';
import { CODEC } from './slot.ts';
import type { ChatResponseSlot } from './slots.ts';
import { decodeUsage, encodeUsage, findUsage } from './usage.ts';
import type { Draft, WireAnswer, WireAnswerMessage, WireChoice } from './wire.ts';

/** An answer in the shape of OpenAI, or as it came. What the format has no word for is left out. */
export function encodeResponse(response: Response): JsonObject {
  return asJsonObject(applyForm(makeAnswer(response), response.vendor?.[CODEC]));
}

/** The inverse, for any body that is an object, an error among them; else a `WireError`. */
export function decodeResponse(answer: unknown, { profile }: { readonly profile?: Profile } = {}): Response {
  const body = withinDepth(answer);
  if (!isJsonObject(body)) throw new WireError('body', 'an object', body);
  const choice = choiceOf(body);
  const response = readAnswer(body, choice, profile);
  const slot = keepAnswer(body, choice, response);
  return isPlainForm(slot) ? response : { ...response, vendor: { [CODEC]: slot } };
}

function makeAnswer(response: Response): WireAnswer {
  const { message, finish, usage, id, model = '', vendor } = response;
  const slot = vendor?.[CODEC];
  const said = applyForm(encodeAnswerMessage(message), slot?.message);
  const word = encodeFinish(finish, message.content);
  const choice = applyForm(makeChoice(said, word), slot?.choice);
  return defined({
    id: id ?? `chatcmpl-${digest(canonicalJson(said))}`,
    object: 'chat.completion',
    created: 0,
    model,
    choices: [choice, ...(slot?.others ?? []).map(asWire<WireChoice>)],
    usage: usage && encodeUsage(usage, slot?.usage),
  } satisfies Draft<WireAnswer>);
}

const makeChoice = (message: WireAnswerMessage, finish_reason: string): WireChoice => ({
  index: 0,
  message,
  finish_reason,
  logprobs: null,
});

function readAnswer(body: JsonObject, choice: JsonObject, profile: Profile | undefined): Response {
  const id = readFilled(body.id);
  const model = readFilled(body.model);
  const message = decodeAnswerMessage(messageOf(choice), `answer:${id ?? ''}`);
  const finish = errorOf(body, choice) ?? decodeFinish(choice.finish_reason, message.content);
  const content = finish.reason === 'length' ? cutOff(message.content) : message.content;
  const usage = decodeUsage(findUsage(body, choice) ?? {});
  const origin = { codec: CODEC, ...originOf(profile, model) };
  return { message: { ...message, content, finish: finish.reason, origin }, finish, ...defined({ usage, id, model }) };
}

/** who answered: the model as it was asked for, where that is known. */
function originOf(profile: Profile | undefined, model: string | undefined) {
  if (profile === undefined) return { provider: openaiChatProfile.provider, ...defined({ model }) };
  return { provider: profile.provider, model: profile.name.slice(profile.provider.length + 1) };
}

/** what the answer has beside what it says, from the inside out. */
function keepAnswer(body: JsonObject, choice: JsonObject, response: Response): ChatResponseSlot {
  const wire = messageOf(choice);
  const message = keepForm(wire, encodeAnswerMessage(response.message), []);
  const word = encodeFinish(response.finish, response.message.content);
  const ofChoice = keepForm(choice, makeChoice(asWire<WireAnswerMessage>(wire), word), ['delta']);
  const usage = findUsage(body, choice);
  const others = readList(body.choices).slice(1).filter(isJson);
  const slot: ChatResponseSlot = {
    ...(!isPlainForm(message) && { message }),
    ...(!isPlainForm(ofChoice) && { choice: ofChoice }),
    ...(usage && { usage }),
    ...(others.length > 0 && { others }),
  };
  const made = makeAnswer({ ...response, vendor: { [CODEC]: slot } });
  return { ...slot, ...keepForm(body, made, ['message', 'finish_reason']) };
}

/** the first choice; some vendors have its message at the top. */
function choiceOf(body: JsonObject): JsonObject {
  const [first] = readList(body.choices);
  if (isJsonObject(first)) return first;
  return isJsonObject(body.message) ? { message: body.message, finish_reason: body.finish_reason ?? null } : {};
}

const messageOf = ({ message, delta }: JsonObject) => (isJsonObject(message) ? message : readObject(delta));

/** an error in place of an answer, or in place of its end: calls before it may be cut off. */
function errorOf(body: JsonObject, choice: JsonObject): Finish | undefined {
  const error = [body.error, choice.error].find((value) => (isJsonObject(value) ? !isPlainForm(value) : Boolean(value)));
  if (error === undefined) return undefined;
  const { code, type } = readObject(error);
  return { reason: 'error', ...defined({ raw: readText(code) ?? readText(type) }) };
}

/** what comes over the wire is JSON. */
const isJson = (value: unknown): value is Json => value !== undefined;
