import { digest } from '../json/digest.ts';
import type { JsonObject } from '../json/json.ts';
import { annotations } from './keywords.ts';
import { encodePointer, type Path } from './path.ts';
import { drop, lose, omit, type Place, type State } from './state.ts';

/** A node whose `$ref` leads to the root or to a definition of the root, or that has none. */
export function lowerReference(node: JsonObject, place: Place, state: State): JsonObject {
  const { $ref } = node;
  if (typeof $ref !== 'string') return node;
  const target = state.references.resolve($ref, place.base);
  if (target === undefined) return withoutReference(node, $ref, place, state);
  return { ...withoutSiblings(node, place, state), $ref: home(target, state) };
}

function home(target: Path, { hoisted }: State): string {
  if (target.length === 0) return '#';
  const [under] = target;
  if (target.length === 2 && (under === '$defs' || under === 'definitions')) return encodePointer(target);
  const name = `ref_${digest(encodePointer(target), 8)}`;
  hoisted.set(name, target);
  return encodePointer(['$defs', name]);
}

function withoutReference(node: JsonObject, ref: string, place: Place, state: State): JsonObject {
  return drop(node, '$ref', place, state, {
    code: 'dangling-reference',
    effect: 'widened',
    severity: 'degraded',
    message: `'${ref}' leads to nothing in this schema; any value is taken there`,
  });
}

// up to draft 7 what stands beside `$ref` does not count
function withoutSiblings(node: JsonObject, { path }: Place, state: State): JsonObject {
  if (!/draft-0[3-7]/.test(String(state.references.root.$schema))) return node;
  const idle = Object.keys(node).filter((keyword) => keyword !== '$ref' && !annotations.has(keyword));
  for (const keyword of idle) {
    lose(state, [...path, keyword], {
      code: 'beside-reference',
      effect: 'dropped',
      message: `${keyword} beside $ref does not count in the draft that this schema names`,
    });
  }
  return omit(node, idle);
}
