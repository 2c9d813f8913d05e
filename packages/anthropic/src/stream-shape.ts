import { isJsonObject, type Json, type JsonObject } from '@toolglot/core';
import { readList, readText } from '@toolglot/core/kit';
import type { Open, WireDelta } from './wire.ts';

/** A delta as it is written; citations are the vendor's own. */
export type Delta = Exclude<WireDelta, { readonly type: 'citations_delta' }> | Open<Citation, 'citation'>;
type Citation = Extract<WireDelta, { readonly type: 'citations_delta' }>;

/** What of a block is not there yet when it starts, and the deltas that bring it. */
interface Shape {
  readonly empty: (block: JsonObject) => JsonObject;
  /** the delta with a piece of the model's own text. */
  readonly piece: (text: string) => Delta;
  /** the text of the whole block; `undefined` where it comes in one with its start. */
  readonly textOf: (block: JsonObject) => string | undefined;
  /** what comes behind the text. */
  readonly rest: (block: JsonObject) => readonly Delta[];
}

const call: Shape = {
  empty: () => ({ input: {} }),
  piece: (text) => ({ type: 'input_json_delta', partial_json: text }),
  textOf: ({ input }) => (isJsonObject(input) ? printInput(input) : undefined),
  rest: () => [],
};

const SHAPES: ReadonlyMap<Json | undefined, Shape> = new Map([
  [
    'text',
    {
      empty: ({ citations }) => ({ text: '', ...(Array.isArray(citations) && { citations: [] }) }),
      piece: (text) => ({ type: 'text_delta', text }),
      textOf: ({ text }) => readText(text),
      rest: ({ citations }) => readList(citations).map((citation) => ({ type: 'citations_delta', citation })),
    },
  ],
  [
    'thinking',
    {
      empty: () => ({ thinking: '', signature: '' }),
      piece: (text) => ({ type: 'thinking_delta', thinking: text }),
      textOf: ({ thinking }) => readText(thinking),
      rest: ({ signature }) => [{ type: 'signature_delta', signature: readText(signature) ?? '' }],
    },
  ],
  ['tool_use', call],
  ['server_tool_use', call],
  ['mcp_tool_use', call],
] satisfies [string, Shape][]);

/** A block as it starts. */
export function beginningOf(block: Json): Json {
  return isJsonObject(block) ? { ...block, ...shapeOf(block)?.empty(block) } : block;
}

/** The delta with a piece of a block's own text, if it has one. */
export function pieceOf(block: Json, text: string): readonly Delta[] {
  const shape = isJsonObject(block) ? shapeOf(block) : undefined;
  return shape && text !== '' ? [shape.piece(text)] : [];
}

/** The deltas behind the start of a block; without its text where that is written already. */
export function restOf(block: Json, isWritten: boolean): readonly Delta[] {
  const shape = isJsonObject(block) ? shapeOf(block) : undefined;
  if (!shape || !isJsonObject(block)) return [];
  return [...(isWritten ? [] : pieceOf(block, shape.textOf(block) ?? '')), ...shape.rest(block)];
}

/** a block of a known kind whose text is something else comes in one. */
function shapeOf(block: JsonObject): Shape | undefined {
  const shape = SHAPES.get(block.type);
  return shape?.textOf(block) === undefined ? undefined : shape;
}

const printInput = (input: JsonObject) => (Object.keys(input).length > 0 ? JSON.stringify(input) : '');
