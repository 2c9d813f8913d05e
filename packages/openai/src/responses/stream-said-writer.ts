import type { JsonObject } from '@toolglot/core';
import { readFilled, readList, readObject } from '@toolglot/core/kit';
import type { SaidPart } from './said.ts';
import { addressOf, itemOf, type Place } from './stream-item-writers.ts';
import type { Written } from './stream-written.ts';

/** Writes a message, piece by piece; it is open until it is closed, as another piece may stand in it. */
export class SaidWriter {
  readonly #written: Written;
  readonly #place: Place;
  readonly #item: JsonObject;
  readonly #parts: (SaidPart | undefined)[] = [];
  #isClosed = false;

  constructor(written: Written, place: Place, first: SaidPart) {
    const begun = itemOf([first], place);
    this.#written = written;
    this.#place = place;
    this.#item = { type: 'message', ...begun, status: 'in_progress', content: [] };
    written.add('response.output_item.added', { output_index: place.output, item: this.#item });
  }

  /** whether all of it is known, but for what may still come. */
  get isIdle(): boolean {
    return this.#parts.every((part) => part !== undefined);
  }

  /** whether it can be closed before the answer ends: how a message without an id is spelled is said with the end. */
  get isNamed(): boolean {
    return readFilled(this.#item.id) !== undefined;
  }

  /** A text begins: the number by which it is known. */
  begin(): number {
    const at = this.#parts.push(undefined) - 1;
    this.#written.add('response.content_part.added', {
      ...this.#at(at),
      part: { type: 'output_text', text: '', annotations: [] },
    });
    return at;
  }

  delta(at: number, delta: string): void {
    this.#written.add('response.output_text.delta', { ...this.#at(at), delta, logprobs: [] });
  }

  end(at: number, part: SaidPart): void {
    this.#parts[at] = part;
    if (part.type === 'text') this.#written.add('response.output_text.done', { ...this.#at(at), text: part.text, logprobs: [] });
    this.#written.add('response.content_part.done', { ...this.#at(at), part: pieceOf(part, this.#place) });
  }

  /** A piece that comes in one. */
  whole(part: SaidPart): void {
    const at = this.#parts.push(part) - 1;
    const piece = pieceOf(part, this.#place);
    const empty = part.type === 'refusal' ? { ...piece, refusal: '' } : piece;
    this.#written.add('response.content_part.added', { ...this.#at(at), part: empty });
    if (part.type === 'refusal') {
      this.#written.add('response.refusal.delta', { ...this.#at(at), delta: part.text });
      this.#written.add('response.refusal.done', { ...this.#at(at), refusal: part.text });
    }
    this.#written.add('response.content_part.done', { ...this.#at(at), part: piece });
  }

  /** It is whole. `plain` is how texts are spelled in messages without an id. */
  close(plain?: boolean): void {
    const [first, ...others] = this.#parts.flatMap((part) => part ?? []);
    if (this.#isClosed || first === undefined) return;
    this.#isClosed = true;
    const item = itemOf([first, ...others], this.#place, plain);
    this.#written.add('response.output_item.done', { output_index: this.#place.output, item });
  }

  #at(content_index: number) {
    return { ...addressOf(this.#item, this.#place), content_index };
  }
}

/** the piece of a message that a part is. */
function pieceOf(part: SaidPart, place: Place): JsonObject {
  const [piece] = readList(itemOf([part], place).content);
  return piece === undefined
    ? { type: 'output_text', text: part.type === 'text' ? part.text : '', annotations: [] }
    : readObject(piece);
}
