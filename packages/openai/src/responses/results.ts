import { defined, type JsonObject, type ResultContent, type ToolCall, type ToolResult } from '@toolglot/core';
import { applyForm, keepForm, readFilled } from '@toolglot/core/kit';
import { mintId } from '../chat/calls.ts';
import { markCache, markError } from '../chat/tool-results.ts';
import type { Draft } from '../chat/wire.ts';
import { kindOfCall } from './calls.ts';
import { CLIENT_KINDS } from './client-kinds.ts';
import { CLIENT_RESULTS } from './client-results.ts';
import { type ContentPart, decodeContent, decodePart, encodeContent, encodePart } from './content.ts';
import { type EncodeContext, readingContext, unsupported } from './context.ts';
import { slotOf, withSlot } from './slot.ts';
import type { ResponsesPartSlot } from './slots.ts';
import type { WireFunctionResult, WireItem, WirePart } from './wire.ts';

/** Types of the items that call, by call id: a result is said as its call is. */
export type CallKinds = ReadonlyMap<string, string>;

/** A result as an item of its own. */
export function encodeResult(result: ToolResult, path: string, calls: CallKinds, context: EncodeContext): WireItem {
  return applyForm(makeResult(result, path, calls, context), slotOf(result));
}

/** Whether items of a type are results of calls that the program ran; for two of them it depends on the call. */
export function isResult(item: JsonObject, calls: Pick<CallKinds, 'has'>): boolean {
  const { type, call_id } = item;
  if (type === 'shell_call_output' || type === 'tool_search_output') return calls.has(readFilled(call_id) ?? '');
  return RESULT_TYPES.has(type);
}

/** The inverse. A result without an id answers the first open call; one of another type than its call says so. */
export function decodeResult(item: JsonObject, { seed, open, calls }: ResultReading): ToolResult {
  const callId = readFilled(item.call_id) ?? calls.get(readFilled(item.id) ?? '')?.id ?? open ?? mintId(seed).id;
  const call = calls.get(callId);
  const usual = call === undefined ? undefined : resultTypes.get(kindOfCall(call, readingContext));
  const kind = item.type === 'function_call_output' && usual === undefined ? undefined : readFilled(item.type);
  const read = CLIENT_RESULTS.get(item.type)?.decode(item) ?? decodeContent(item.output, decodePart);
  const result: ToolResult = { type: 'tool-result', callId, name: call?.name ?? '', ...read };
  const known: ResponsesPartSlot = defined({ id: readFilled(item.id), kind });
  const made = makeResult(withSlot(result, known), '', new Map(), readingContext);
  return withSlot(result, { ...known, ...keepForm(item, made, []) });
}

/** Where a result is read. */
interface ResultReading {
  /** an id that is missing, and is nobody's, is made of it. */
  readonly seed: string;
  /** the call that waits for a result in this place. */
  readonly open: string | undefined;
  readonly calls: ReadonlyMap<string, ToolCall>;
}

function makeResult(result: ToolResult, path: string, calls: CallKinds, context: EncodeContext): WireItem {
  const { callId } = result;
  const slot = result.vendor?.['openai-responses'];
  const kind = slot?.kind ?? resultTypes.get(calls.get(callId) ?? '') ?? 'function_call_output';
  const id = defined({ id: slot?.id });
  const own = CLIENT_RESULTS.get(kind);
  if (own) return { type: kind, ...id, call_id: callId, ...own.encode(result, path, context) };
  const type = kind === 'custom_tool_call_output' ? kind : 'function_call_output';
  const made = { type, call_id: callId, output: encodeOutput(result, path, context) } as const;
  return { ...made, ...id } satisfies Draft<WireItem>;
}

function encodeOutput(result: ToolResult, path: string, context: EncodeContext): WireFunctionResult['output'] {
  const said = result.content.map((part, index) => sayable(part, `${path}.content[${index}]`, context));
  const content = markCache(result.isError ? markError(said) : said, result);
  return encodeContent(
    { content, ...defined({ plain: result.plain }) },
    (part, index): WirePart => encodePart(part, `${path}.content[${index}]`, context),
  );
}

/** values are printed. */
function sayable(part: ResultContent, path: string, context: EncodeContext): ContentPart {
  if (part.type === 'json') return { type: 'text', text: JSON.stringify(part.value), ...defined({ cache: part.cache }) };
  if (part.type !== 'tool-reference') return part;
  throw unsupported('a tool made known by a result', path, context, 'offer the tool in the request');
}

const resultTypes: ReadonlyMap<string, string> = new Map([
  ['custom_tool_call', 'custom_tool_call_output'],
  ...CLIENT_KINDS.map(({ call, result }): [string, string] => [call, result]),
]);

const RESULT_TYPES: ReadonlySet<unknown> = new Set(['function_call_output', ...resultTypes.values()]);
