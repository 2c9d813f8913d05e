import { isJsonObject, type Json, type JsonObject, type StreamEvent, type ToolCall } from '@toolglot/core';
import { readFilled } from '@toolglot/core/kit';
import { decodeModelPart } from './assistant.ts';
import { decodeCall, idClaims } from './calls.ts';
import { readMembers } from './fields.ts';
import { isHostedCall, isResultOf } from './hosted.ts';
import { callIn, isPartial, OpenCall, withFault } from './stream-call.ts';
import { delta, endOfCall, eventsOfPart, startOfCall } from './stream-events.ts';
import { type BareText, isBareText, isPieceOf, joined, type TextRun } from './stream-text.ts';

/** Where a call stands among the parts of the wire, and how it gets an id of its own. */
interface Place {
  readonly index: number;
  readonly claimed: (call: ToolCall) => ToolCall;
}

/** The parts of a candidate while they come. Each ends as the part that a whole answer has in its place. */
export class OpenParts {
  readonly #seed: string;
  readonly #wires: Json[] = [];
  readonly #claim = idClaims();
  readonly #places = new Map<OpenCall, Place>();
  readonly #calls = new Map<string, OpenCall>();
  readonly #nameless = new Set<OpenCall>();
  #out: StreamEvent[] = [];
  #begun = 0;
  #run: (TextRun & { readonly index: number }) | undefined;
  /** a call of a hosted tool: the next part may be its result. */
  #hosted: JsonObject | undefined;
  /** the call that pieces without an id belong to. */
  #latest: OpenCall | undefined;

  /** `seed` tells the answer from all others: ids that are made come from it. */
  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Takes the parts of a chunk; gives their events. */
  take(parts: readonly Json[]): readonly StreamEvent[] {
    for (const [index, part] of parts.entries()) this.#takePart(part, index === 0);
    return this.#told();
  }

  /** Ends what is still open; gives its events. */
  end(): readonly StreamEvent[] {
    this.#close();
    for (const call of this.#nameless) this.#begin(call);
    for (const call of this.#places.keys()) this.#endCall(call);
    return this.#told();
  }

  /** The parts as a whole answer lists them. */
  whole(): readonly Json[] {
    return this.#wires;
  }

  #told(): readonly StreamEvent[] {
    const told = this.#out;
    this.#out = [];
    return told;
  }

  #takePart(part: Json, isFirst: boolean): void {
    const call = callIn(part);
    if (call && isJsonObject(part)) this.#takeCall(part, call);
    else if (isBareText(part)) this.#takeText(part, isFirst);
    else this.#takeWhole(part);
  }

  #takeText(part: BareText, isFirst: boolean): void {
    if (!isFirst || !isPieceOf(part, this.#run?.wire)) this.#openRun(part);
    this.#say(part.text);
  }

  #openRun(wire: BareText): void {
    this.#close();
    this.#run = { wire, pieces: [], index: this.#add(wire) };
    this.#out.push({ type: `${kindOf(wire)}-start`, key: `${this.#run.index}` });
  }

  #say(text: string): void {
    if (!this.#run) return;
    this.#run.pieces.push(text);
    this.#out.push(...delta(`${kindOf(this.#run.wire)}-delta`, `${this.#run.index}`, text));
  }

  /** a call that is whole, a piece of one; a piece that ends nothing says nothing. */
  #takeCall(part: JsonObject, call: JsonObject): void {
    const open = this.#continued(call) ?? (isPartial(call) ? new OpenCall() : undefined);
    if (open) this.#addPiece(open, part, call);
    else if (Object.keys(call).length + Object.keys(part).length > 1) this.#takeWhole(part);
  }

  /** the call that a piece belongs to: by its id, else the latest one, unless the piece has a name of its own. */
  #continued({ id: said, name }: JsonObject): OpenCall | undefined {
    const id = readFilled(said);
    const byId = id === undefined ? undefined : this.#calls.get(id);
    const latest = this.#latest?.ended ? undefined : this.#latest;
    const isNamed = readFilled(name) !== undefined && latest?.name !== '';
    const isOther = id !== undefined && latest?.id !== undefined;
    return byId ?? (isNamed || isOther ? undefined : latest);
  }

  #addPiece(open: OpenCall, part: JsonObject, call: JsonObject): void {
    open.add(part, call);
    this.#latest = open;
    if (open.id !== undefined) this.#calls.set(open.id, open);
    if (open.name === '' && !open.ended) this.#nameless.add(open);
    else if (!this.#places.has(open)) this.#begin(open);
    if (open.ended) this.#endCall(open);
  }

  #begin(open: OpenCall): void {
    this.#close();
    this.#nameless.delete(open);
    const wire = open.whole();
    const call = decodeCall(wire, this.#seedAt(this.#wires.length));
    const claimed = this.#claim(call.id, this.#begun);
    const index = this.#add(wire);
    this.#places.set(open, { index, claimed });
    this.#out.push(startOfCall(claimed(call), `${index}`));
  }

  #endCall(open: OpenCall): void {
    const place = this.#places.get(open);
    if (!place) return;
    const { index, claimed } = place;
    const wire = open.whole();
    this.#wires[index] = wire;
    const call = withFault(claimed(decodeCall(wire, this.#seedAt(index))), open.fault);
    this.#out.push(...endOfCall(call, `${index}`));
    this.#places.delete(open);
    if (open.id !== undefined) this.#calls.delete(open.id);
  }

  #takeWhole(part: Json): void {
    const call = this.#hosted;
    if (call && isResultOf(readMembers(part), readMembers(call))) this.#endHosted(part);
    else this.#openWhole(part);
  }

  #openWhole(part: Json): void {
    this.#close();
    if (isJsonObject(part) && isHostedCall(part) && !callIn(part)) this.#hosted = part;
    else this.#tell(part);
  }

  /** ends the text, and the hosted call whose result does not follow. */
  #close(): void {
    this.#endHosted(undefined);
    const run = this.#run;
    this.#run = undefined;
    if (!run) return;
    const wire = joined(run);
    this.#wires[run.index] = wire;
    const part = decodeModelPart(wire, undefined, this.#seedAt(run.index));
    this.#out.push(...eventsOfPart(part, `${run.index}`).slice(-1));
  }

  #endHosted(result: Json | undefined): void {
    const call = this.#hosted;
    this.#hosted = undefined;
    if (!call) return;
    this.#tell(call, result);
    if (result !== undefined) this.#wires.push(result);
  }

  #tell(wire: Json, result?: Json): void {
    const part = decodeModelPart(wire, result, this.#seedAt(this.#wires.length));
    const own = part.type === 'tool-call' ? this.#claim(part.id, this.#begun)(part) : part;
    this.#out.push(...eventsOfPart(own, `${this.#add(wire)}`));
  }

  #add(wire: Json): number {
    this.#begun += 1;
    return this.#wires.push(wire) - 1;
  }

  #seedAt(index: number): string {
    return `${this.#seed}:${index}`;
  }
}

const kindOf = ({ thought }: JsonObject) => (thought === true ? 'reasoning' : 'text');
