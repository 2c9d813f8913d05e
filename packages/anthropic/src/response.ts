import {
  type AssistantPart,
  defined,
  digest,
  isJsonObject,
  type JsonObject,
  type Profile,
  type Response,
  WireError,
} from '@toolglot/core';
import { applyForm, keepForm, readFilled, readList, withinDepth } from '@toolglot/core/kit';
import { encodeAnswerPart } from './assistant.ts';
import { keepContainer } from './container.ts';
import { decodeError } from './error.ts';
import { asObject, CODEC, without } from './fields.ts';
import { decodeFinish, encodeFinish } from './finish.ts';
import { decodeAssistant } from './turns.ts';
import { decodeUsage, encodeUsage } from './usage.ts';
import { trusted, type WireAnswer } from './wire.ts';

/** An answer as this vendor gives it, or as it came. Parts that the format cannot say are left out: `normalize` shows which. */
export function encodeResponse(response: Response): JsonObject {
  const slot = response.vendor?.[CODEC];
  const answer = makeAnswer(response);
  return slot?.fields ? applyForm(without(answer, Object.keys(NOTHING_MORE)) ?? {}, slot) : answer;
}

function makeAnswer({ message, finish, usage, id, model, vendor }: Response): JsonObject {
  const content = message.content.flatMap((part, index) => encodeAnswerPart(part, `content[${index}]`));
  const said = {
    type: 'message',
    role: 'assistant',
    id: id ?? 'msg_0',
    model: model ?? '',
    content: trusted<WireAnswer['content']>(content),
    stop_reason: encodeFinish(finish, message.content),
    usage: trusted<WireAnswer['usage']>(encodeUsage(usage, vendor?.[CODEC]?.usage)),
  } satisfies Omit<WireAnswer, keyof typeof NOTHING_MORE>;
  return { ...NOTHING_MORE, ...said };
}

const NOTHING_MORE = {
  stop_sequence: null,
  stop_details: null,
  container: null,
  diagnostics: null,
} satisfies Partial<WireAnswer>;

/** The answer in a body. Throws `VendorError` where it is an error, `WireError` where it is neither. */
export function decodeResponse(answer: unknown, { profile }: { readonly profile?: Profile } = {}): Response {
  const body = withinDepth(answer);
  if (!isJsonObject(body)) throw new WireError('body', 'a JSON object', body);
  if (body.type === 'error') throw decodeError(200, body);
  if (!Array.isArray(body.content)) throw new WireError('content', 'a list of blocks', body.content);
  return decodeAnswer(body, profile);
}

/** The answer in a body that is one. */
export function decodeAnswer(body: JsonObject, profile: Profile | undefined): Response {
  const response = readAnswer(body, profile);
  const usage = asObject(body.usage);
  const made = without(makeAnswer({ ...response, vendor: { [CODEC]: defined({ usage }) } }), Object.keys(NOTHING_MORE));
  return { ...response, vendor: { [CODEC]: defined({ fields: {}, ...keepForm(body, made ?? {}, []), usage }) } };
}

function readAnswer(body: JsonObject, profile: Profile | undefined): Response {
  const id = readFilled(body.id);
  const model = readFilled(body.model);
  const usage = asObject(body.usage);
  const { content, ...turn } = decodeAssistant(readList(body.content), model);
  const message = { ...turn, content: content.map(giveIds(id)), ...keepContainer(body, content) };
  const finish = decodeFinish(body.stop_reason, message.content);
  const origin = defined({ codec: CODEC, provider: profile?.provider ?? 'anthropic', model });
  return defined({
    message: { ...message, finish: finish.reason, origin },
    finish,
    usage: usage && decodeUsage(usage),
    id,
    model,
  });
}

/** Gives the parts of an answer, one after another, an id for each call that came without one, or with that of a call before it. */
export function giveIds(answer = ''): (part: AssistantPart, index: number) => AssistantPart {
  const seen = new Set(['']);
  return (part, index) => {
    if (part.type !== 'tool-call') return part;
    const isOwn = !seen.has(part.id);
    seen.add(part.id);
    return isOwn ? part : { ...part, id: `toolu_${digest(`${answer}:${index}:${part.id}`)}`, minted: true as const };
  };
}

/** What is left of an answer when this format has said it. */
export function normalize(response: Response): Response {
  return decodeResponse(encodeResponse(response));
}
