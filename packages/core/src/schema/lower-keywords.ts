import type { Json, JsonObject } from '../json/json.ts';
import { annotations } from './keywords.ts';
import { describe, drop, omit, type Place, type State, sayConstraint } from './state.ts';

/** A node with only those keywords and formats that the dialect takes; the others are said in its description. */
export function lowerKeywords(node: JsonObject, place: Place, state: State): JsonObject {
  return Object.entries(node).reduce(
    (it, [keyword, value]) => (isTaken(keyword, value, state) ? it : withoutKeyword(it, keyword, value, place, state)),
    node,
  );
}

// references are local now, and the names by which they went before would only mislead
const names: ReadonlySet<string> = new Set(['$schema', '$id', '$anchor']);

// what is inlined stands where it is meant
const definitions: ReadonlySet<string> = new Set(['$defs', 'definitions']);

function isTaken(keyword: string, value: Json, { dialect }: State): boolean {
  if (names.has(keyword)) return false;
  if (keyword === 'format' && dialect.formats !== 'any') return dialect.formats.includes(String(value));
  return dialect.keywords === 'any' || dialect.keywords.includes(keyword);
}

function withoutKeyword(node: JsonObject, keyword: string, value: Json, place: Place, state: State): JsonObject {
  if (!(keyword in node)) return node;
  if (state.dialect.references === 'inline' && definitions.has(keyword)) return omit(node, [keyword]);
  const message = `${state.dialect.name} does not take ${keyword}`;
  if (annotations.has(keyword))
    return drop(node, keyword, place, state, { code: 'schema-annotation', effect: 'dropped', message });
  const sentence = sayConstraint(keyword, value);
  const severity = sentence === undefined ? 'degraded' : 'note';
  const rest = drop(node, keyword, place, state, { code: 'schema-keyword', effect: 'widened', severity, message });
  return sentence === undefined ? rest : describe(rest, sentence);
}
