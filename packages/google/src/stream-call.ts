import { type Fault, isJsonObject, type Json, type JsonObject, type ToolCall } from '@toolglot/core';
import { readFilled, readText } from '@toolglot/core/kit';
import { camelKeys, readItems, readMembers } from './fields.ts';
import { PlacedArgs } from './stream-args.ts';
import { type Merged, mergeInto, objectOf } from './stream-merge.ts';

/** The `functionCall` of a part; nothing where it has none. */
export function callIn(part: Json): JsonObject | undefined {
  const { functionCall } = readMembers(part);
  return isJsonObject(functionCall) ? camelKeys(functionCall) : undefined;
}

/** Whether a call comes in pieces, of which this is one that others follow, or that has its arguments by their places. */
export const isPartial = ({ willContinue, partialArgs }: JsonObject): boolean =>
  willContinue === true || partialArgs !== undefined;

/** A call that comes in pieces: its name first, then its arguments, until a piece says that none follows. */
export class OpenCall {
  readonly #part: Merged = new Map();
  readonly #call: Merged = new Map();
  readonly #args: Merged = new Map();
  readonly #placed = new PlacedArgs();
  #ended = false;

  /** Takes a piece: the part, and the call in it. */
  add(part: JsonObject, call: JsonObject): void {
    mergeInto(this.#part, part, ['functionCall', 'function_call']);
    // what it begins with has been told by then
    mergeInto(this.#call, call, this.name === '' ? FRAME : [...FRAME, 'id', 'name']);
    if (isJsonObject(call.args)) mergeInto(this.#args, call.args);
    for (const piece of readItems(call.partialArgs)) this.#placed.add(piece);
    this.#ended = call.willContinue !== true;
  }

  get id(): string | undefined {
    return readFilled(this.#call.get('id'));
  }

  get name(): string {
    return readText(this.#call.get('name')) ?? '';
  }

  /** whether its last piece has come. */
  get ended(): boolean {
    return this.#ended;
  }

  /** why it cannot be read, where it cannot. */
  get fault(): Fault | undefined {
    return this.#ended ? this.#placed.read().fault : CUT_OFF;
  }

  /** The part as it stands in a whole answer. */
  whole(): JsonObject {
    const args = { ...objectOf(this.#args), ...this.#placed.read().args };
    const call = { ...objectOf(this.#call), ...(Object.keys(args).length > 0 && { args }) };
    return { ...objectOf(this.#part), functionCall: call };
  }
}

/** members of the call that say how it is sent; its arguments are merged by themselves. */
const FRAME: readonly string[] = ['partialArgs', 'partial_args', 'willContinue', 'will_continue', 'args'];

/** The call, or, where it cannot be read, one that is not to be executed. */
export function withFault(call: ToolCall, fault: Fault | undefined): ToolCall {
  return fault === undefined ? call : { ...call, args: {}, fault };
}

const CUT_OFF: Fault = { code: 'cut-off', message: 'the answer ended before the call did' };
