import { type AssistantPart, defined, type Json, type StreamEvent, type ToolCall } from '@toolglot/core';
import { readObject } from '@toolglot/core/kit';
import { decodeAssistantBlock } from './assistant.ts';
import { isHostedCall, isResultOf } from './hosted.ts';
import type { Member, OpenBlock, Piece } from './stream-block.ts';

type Kind = 'text' | 'reasoning' | 'tool-call';

/** Parts that come in pieces: the member of their block that is written, and the events that tell of it. */
const KINDS: { readonly [K in Kind]: { readonly member: Member; readonly delta: `${K}-delta` } } = {
  text: { member: 'text', delta: 'text-delta' },
  reasoning: { member: 'thinking', delta: 'reasoning-delta' },
  'tool-call': { member: 'input', delta: 'tool-call-delta' },
};

/** One part of an answer while it is written: of one block, or of a hosted call and the result behind it. */
export class Lane {
  /** its number among the parts. */
  readonly place: number;
  #events: StreamEvent[] = [];
  readonly #key: string;
  readonly #begun: AssistantPart;
  readonly #kind: Kind | undefined;
  readonly #call: OpenBlock;
  readonly #context: readonly Json[];
  #result: OpenBlock | undefined;
  #isSettled: boolean;
  #isWritten = false;
  #isEnded = false;

  /** `context` are the blocks of the message as far as they have begun; `own` gives the part its id. */
  constructor(
    place: number,
    block: OpenBlock,
    context: readonly Json[],
    own: (part: AssistantPart, place: number) => AssistantPart,
  ) {
    this.place = place;
    this.#key = `${place}`;
    this.#call = block;
    this.#context = context;
    this.#isSettled = !isHostedCall(readObject(block.start));
    this.#begun = own(decodeAssistantBlock(block.start, context, undefined), place);
    this.#kind = kindOf(this.#begun);
    this.#tellStart(this.#begun);
  }

  get blocks(): readonly OpenBlock[] {
    return this.#result ? [this.#call, this.#result] : [this.#call];
  }

  /** whether its place in the message can be taken: it is whole, or can be told of in pieces. */
  get isPlaceable(): boolean {
    return this.#kind !== undefined || this.#isEnded;
  }

  /** The events that nobody was told of yet. */
  told(): readonly StreamEvent[] {
    const told = this.#events;
    this.#events = [];
    return told;
  }

  /** Whether the block that comes next belongs to this part. Nothing else can, from now on. */
  joins(next: OpenBlock): boolean {
    const isOwn = !this.#isSettled && isResultOf(readObject(next.start), readObject(this.#call.start));
    if (isOwn) this.#result = next;
    this.#isSettled = true;
    this.#tellEnd();
    return isOwn;
  }

  take({ member, text }: Piece): void {
    const kind = this.#kind && KINDS[this.#kind];
    if (kind?.member !== member) return;
    this.#isWritten = true;
    this.#events.push({ type: kind.delta, key: this.#key, text });
  }

  /** A block of it has ended; with `isLast`, all that was to come of it is there. */
  end(isLast = false): void {
    this.#isSettled ||= isLast;
    this.#tellEnd();
  }

  #tellStart(part: AssistantPart): void {
    const start = { key: this.#key, ...defined({ vendor: part.vendor }) };
    if (part.type === 'tool-call')
      this.#events.push({ type: 'tool-call-start', ...start, id: part.id, name: part.name, ...defined({ caller: part.caller }) });
    if (part.type !== 'text' && part.type !== 'reasoning') return;
    this.#events.push({ type: `${part.type}-start`, ...start });
    if (part.text !== '') this.#events.push({ type: KINDS[part.type].delta, key: this.#key, text: part.text });
  }

  #tellEnd(): void {
    if (this.#isEnded || !this.#isSettled || this.blocks.some(({ isEnded }) => !isEnded)) return;
    this.#isEnded = true;
    const key = this.#key;
    const part = this.#part();
    if (this.#kind === undefined) this.#events.push({ type: 'part', part });
    else if (part.type === 'text') this.#events.push({ type: 'text-end', key, part });
    else if (part.type === 'reasoning') this.#events.push({ type: 'reasoning-end', key, part });
    else if (part.type === 'tool-call') this.#events.push(...this.#inputAtStart(part), { type: 'tool-call-end', key, part });
  }

  /** the part as a whole answer has it, under the id that it began with. */
  #part(): AssistantPart {
    const part = decodeAssistantBlock(this.#call.end(), this.#context, this.#result?.end());
    if (part.type !== 'tool-call' || this.#begun.type !== 'tool-call') return part;
    return { ...part, id: this.#begun.id, ...defined({ minted: this.#begun.minted }) };
  }

  /** some gateways give all of the input when the call begins, and no piece of it. */
  #inputAtStart({ args, argsText = JSON.stringify(args) }: ToolCall): readonly StreamEvent[] {
    return this.#isWritten || argsText === '{}' ? [] : [{ type: 'tool-call-delta', key: this.#key, text: argsText }];
  }
}

const kindOf = ({ type }: AssistantPart): Kind | undefined =>
  type === 'text' || type === 'reasoning' || type === 'tool-call' ? type : undefined;
