import { defined, type HostedToolPart, type Json, type JsonObject } from '@toolglot/core';
import { applyForm, keepForm, readFilled } from '@toolglot/core/kit';
import { type EncodeContext, unsupported } from './context.ts';
import { HOSTED_KINDS, type HostedKind, kindOfHosted } from './hosted-kinds.ts';
import type { Links } from './item-id.ts';
import { slotOf, withBoundSlot } from './slot.ts';
import type { ResponsesPartSlot } from './slots.ts';
import type { WireOther } from './wire.ts';

/** An item of a tool that the vendor runs. Throws `UnsupportedError` for tools that it does not have. */
export function encodeHosted(part: HostedToolPart, links: Links, path: string, context: EncodeContext): WireOther {
  const kind = kindOfHosted(part);
  if (!kind) throw unsupported(`the hosted tool '${part.tool}'`, path, context, "only this vendor's own tools can be sent back");
  const made = applyForm(makeHosted(part, kind), slotOf(part));
  return links === 'whole' || isAskedFor(kind) ? made : withoutId(made);
}

/** the answer to one that asks names it by its id. */
const isAskedFor = ({ status }: HostedKind) => status === 'needs-approval';

function withoutId({ id: _id, ...item }: WireOther): WireOther {
  return item;
}

/** The inverse: the fields that say what is asked are `args`, under their names; a result apart from its call has none. */
export function decodeHosted(item: JsonObject, slot: ResponsesPartSlot): HostedToolPart | undefined {
  const kind = HOSTED_KINDS.find(({ type }) => type === item.type);
  if (!kind) return undefined;
  const result = item[(isFailed(item) && kind.error) || kind.result || ''];
  const part: HostedToolPart = {
    type: 'hosted-tool',
    id: readFilled(item[kind.join]) ?? readFilled(item.id) ?? '',
    tool: kind.tool,
    args: kind.apart ? null : pick(item, kind.args),
    ...(result !== undefined && { result }),
    status: endOf(item, kind),
  };
  const { id, ...links } = slot;
  const known = { ...links, ...(id !== undefined && kind.join !== 'id' && { id }) };
  return withBoundSlot(part, {
    ...known,
    ...keepForm(item, makeHosted({ ...part, vendor: { 'openai-responses': known } }, kind), []),
  });
}

function makeHosted(part: HostedToolPart, kind: HostedKind): WireOther {
  const { id, args, result, status } = part;
  const place = (status === 'error' && kind.error) || kind.result;
  const own = kind.join === 'id' ? {} : { id: slotOf(part)?.id };
  return {
    type: kind.type,
    ...kind.always,
    ...defined(own),
    [kind.join]: id,
    ...encodeArgs(args, kind),
    ...(place !== undefined && result !== undefined && { [place]: result }),
    ...(kind.status === undefined && { status: STATUSES[status] }),
  };
}

/** what an edit made of the arguments stays visible, also where it is no object of them. */
function encodeArgs(args: Json, { args: [first] }: HostedKind): JsonObject {
  if (typeof args === 'object' && args !== null && !Array.isArray(args)) return Object.fromEntries(Object.entries(args));
  return first === undefined || args === null ? {} : { [first]: args };
}

const pick = (item: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));

const isFailed = ({ status, error }: JsonObject) => status === 'failed' || (error !== undefined && error !== null);

function endOf(item: JsonObject, { status }: HostedKind): HostedToolPart['status'] {
  if (status === 'needs-approval') return status;
  if (isFailed(item)) return 'error';
  if (status !== undefined) return status;
  return item.status === undefined || item.status === null || item.status === 'completed' ? 'done' : 'open';
}

const STATUSES: Readonly<Record<HostedToolPart['status'], string>> = {
  done: 'completed',
  error: 'failed',
  open: 'in_progress',
  'needs-approval': 'in_progress',
};
