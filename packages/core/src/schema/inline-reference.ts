import type { Json, JsonObject } from '../json/json.ts';
import { at } from './children.ts';
import { annotations } from './keywords.ts';
import { encodePointer } from './path.ts';
import { lose, type Place, type State } from './state.ts';
import { UNSAID } from './typed.ts';

/** References that are followed in one schema: what refers to itself twice over would grow without end. */
const MOST = 1_000;

/** In a dialect without references, what a node refers to, with what describes the node itself; nothing where it stays a reference. */
export function inlineReference(
  node: JsonObject,
  place: Place,
  state: State,
): { readonly node: Json; readonly place: Place } | undefined {
  const { $ref, ...beside } = node;
  if (state.dialect.references !== 'inline' || typeof $ref !== 'string') return undefined;
  const path = state.references.resolve($ref, place.base);
  if (path === undefined) return undefined;
  const pointer = encodePointer(path);
  const { followed = [] } = place;
  state.inlined.count++;
  if (followed.includes(pointer) || state.inlined.count > MOST) return unsaid(beside, place, state);
  return {
    node: join(at(state.references.root, path) ?? true, beside),
    place: { path: place.path, base: state.references.baseAt(path), followed: [...followed, pointer] },
  };
}

function unsaid(beside: JsonObject, place: Place, state: State): { readonly node: Json; readonly place: Place } {
  lose(state, [...place.path, '$ref'], UNSAID);
  return { node: beside, place };
}

/** what only describes goes over the target's own; what else stands beside a reference must fit, too. */
function join(target: Json, beside: JsonObject): Json {
  if (typeof target !== 'object' || target === null || Array.isArray(target)) return target === false ? { not: {} } : beside;
  const idle = Object.keys(beside).every((keyword) => annotations.has(keyword));
  return idle ? { ...target, ...beside } : { ...beside, allOf: [target, ...listOf(beside.allOf)] };
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
