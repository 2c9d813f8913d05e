import { defined, isJsonObject, type JsonObject, type Profile, type Response, WireError } from '@toolglot/core';
import { readList, readText } from '@toolglot/core/kit';
import { encodeAnswerPart } from './assistant.ts';
import { decodeError } from './error.ts';
import { asObject, CODEC, without } from './fields.ts';
import { decodeFinish, encodeFinish } from './finish.ts';
import { decodeAssistant } from './turns.ts';
import { decodeUsage, encodeUsage } from './usage.ts';
import { trusted, type WireAnswer } from './wire.ts';

/** An answer as this vendor gives it. Parts that the format cannot say are left out: `normalize` shows which. */
export function encodeResponse({ message, finish, usage, id, model, vendor }: Response): JsonObject {
  const slot = vendor?.[CODEC];
  const content = message.content.flatMap((part, index) => encodeAnswerPart(part, `content[${index}]`));
  const answer = {
    ...NOTHING_MORE,
    type: 'message',
    role: 'assistant',
    id: id ?? 'msg_0',
    model: model ?? '',
    content: trusted<WireAnswer['content']>(content),
    stop_reason: encodeFinish(finish, message.content),
    usage: trusted<WireAnswer['usage']>(encodeUsage(usage, slot?.usage)),
  } satisfies WireAnswer;
  return slot?.fields ? { ...without(answer, Object.keys(NOTHING_MORE)), ...slot.fields } : answer;
}

const NOTHING_MORE = { stop_sequence: null, stop_details: null, container: null, diagnostics: null } as const;

/** The answer in a body. Throws `VendorError` where it is an error, `WireError` where it is neither. */
export function decodeResponse(body: unknown, { profile }: { readonly profile?: Profile } = {}): Response {
  if (!isJsonObject(body)) throw new WireError('body', 'a JSON object', body);
  if (body.type === 'error') throw decodeError(200, body);
  const blocks = readList(body.content);
  if (!Array.isArray(body.content)) throw new WireError('content', 'a list of blocks', body.content);
  const id = readText(body.id);
  const model = readText(body.model);
  const usage = asObject(body.usage);
  const message = decodeAssistant(blocks, model);
  const finish = decodeFinish(body.stop_reason, message.content);
  const origin = defined({ codec: CODEC, provider: profile?.provider ?? 'anthropic', model });
  return defined({
    message: { ...message, finish: finish.reason, origin },
    finish,
    usage: usage && decodeUsage(usage),
    id,
    model,
    vendor: { [CODEC]: defined({ fields: without(body, KNOWN) ?? {}, usage }) },
  });
}

const KNOWN = ['type', 'role', 'id', 'model', 'content', 'stop_reason', 'usage'];

/** What is left of an answer when this format has said it. */
export function normalize(response: Response): Response {
  return decodeResponse(encodeResponse(response));
}
