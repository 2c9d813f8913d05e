import {
  type AssistantPart,
  defined,
  digest,
  isJsonObject,
  type Json,
  type JsonObject,
  type Profile,
  type Response,
  WireError,
} from '@toolglot/core';
import { applyForm, keepForm, readObject, withinDepth } from '@toolglot/core/kit';
import { encodeAnswerPart } from './assistant.ts';
import { asObject, CODEC, objectIn, without } from './fields.ts';
import { decodeFinish, encodeFinish } from './finish.ts';
import { encodeMarked } from './marks.ts';
import { decodeAssistant } from './turns.ts';
import { decodeUsage, encodeUsage } from './usage.ts';
import { type AnswerSlot, trusted, type WireAnswer, type WireBlock } from './wire.ts';

/** An answer as this vendor gives it, or as it came. Parts that the format cannot say are left out: `normalize` shows which. */
export function encodeResponse(response: Response): JsonObject {
  const slot = response.vendor?.[CODEC];
  return slot ? applyForm(makeAnswer(response, slot), slot) : { ...makeAnswer(response, {}), ...NO_METRICS };
}

/** the wire wants it, and nobody else knows it. */
const NO_METRICS = { metrics: { latencyMs: 0 } } satisfies Pick<WireAnswer, 'metrics'>;

function makeAnswer({ message, finish, usage }: Response, { usage: kept, typed }: AnswerSlot): JsonObject {
  const blocks = encodeMarked(message.content, (part, index) => encodeAnswerPart(part, `content[${index}]`));
  return {
    output: { message: { role: 'assistant', content: typed ? blocks.map(sayType) : blocks } },
    stopReason: encodeFinish(finish, message.content),
    usage: trusted<WireAnswer['usage']>(encodeUsage(usage, kept)),
  } satisfies Omit<WireAnswer, 'metrics'>;
}

/** The answer in a body. Throws `WireError` where it is none. */
export function decodeResponse(answer: unknown, { profile }: { readonly profile?: Profile } = {}): Response {
  const body = withinDepth(answer);
  if (!isJsonObject(body)) throw new WireError('body', 'a JSON object', body);
  const { content } = readObject(readObject(body.output).message);
  if (!Array.isArray(content)) throw new WireError('output.message.content', 'a list of blocks', content);
  const { isTyped, blocks } = withoutTypes(content);
  const usage = asObject(body.usage);
  const response = readAnswer(body, blocks, profile);
  const slot: AnswerSlot = defined({ usage, typed: isTyped ? (true as const) : undefined });
  return { ...response, vendor: { [CODEC]: { ...keepForm(body, makeAnswer(response, slot), []), ...slot } } };
}

function readAnswer(body: JsonObject, blocks: readonly Json[], profile: Profile | undefined): Response {
  const origin = profile && { provider: profile.provider, model: profile.name.slice(profile.provider.length + 1) };
  const turn = decodeAssistant(blocks, origin);
  const content = withOwnIds(turn.content);
  const finish = decodeFinish(body.stopReason, content);
  const usage = asObject(body.usage);
  return defined({ message: { ...turn, content, finish: finish.reason }, finish, usage: usage && decodeUsage(usage) });
}

/** answers name the type of a call; requests are refused when they name any but `server_tool_use`. */
const CALL_TYPE = 'tool_use';

/** The blocks with no type on their calls, if all of them have it. */
function withoutTypes(blocks: readonly Json[]): { readonly isTyped: boolean; readonly blocks: readonly Json[] } {
  const uses = blocks.map((block) => objectIn(block, 'toolUse')).filter((use) => use && use.type !== 'server_tool_use');
  if (uses.length === 0 || !uses.every((use) => use?.type === CALL_TYPE)) return { isTyped: false, blocks };
  const untyped = blocks.map((block) => {
    const use = objectIn(block, 'toolUse');
    return use?.type === CALL_TYPE ? { toolUse: without(use, ['type']) } : block;
  });
  return { isTyped: true, blocks: untyped };
}

function sayType(block: WireBlock): WireBlock {
  const use = objectIn(block, 'toolUse');
  return use && use.type === undefined ? trusted<WireBlock>({ toolUse: { ...use, type: CALL_TYPE } }) : block;
}

/** The parts with an id for each call that came without one, or with that of a call before it. */
function withOwnIds(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  const seen = new Set(['']);
  return parts.map((part, index) => {
    if (part.type !== 'tool-call') return part;
    const isOwn = !seen.has(part.id);
    seen.add(part.id);
    return isOwn ? part : { ...part, id: `tooluse_${digest(`${index}:${part.id}`)}`, minted: true as const };
  });
}

/** What is left of an answer when this format has said it. */
export function normalize(response: Response): Response {
  return decodeResponse(encodeResponse(response));
}
