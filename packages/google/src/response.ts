import {
  defined,
  isJsonObject,
  type Json,
  type JsonObject,
  type Profile,
  type Response,
  type VendorError,
  WireError,
} from '@toolglot/core';
import { applyForm, readFilled, readText, withinDepth } from '@toolglot/core/kit';
import { encodeAnswerPart } from './assistant.ts';
import { decodeError } from './error.ts';
import { CODEC, keepSpelling, readItems, readMembers, unlessEmpty } from './fields.ts';
import { decodeBlock, decodeFinish, encodeFinish, isBlocked } from './finish.ts';
import { decodeModel } from './turns.ts';
import { decodeUsage, encodeUsage } from './usage.ts';
import { type Members, type ResponseSlot, trusted, type WireAnswer, type WireCandidate, type WireContent } from './wire.ts';

/** An answer as this vendor gives it, or as it came. Parts that the format cannot say are left out: `normalize` shows which. */
export function encodeResponse(response: Response): JsonObject {
  return { ...applyForm(makeAnswer(response), response.vendor?.[CODEC]) };
}

/**
 * The answer in a body: the first candidate, or none where the prompt was blocked. Throws `VendorError` where it is an
 * error, `WireError` where it is neither.
 */
export function decodeResponse(answer: unknown, { profile }: { readonly profile?: Profile } = {}): Response {
  const body = withinDepth(answer);
  const error = errorIn(body);
  if (error) throw error;
  if (!isAnswer(body)) throw new WireError('body', 'an answer with candidates', body);
  const response = readAnswer(readMembers(body), profile);
  const made = makeAnswer(response);
  return { ...response, vendor: { [CODEC]: { ...response.vendor?.[CODEC], ...keepSpelling(body, made, NAMES) } } };
}

/** What is left of an answer when this format has said it. */
export function normalize(response: Response): Response {
  return decodeResponse(encodeResponse(response));
}

/** The error that an answer is, though its status said that it went well: alone or in a list. */
export function errorIn(body: unknown): VendorError | undefined {
  const { error } = readMembers(trusted<Json>(Array.isArray(body) ? body[0] : body));
  return error === undefined || error === null ? undefined : decodeError(statusOf(error), body);
}

/** Whether a value is an answer, or a piece of one: it has any of its members. */
export function isAnswer(body: unknown): body is JsonObject {
  const said = isJsonObject(body) ? readMembers(body) : {};
  return MARKS.some((name) => name in said);
}

const NAMES: readonly (keyof WireAnswer)[] = ['candidates', 'usageMetadata', 'modelVersion', 'responseId'];
const MARKS: readonly (keyof WireAnswer)[] = [...NAMES, 'promptFeedback'];

function makeAnswer(response: Response): WireAnswer {
  const { usage, id, model, vendor } = response;
  const slot = vendor?.[CODEC] ?? {};
  return defined({
    candidates: [makeCandidate(response, slot), ...trusted<readonly WireCandidate[]>(slot.others ?? [])],
    usageMetadata: trusted<NonNullable<WireAnswer['usageMetadata']> | undefined>(encodeUsage(usage, slot.usage)),
    modelVersion: model,
    responseId: id,
  } satisfies Members<WireAnswer>);
}

function makeCandidate({ message, finish }: Response, slot: ResponseSlot): WireCandidate {
  const parts = message.content.flatMap((part, index) => encodeAnswerPart(part, `content[${index}]`));
  const content = applyForm({ role: 'model', parts } satisfies WireContent, slot.content);
  const finishReason = encodeFinish(finish, message.content);
  return applyForm(defined({ content, finishReason, index: 0 } satisfies Members<WireCandidate>), slot.candidate);
}

function readAnswer(body: JsonObject, profile: Profile | undefined): Response {
  const [first, ...others] = readItems(body.candidates);
  const candidate = readMembers(first);
  const content = readMembers(candidate.content);
  const id = readFilled(body.responseId);
  const model = readFilled(body.modelVersion);
  const origin = defined({ codec: CODEC, provider: profile?.provider ?? 'google', model });
  const message = decodeModel(readItems(content.parts), `answer:${id ?? ''}`, origin);
  const finish = finishOf(candidate, body, message.content);
  const counts = isJsonObject(body.usageMetadata) ? readMembers(body.usageMetadata) : undefined;
  const usage = counts && unlessEmpty(decodeUsage(counts));
  const response: Response = { message: { ...message, finish: finish.reason }, finish, ...defined({ usage, id, model }) };
  const slot = defined({ others: unlessEmpty(others), usage: counts });
  return { ...response, vendor: { [CODEC]: { ...slot, ...keepCandidate(candidate, response) } } };
}

function finishOf(candidate: JsonObject, { promptFeedback }: JsonObject, parts: Response['message']['content']) {
  const { blockReason } = readMembers(promptFeedback);
  const isNone = Object.keys(candidate).length === 0;
  return isNone && isBlocked(blockReason) ? decodeBlock(blockReason) : decodeFinish(candidate.finishReason, parts);
}

/** What the first candidate says beside its parts and its finish. */
function keepCandidate(candidate: JsonObject, response: Response): Pick<ResponseSlot, 'candidate' | 'content'> {
  if (Object.keys(candidate).length === 0) return {};
  const { content: wire } = candidate;
  const made = makeCandidate(response, {}).content ?? {};
  const content = isJsonObject(wire) ? unlessEmpty(keepSpelling(wire, made, ['role', 'parts'])) : undefined;
  const whole = keepSpelling(candidate, makeCandidate(response, defined({ content })), ['content', 'finishReason', 'index']);
  return defined({ content, candidate: unlessEmpty(whole) });
}

/** an error in an answer that says it went well. */
function statusOf(error: Json): number {
  const { code } = readMembers(error);
  return typeof code === 'number' ? code : Number(readText(code) ?? 200);
}
