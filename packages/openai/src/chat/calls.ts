import {
  defined,
  digest,
  type Fault,
  isJsonObject,
  type JsonObject,
  type OpaquePart,
  ownArgsText,
  readArgs,
  type ToolCall,
  writeArgs,
} from '@toolglot/core';
import { applyForm, isPlainForm, keepForm, readFilled, readText } from '@toolglot/core/kit';
import type { EncodeContext } from './context.ts';
import { opaque, slotOf, withBoundSlot, withSlot } from './slot.ts';
import type { ChatPartSlot } from './slots.ts';
import type { WireCall } from './wire.ts';

/** A call as an entry of `tool_calls`. */
export function encodeCall(call: ToolCall, context: EncodeContext): WireCall {
  return applyForm(makeCall(call, context, call.vendor?.['openai-chat']?.custom), slotOf(call));
}

function makeCall(call: ToolCall, { textTools, verbatim }: CallContext, custom = textTools.has(call.name)): WireCall {
  const { id, name, args } = call;
  if (custom) return { id, type: 'custom', custom: { name, input: readText(args.input) ?? '' } };
  const text = verbatim ? ownArgsText(call) : writeArgs(call);
  return { id, type: 'function', function: { name, arguments: text } };
}

type CallContext = Pick<EncodeContext, 'textTools' | 'verbatim'>;

/** What of the wire's spelling is kept with a call: all of it, or only what may be said again in the next request. */
export type Keep = 'all' | 'replayable';

/** The inverse. `seed` is where the call stands: an id that is missing is made of it and of the content. */
export function decodeCall(wire: unknown, seed: string, keep: Keep): ToolCall | OpaquePart {
  if (!isJsonObject(wire)) return { ...opaque(wire), vendor: { 'openai-chat': { call: true } } };
  const call = isJsonObject(wire.function)
    ? decodeFunction(wire, wire.function, seed)
    : isJsonObject(wire.custom) && decodeCustom(wire, wire.custom, seed);
  if (!call) return { ...opaque(wire), vendor: { 'openai-chat': { call: true } } };
  const slot = { ...call.vendor?.['openai-chat'], ...keepCall(wire, call, keep) };
  return isPlainForm(slot) && call.argsText === undefined ? call : withBoundSlot(call, slot);
}

function decodeFunction(wire: JsonObject, { name, arguments: args }: JsonObject, seed: string): ToolCall {
  const called = readFilled(name);
  const read = readArgs(args);
  const fault = called === undefined ? missingName : read.fault;
  return { type: 'tool-call', ...idOf(wire, seed), name: called ?? '', ...read, ...defined({ fault }) };
}

function decodeCustom(wire: JsonObject, { name, input }: JsonObject, seed: string): ToolCall {
  const args = { input: readText(input) ?? '' };
  const call: ToolCall = { type: 'tool-call', ...idOf(wire, seed), name: readText(name) ?? '', args };
  return withSlot(call, { custom: true });
}

const missingName: Fault = { code: 'missing-name', message: 'the call names no tool' };

function keepCall(wire: JsonObject, call: ToolCall, keep: Keep): ChatPartSlot {
  const made = makeCall(call, READING, call.vendor?.['openai-chat']?.custom);
  const { fields, form } = keepForm(wire, made, []);
  return { ...(fields && { fields }), ...(form && keep === 'all' && { form }) };
}

/** for measuring what differs from our own spelling, no tools and no profile are needed. */
const READING: CallContext = { textTools: new Set<string>(), verbatim: false };

function idOf(wire: JsonObject, seed: string): { readonly id: string; readonly minted?: true } {
  const { id } = wire;
  const own = typeof id === 'number' ? String(id) : readFilled(id);
  return own === undefined ? mintId(`${seed}:${JSON.stringify(wire)}`) : { id: own };
}

/** An id that is a function of a text alone. */
export const mintId = (seed: string) => ({ id: `call_${digest(seed)}`, minted: true }) as const;
