import type { Json, JsonObject, Rule, Violation } from '@toolglot/core';
import { readFilled, readList, readObject, readText } from '@toolglot/core/kit';
import { firstIn, rule } from '../rule.ts';

/** An item of the input and its place in the body. */
export interface PlacedItem {
  readonly item: JsonObject;
  readonly type: string;
  readonly path: string;
}

/** What is wrong with one item. */
export type ItemCheck = (placed: PlacedItem) => Violation | undefined;

/** The items of a body; what is no object is an empty one. A text instead of a list has none. */
export function itemsOf({ input }: JsonObject): readonly PlacedItem[] {
  return readList(input).map((value, index) => {
    const item = readObject(value);
    return { item, type: typeOf(item), path: `input[${index}]` };
  });
}

/** messages and references may leave their type out. */
function typeOf({ type, role, id }: JsonObject): string {
  if (type !== undefined && type !== null) return readText(type) ?? '';
  if (role !== undefined) return 'message';
  return id === undefined ? '' : 'item_reference';
}

/** A rule about each item. */
export function itemRule(id: string, code: string | undefined, check: ItemCheck): Rule {
  return rule(id, code, (body) => firstIn(itemsOf(body), check));
}

/** Whether what went before may lie on the server, so that the body does not tell all. */
export const goesOn = ({ previous_response_id, conversation }: JsonObject): boolean =>
  [previous_response_id, conversation].some((value) => value !== undefined && value !== null);

/** A part of a message or of an output, and its place. */
export interface PlacedPart {
  readonly part: JsonObject;
  readonly type: string;
  readonly path: string;
}

/** What is wrong first with a part of a list of parts; anything else has none. */
export function firstPart(list: Json | undefined, path: string, check: (placed: PlacedPart) => Violation | undefined) {
  return firstIn(readList(list), (value, index) => {
    const part = readObject(value);
    return check({ part, type: readText(part.type) ?? '', path: `${path}[${index}]` });
  });
}

/** the calls that are joined to their outputs by `call_id`. */
const OUTPUTS: ReadonlyMap<string, string> = new Map([
  ['function_call', 'function_call_output'],
  ['custom_tool_call', 'custom_tool_call_output'],
]);

/** The type of the output that a call of a client's tool wants; `undefined` for all other items. */
export const outputTypeOf = ({ type }: PlacedItem): string | undefined => OUTPUTS.get(type);

/** Whether an item is the output of a client's tool. */
export const isOutput = ({ type }: PlacedItem): boolean => [...OUTPUTS.values()].includes(type);

/** The id that joins a call and its output. */
export const callIdOf = ({ item }: PlacedItem): string | undefined => readFilled(item.call_id);

/** How OpenAI refuses a word that is none of those that it knows. */
export function wordProblem(word: unknown, path: string, known: Iterable<string>): Violation {
  const supported = [...known].map((name) => `'${name}'`).join(', ');
  return { path, message: `Invalid value: '${readText(word) ?? ''}'. Supported values are: ${supported}.` };
}

/** How OpenAI refuses a value that is not of the right type. */
export const typeProblem = (path: string, expected: string, found: string): Violation => ({
  path,
  message: `Invalid type for '${path}': expected ${expected}, but got ${found} instead.`,
});

/** What OpenAI expects where a text or a list of parts may stand. */
export const TEXT_OR_LIST = 'one of a string or array of objects';
