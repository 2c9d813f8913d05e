import {
  type AssistantPart,
  defined,
  type Finish,
  isSealed,
  type JsonObject,
  type Response,
  type SseEvent,
  type StreamEvent,
  sealPart,
  type ToolCall,
  type ToolglotError,
  type Usage,
  VendorError,
} from '@toolglot/core';
import { encodeAnswerPart } from './assistant.ts';
import { encodeError } from './error.ts';
import { readItems, readMembers } from './fields.ts';
import { encodeResponse } from './response.ts';
import { type Lane, Lanes, type PartEvent } from './stream-lanes.ts';
import { isBareText, isPieceOf } from './stream-text.ts';
import type { WirePart } from './wire.ts';

/** An answer while it is written. Chunks hold whole parts, or pieces of text; the last one has the finish and the token counts. */
export class AnswerWriter {
  readonly #lanes = new Lanes();
  readonly #calls: ToolCall[] = [];
  #about: Pick<Response, 'id' | 'model'> = {};
  #usage: Usage | undefined;
  /** the part that was written last. */
  #last: JsonObject | undefined;
  #out: JsonObject[] = [];
  #over = false;

  /** The chunks of an event. */
  push(event: StreamEvent): readonly SseEvent[] {
    if (!this.#over) this.#take(event);
    const chunks = this.#out;
    this.#out = [];
    return chunks.map((chunk) => ({ data: JSON.stringify(chunk) }));
  }

  #take(event: StreamEvent): void {
    if (event.type === 'response-start') this.#about = defined({ id: event.id, model: event.model });
    else if (event.type === 'usage') this.#usage = event.usage;
    else if (event.type === 'finish') this.#finish(event);
    else if (event.type === 'error') this.#fail(event.error);
    else this.#tell(event);
  }

  #tell(event: PartEvent): void {
    this.#lanes.take(event);
    if (event.type === 'tool-call-end') this.#calls.push(event.part);
    this.#write(false);
  }

  #write(isLast: boolean): void {
    for (const lane of this.#lanes.ready(isLast)) {
      this.#say(lane, lane.unsaid.splice(0).join(''));
      if (!lane.part) continue;
      if (lane.said > 0 && 'text' in lane.part) this.#close(lane, lane.part);
      else this.#send(this.#apart(encodeAnswerPart(lane.part, '')));
    }
  }

  /** a piece of a text; the first one may need to be kept apart from the text before. */
  #say(lane: Lane, text: string): void {
    if (text === '' || !lane.kind) return;
    const wires = encodeAnswerPart({ type: lane.kind, text }, '');
    this.#send(lane.said > 0 ? wires : this.#apart(wires));
    lane.said += text.length;
  }

  /** what is bound to a text that was said: as the vendor does it, a signature then has an empty part of its own. */
  #close(lane: Lane, part: Extract<AssistantPart, { readonly text: string }>): void {
    this.#say(lane, part.text.slice(lane.said));
    const empty = { ...part, text: '' };
    const bound = encodeAnswerPart(isSealed(part) ? sealPart(empty) : empty, '');
    if (!bound.every((wire) => isBareText({ ...wire }))) this.#send(bound);
  }

  /** An empty piece of the text before, in the same chunk, tells that another one begins. */
  #apart(parts: readonly WirePart[]): readonly WirePart[] {
    const [first] = parts;
    const isSame = first !== undefined && this.#last !== undefined && isPieceOf({ ...first }, this.#last);
    return isSame ? [{ ...this.#last, text: '' }, ...parts] : parts;
  }

  #send(parts: readonly WirePart[]): void {
    const last = parts.at(-1);
    if (last === undefined) return;
    this.#last = { ...last };
    this.#out.push(withParts(encodeResponse({ ...this.#about, message: messageOf([]), finish: OPEN }), parts));
  }

  #finish({ finish, vendor }: Extract<StreamEvent, { readonly type: 'finish' }>): void {
    this.#write(true);
    this.#over = true;
    const usage = this.#usage && { usage: this.#usage };
    const end = { ...this.#about, ...usage, message: messageOf(this.#calls), finish, ...(vendor && { vendor }) };
    this.#out.push(withoutParts(encodeResponse(end)));
  }

  /** the vendor has errors of its own only. */
  #fail(error: ToolglotError): void {
    this.#over = true;
    const said = error instanceof VendorError ? error : new VendorError(error.message, { status: 500, kind: 'server' });
    const { body } = encodeError(said);
    this.#out.push({ ...readMembers(body) });
  }
}

/** an answer that goes on has no finish reason. */
const OPEN: Finish = { reason: 'aborted' };

const messageOf = (content: readonly AssistantPart[]) => ({ role: 'assistant', content }) as const;

/** A chunk with some parts; which candidate it is of is said at the end. */
function withParts(chunk: JsonObject, parts: readonly WirePart[]): JsonObject {
  const { content } = readMembers(readItems(chunk.candidates)[0]);
  return {
    ...chunk,
    candidates: [{ content: { ...readMembers(content), parts: parts.map((part): JsonObject => ({ ...part })) } }],
  };
}

/** The last chunk: its parts have been said. */
function withoutParts(chunk: JsonObject): JsonObject {
  const [first, ...others] = readItems(chunk.candidates);
  const { content, ...candidate } = readMembers(first);
  if (content === undefined || first === undefined) return chunk;
  const { parts, ...rest } = readMembers(content);
  return { ...chunk, candidates: [{ ...candidate, content: { ...rest, ...(parts !== undefined && { parts: [] }) } }, ...others] };
}
