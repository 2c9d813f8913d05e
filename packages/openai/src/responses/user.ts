import { type ApprovalPart, defined, type JsonObject, type UserMessage } from '@toolglot/core';
import { applyForm, isPlainForm, keepForm, readText } from '@toolglot/core/kit';
import type { Draft } from '../chat/wire.ts';
import { type Content, type ContentPart, decodeContent, decodePart, encodeContent, encodePart } from './content.ts';
import { type EncodeContext, readingContext } from './context.ts';
import { CODEC, slotOf, withSlot } from './slot.ts';
import { encodeWhole } from './whole.ts';
import type { ItemOf, WireInputMessage, WireItem } from './wire.ts';

/** A message of the user; answers to hosted tools that ask are items of their own, as are those that were kept whole. */
export function encodeUser(message: UserMessage, path: string, context: EncodeContext): readonly WireItem[] {
  const whole = encodeWhole(message.content);
  if (whole.length > 0) return whole;
  const approvals = message.content.filter((part) => part.type === 'approval').map(encodeApproval);
  const said = message.content.filter(isContent);
  if (said.length === 0 && approvals.length > 0) return approvals;
  return [...approvals, applyForm(makeUser({ ...message, content: said }, path, context), message.vendor?.[CODEC])];
}

/** The inverse for a message. */
export function decodeUser(item: JsonObject): UserMessage {
  const content = decodeContent(item.content, decodePart);
  const message: UserMessage = { role: 'user', ...content };
  const slot = keepForm(item, makeUser(content, '', readingContext), []);
  return isPlainForm(slot) ? message : { ...message, vendor: { [CODEC]: slot } };
}

/** The inverse for an answer to a hosted tool that asks. */
export function decodeApproval(item: JsonObject): ApprovalPart {
  const { approval_request_id: id, approve, reason } = item;
  const read = { id: readText(id) ?? '', approve: approve === true, reason: readText(reason) };
  const part: ApprovalPart = { type: 'approval', ...defined(read) };
  return withSlot(part, keepForm(item, makeApproval(part), []));
}

const isContent = (part: UserMessage['content'][number]): part is ContentPart => part.type !== 'approval';

function makeUser(message: Content<ContentPart>, path: string, context: EncodeContext): WireInputMessage {
  const content = encodeContent(message, (part, index) => encodePart(part, `${path}.content[${index}]`, context));
  return { role: 'user', content };
}

const encodeApproval = (part: ApprovalPart): WireItem => applyForm(makeApproval(part), slotOf(part));

type WireApproval = ItemOf<'mcp_approval_response'>;

function makeApproval({ id, approve, reason }: ApprovalPart): WireApproval {
  return {
    type: 'mcp_approval_response',
    approval_request_id: id,
    approve,
    ...defined({ reason } satisfies Draft<WireApproval>),
  };
}
