import { defined, type HostedToolPart, type Json, type JsonObject, UnsupportedError } from '@toolglot/core';
import { readFilled, readText } from '@toolglot/core/kit';
import { CODEC, camelKeys, readMembers, withSlot } from './fields.ts';
import { keepPart, writePart } from './signed.ts';
import {
  type Members,
  type PartSlot,
  trusted,
  type WireCode,
  type WireCodeResult,
  type WirePart,
  type WireToolCall,
  type WireToolResponse,
} from './wire.ts';

const PREFIX = 'google.';
const CODE = 'google.codeExecution';
const CALLS: readonly string[] = ['executableCode', 'toolCall'];
const RESULTS: readonly string[] = ['codeExecutionResult', 'toolResponse'];

/**
 * The parts of a hosted tool: the call, and the result where it follows at once. A part whose `args` are `null` is a
 * result whose call stands further up.
 */
export function encodeHosted(part: HostedToolPart, path: string): readonly WirePart[] {
  if (!part.tool.startsWith(PREFIX) || part.status === 'needs-approval')
    throw new UnsupportedError(
      `the hosted tool '${part.tool}' at ${path}`,
      CODEC,
      "only this vendor's own tools can be sent back",
    );
  const result = part.result === undefined ? [] : [writePart(resultOf(part), encodeResult(part))];
  return part.args === null ? result : [writePart(part, encodeCall(part)), ...result];
}

/** Whether a part is the call of a tool that the vendor runs. */
export const isHostedCall = (wire: JsonObject): boolean => memberOf(wire, CALLS) !== undefined;

/** Whether a part is the result of a tool that the vendor runs. */
export const isHostedResult = (wire: JsonObject): boolean => memberOf(wire, RESULTS) !== undefined;

/** Whether a part is the result of the call in the part before it: both are one. */
export function isResultOf(wire: JsonObject, before: JsonObject): boolean {
  const [result, call] = [memberOf(wire, RESULTS), memberOf(before, CALLS)];
  if (result === undefined || call === undefined) return false;
  return RESULTS.indexOf(result) === CALLS.indexOf(call) && dataIn(wire, result).id === dataIn(before, call).id;
}

/** A call, with its result if that is the next part. */
export function decodeHostedCall(wire: JsonObject, result: JsonObject | undefined, place: string): HostedToolPart {
  const { executableCode, toolCall } = camelKeys(wire);
  const { id, toolType, args, ...code } = readMembers(executableCode ?? toolCall);
  const said = executableCode === undefined ? { tool: toolOf(toolType), args: args ?? {} } : { tool: CODE, args: code };
  const call = { type: 'hosted-tool', id: idAt(id, place), ...said } as const;
  if (result === undefined) return keepPart<HostedToolPart>({ ...call, status: 'open' }, wire, CALLS, encodeCall);
  const whole: HostedToolPart = { ...call, ...outcomeOf(result) };
  return keepPart(withResult(whole, result), wire, CALLS, encodeCall);
}

/** A result apart from its call. */
export function decodeHostedResult(wire: JsonObject, place: string): HostedToolPart {
  const { codeExecutionResult, toolResponse } = camelKeys(wire);
  const { id, toolType } = readMembers(codeExecutionResult ?? toolResponse);
  const tool = codeExecutionResult === undefined ? toolOf(toolType) : CODE;
  return withResult({ type: 'hosted-tool', id: idAt(id, place), tool, args: null, ...outcomeOf(wire) }, wire);
}

/** The part with what its result's part says beside its data. */
function withResult(part: HostedToolPart, wire: JsonObject): HostedToolPart {
  const bare = withSlot(part, {});
  const { vendor, seal } = keepPart(bare, wire, RESULTS, encodeResult);
  const slot = vendor?.[CODEC];
  return slot === undefined ? part : { ...withSlot(part, { result: slot }), ...defined({ seal }) };
}

/** The part as it stands for its result: with the slot of that. */
function resultOf({ vendor, ...part }: HostedToolPart): HostedToolPart {
  return withSlot<HostedToolPart, PartSlot>(part, vendor?.[CODEC]?.result ?? {});
}

function encodeCall({ id, tool, args }: HostedToolPart): WirePart {
  const own = ownId(id);
  if (tool === CODE) return { executableCode: { ...own, ...trusted<WireCode>(args) } };
  const toolType = trusted<NonNullable<WireToolCall['toolType']>>(typeOf(tool));
  return { toolCall: { ...own, toolType, args: trusted<NonNullable<WireToolCall['args']>>(args) } };
}

function encodeResult({ id, tool, result }: HostedToolPart): WirePart {
  const own = ownId(id);
  if (tool === CODE) return { codeExecutionResult: { ...own, ...trusted<WireCodeResult>(result) } };
  const toolType = trusted<NonNullable<WireToolCall['toolType']>>(typeOf(tool));
  const response = trusted<NonNullable<WireToolResponse['response']>>(result);
  return { toolResponse: { ...own, toolType, response } satisfies Members<WireToolResponse> };
}

function outcomeOf(wire: JsonObject): Pick<HostedToolPart, 'result' | 'status'> {
  const { codeExecutionResult, toolResponse } = camelKeys(wire);
  if (codeExecutionResult === undefined) return { result: readMembers(toolResponse).response ?? {}, status: 'done' };
  const { id: _id, ...result } = readMembers(codeExecutionResult);
  return { result, status: result.outcome === 'OUTCOME_OK' ? 'done' : 'error' };
}

/** an id that says a place was made by us: the wire had none. */
const MADE = 'google:';
const idAt = (id: Json | undefined, place: string) => readFilled(id) ?? MADE + place;
const ownId = (id: string) => (id.startsWith(MADE) ? {} : { id });

const toolOf = (type: Json | undefined) => PREFIX + (readText(type) ?? '').toLowerCase();
const typeOf = (tool: string) => tool.slice(PREFIX.length).toUpperCase();

const memberOf = (wire: JsonObject, names: readonly string[]) =>
  names.find((name) => typeof camelKeys(wire)[name] === 'object' && camelKeys(wire)[name] !== null);

const dataIn = (wire: JsonObject, name: string) => readMembers(camelKeys(wire)[name]);
