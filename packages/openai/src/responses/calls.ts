import {
  defined,
  type Fault,
  isJsonObject,
  type JsonObject,
  ownArgsText,
  readArgs,
  sealPart,
  type ToolCall,
  writeArgs,
} from '@toolglot/core';
import { applyForm, asJsonObject, isPlainForm, keepForm, readFilled, readObject, readText } from '@toolglot/core/kit';
import { mintId } from '../chat/calls.ts';
import type { Draft } from '../chat/wire.ts';
import { CLIENT_KINDS, decodeClientArgs, encodeClientArgs, nameOfKind } from './client-kinds.ts';
import { type EncodeContext, readingContext } from './context.ts';
import { idToSend, type Links } from './item-id.ts';
import { slotOf, withSlot } from './slot.ts';
import type { ResponsesPartSlot } from './slots.ts';
import { asWire, type WireCustomCall, type WireFunctionCall, type WireItem } from './wire.ts';

/** Where a call is read. */
interface CallReading {
  /** an id that is missing is made of it. */
  readonly seed: string;
  /** the item is one of an answer. */
  readonly answer: boolean;
}

/** The type of the item of a call. */
export function kindOfCall(call: ToolCall, { kinds }: Pick<EncodeContext, 'kinds'>): string {
  return call.vendor?.['openai-responses']?.kind ?? kinds.get(call.name) ?? 'function_call';
}

/** A call as an item: of a function, of a tool that takes text, or of a tool whose schema the vendor knows. */
export function encodeCall(call: ToolCall, links: Links, context: EncodeContext): WireItem {
  return applyForm(makeCall(call, links, context), slotOf(call));
}

/** Whether an item is a call that the program is to run. */
export const isCallType = (type: unknown): boolean =>
  type === 'function_call' || type === 'custom_tool_call' || CLIENT_KINDS.some(({ call }) => call === type);

/** The inverse. */
export function decodeCall(item: JsonObject, slot: ResponsesPartSlot, reading: CallReading): ToolCall {
  const type = readText(item.type) ?? '';
  const kind = type === 'function_call' ? {} : { kind: type };
  const namespace = defined({ namespace: readFilled(item.namespace) });
  const call: ToolCall = { type: 'tool-call', ...idOf(item, reading.seed), ...readCall(type, item), ...callerOf(item) };
  const known: ResponsesPartSlot = { ...slot, ...kind, ...namespace };
  const context = { ...readingContext, verbatim: reading.answer };
  const { fields, form } = keepForm(item, makeCall(withSlot(call, known), 'whole', context), ['id', 'caller', 'namespace']);
  // what an answer spells in its own way is not said so again
  const kept = { ...known, ...(fields && { fields }), ...(form && !reading.answer && { form }) };
  return isPlainForm(kept) && call.argsText === undefined ? call : sealPart(withSlot(call, kept));
}

function makeCall(call: ToolCall, links: Links, context: EncodeContext): WireItem {
  const kind = kindOfCall(call, context);
  if (kind === 'custom_tool_call') return customCall(call, links, context);
  const known = CLIENT_KINDS.find((one) => one.call === kind);
  if (known === undefined) return functionCall(call, links, context);
  const execution = kind === 'tool_search_call' && { execution: 'client' };
  const status = context.mint && slotOf(call) === undefined && { status: 'completed' };
  const id = defined({ id: idToSend(call, PREFIXES[kind] ?? 'call', links, context) });
  return { type: kind, ...id, call_id: call.id, ...encodeClientArgs(known, call.args), ...execution, ...status };
}

const PREFIXES: Readonly<Record<string, string>> = {
  shell_call: 'sh',
  local_shell_call: 'lsh',
  apply_patch_call: 'apc',
  computer_call: 'cu',
  tool_search_call: 'tsc',
};

function functionCall(call: ToolCall, links: Links, context: EncodeContext): WireFunctionCall {
  const made = {
    type: 'function_call',
    id: idToSend(call, 'fc', links, context),
    call_id: call.id,
    name: call.name,
    arguments: context.verbatim ? ownArgsText(call) : writeArgs(call),
    status: context.mint && slotOf(call) === undefined ? 'completed' : undefined,
    ...origins<WireFunctionCall>(call, context),
  } satisfies Draft<WireFunctionCall>;
  return defined(made);
}

function customCall(call: ToolCall, links: Links, context: EncodeContext): WireCustomCall {
  const made = {
    type: 'custom_tool_call',
    id: idToSend(call, 'ctc', links, context),
    call_id: call.id,
    name: call.name,
    input: inputOf(call),
    ...origins<WireCustomCall>(call, context),
  } satisfies Draft<WireCustomCall>;
  return defined(made);
}

/** arguments of a tool that took others when it was called are printed. */
function inputOf({ args }: ToolCall): string {
  return readText(args.input) ?? (isPlainForm(args) ? '' : JSON.stringify(args));
}

/** from which program, and in which namespace: both are wanted back also where the arguments were changed. */
function origins<W extends WireFunctionCall | WireCustomCall>(call: ToolCall, { namespaces }: EncodeContext) {
  const namespace = call.vendor?.['openai-responses']?.namespace ?? namespaces.get(call.name);
  return { namespace, caller: call.caller && asWire<NonNullable<W['caller']>>(call.caller) };
}

function readCall(type: string, item: JsonObject): Pick<ToolCall, 'name' | 'args' | 'argsText' | 'fault'> {
  const known = CLIENT_KINDS.find(({ call }) => call === type);
  if (known) return { name: nameOfKind(known), ...readArgs(decodeClientArgs(known, item)) };
  const called = readFilled(item.name);
  const read = type === 'custom_tool_call' ? { args: { input: readText(item.input) ?? '' } } : readArgs(item.arguments);
  return { name: called ?? '', ...read, ...(called === undefined && { fault: missingName }) };
}

const missingName: Fault = { code: 'missing-name', message: 'the call names no tool' };

const callerOf = ({ caller }: JsonObject) => (isJsonObject(caller) ? { caller: readObject(caller) } : {});

function idOf(item: JsonObject, seed: string): { readonly id: string; readonly minted?: true } {
  const id = readFilled(item.call_id);
  return id === undefined ? mintId(`${seed}:${JSON.stringify(asJsonObject(item))}`) : { id };
}
