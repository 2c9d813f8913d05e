import { isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import { isDeeper, readList, readText } from '@toolglot/core/kit';
import type { WireDelta } from './wire.ts';

interface Source {
  readonly member: Member;
  /** the member of the delta. */
  readonly name: string;
}

/** Where the pieces of a block's text stand. */
const PIECES: ReadonlyMap<unknown, Source> = new Map([
  ['text_delta', { member: 'text', name: 'text' }],
  ['thinking_delta', { member: 'thinking', name: 'thinking' }],
  ['input_json_delta', { member: 'input', name: 'partial_json' }],
] satisfies [WireDelta['type'], Source][]);

/** What of a block is written in pieces. */
export type Member = 'text' | 'thinking' | 'input';

/** A piece of a block, as the model wrote it. */
export interface Piece {
  readonly member: Member;
  readonly text: string;
}

/** A block that is being written. Its pieces are kept, and joined once. */
export class OpenBlock {
  readonly start: Json;
  readonly #pieces: Record<Member, string[]> = { text: [], thinking: [], input: [] };
  readonly #citations: Json[] = [];
  #set: JsonObject = {};
  #whole: Json | undefined;

  constructor(start: Json) {
    this.start = start;
  }

  get isEnded(): boolean {
    return this.#whole !== undefined;
  }

  /** Takes the piece of text in a delta; nothing where it has none. */
  takePiece(delta: JsonObject): Piece | undefined {
    const known = PIECES.get(delta.type);
    const text = known && readText(delta[known.name]);
    if (!known || !text || this.isEnded) return undefined;
    this.#pieces[known.member].push(text);
    return { member: known.member, text };
  }

  /** Takes a delta that says a value. */
  assign({ type, ...fields }: JsonObject): void {
    if (type === 'signature_delta' && typeof fields.signature === 'string')
      this.#set = { ...this.#set, signature: fields.signature };
    if (type === 'citations_delta' && fields.citation !== undefined) this.#citations.push(fields.citation);
    // the last word on such a block, of a kind that the client's types do not have
    if (type === 'compaction_delta') this.#set = { ...this.#set, ...fields };
  }

  /** The block as a whole answer has it; it has ended with that. */
  end(): Json {
    this.#whole ??= isJsonObject(this.start) ? this.#join(this.start) : this.start;
    return this.#whole;
  }

  #join(start: JsonObject): JsonObject {
    const { text, thinking, input } = this.#pieces;
    const written = input.splice(0).join('');
    const citations = [...readList(start.citations), ...this.#citations];
    return {
      ...start,
      ...joined('text', start, text),
      ...joined('thinking', start, thinking),
      ...(written.trim() !== '' && { input: readInput(written) }),
      ...(this.#citations.length > 0 && { citations }),
      ...this.#set,
    };
  }
}

function joined(member: Member, start: JsonObject, pieces: string[]): JsonObject {
  return pieces.length > 0 ? { [member]: (readText(start[member]) ?? '') + pieces.splice(0).join('') } : {};
}

// deeper than what is read as arguments
const MAX_DEPTH = 200;

/** The input in a text, as a whole answer has it; text that holds no object stays as it is. */
function readInput(text: string): Json {
  const value = parse(text);
  return isJsonObject(value) && !isDeeper(value, MAX_DEPTH) ? value : text;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
