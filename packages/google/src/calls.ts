import { defined, digest, type JsonObject, type Message, readArgs, type ToolCall, toolCallsOf } from '@toolglot/core';
import { readFilled, readText } from '@toolglot/core/kit';
import { CODEC, camelKeys, readMembers } from './fields.ts';
import { keepPart, slotOf, writePart } from './signed.ts';
import type { Members, WireCall, WirePart } from './wire.ts';

/** A call with the id that the wire gave it; one that we made for our own use is not sent. */
export function encodeCall(part: ToolCall): WirePart {
  return writePart(part, dataOf(part));
}

/** The call in a part; `place` says where it stands, and makes the id of a call that came without one. */
export function decodeCall(wire: JsonObject, place: string): ToolCall {
  const { id, name: said, args } = readMembers(camelKeys(wire).functionCall);
  const name = readText(said) ?? '';
  const read = {
    ...ownId(readFilled(id), `${place}:${name}`),
    name,
    ...readArgs(args),
    ...(name === '' && { fault: { code: 'missing-name', message: 'the call names no tool' } as const }),
  };
  return keepPart<ToolCall>({ type: 'tool-call', ...read }, wire, ['functionCall'], dataOf);
}

/** Calls whose id another call of the same turn has get one of their own: a result must know which of them it answers. */
export function withOwnIds<P extends { readonly type: string }>(parts: readonly (P | ToolCall)[]): readonly (P | ToolCall)[] {
  const claim = idClaims();
  return parts.map((part, index) => (isCall(part) ? claim(part.id, index)(part) : part));
}

/** Takes an id for the part of an index, and says how the call there gets it: as it is, or with one of its own where another call has that. */
export function idClaims(): (id: string, index: number) => (call: ToolCall) => ToolCall {
  const seen = new Set<string>();
  return (id, index) => {
    const isOwn = !seen.has(id);
    seen.add(id);
    return (call) => (isOwn ? call : rekeyed(call, index));
  };
}

/** The ids under which results are sent, by the calls' own ids: none for a call that had none on the wire. */
export function wireIdsOf(messages: readonly Message[]): ReadonlyMap<string, string | undefined> {
  return new Map(messages.flatMap(toolCallsOf).map((call) => [call.id, wireIdOf(call)]));
}

/** The id of a call on the wire; `undefined` where it has none. */
export function wireIdOf(call: ToolCall): string | undefined {
  return slotOf(call).id ?? (call.minted ? undefined : call.id);
}

function dataOf(call: ToolCall): WirePart {
  const args = call.fault ? {} : call.args;
  return { functionCall: defined({ id: wireIdOf(call), name: call.name, args } satisfies Members<WireCall>) };
}

function ownId(id: string | undefined, place: string): Pick<ToolCall, 'id' | 'minted'> {
  return id === undefined ? { id: `call_${digest(place)}`, minted: true } : { id };
}

function isCall(part: { readonly type: string } | ToolCall): part is ToolCall {
  return part.type === 'tool-call';
}

function rekeyed(call: ToolCall, index: number): ToolCall {
  const slot = { ...slotOf(call), ...defined({ id: wireIdOf(call) }) };
  return { ...call, id: `call_${digest(`${index}:${call.id}`)}`, minted: true, vendor: { [CODEC]: slot } };
}
