import type { JsonObject, Rule } from '@toolglot/core';
import { first, isModel, member, type Node, rule, type Turn, turnsOf } from './view.ts';

/** Neighbours of one side, which the vendor takes as one turn. */
interface Side {
  readonly isModel: boolean;
  readonly path: string;
  readonly calls: readonly Node[];
  readonly results: readonly Node[];
}

const COUNT =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';

/** Calls without any result: recorded traffic has Vertex taking them. */
export const unansweredRules: readonly Rule[] = [
  rule('result-missing', (body) => {
    const sides = sidesOf(body);
    return first(sides, ({ calls }, index) => {
      const next = sides[index + 1];
      // what nothing follows breaks the rule for the last turn
      const isOpen = calls.length > 0 && next?.results.length === 0;
      return isOpen ? { path: calls[0]?.path ?? '', message: COUNT } : undefined;
    });
  }),
];

/** Each turn with calls stands behind a user's turn, and is answered by as many results in the next one. */
export const pairingRules: readonly Rule[] = [
  rule('call-position', (body) =>
    first(sidesOf(body), (side, index) => {
      if (side.calls.length === 0 || (side.isModel && index > 0)) return undefined;
      return {
        path: side.calls[0]?.path ?? side.path,
        message: 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      };
    }),
  ),
  rule('result-position', (body) => {
    const sides = sidesOf(body);
    return first(sides, (side, index) => {
      const isAnswer = !side.isModel && (sides[index - 1]?.calls.length ?? 0) > 0;
      if (side.results.length === 0 || isAnswer) return undefined;
      return {
        path: side.results[0]?.path ?? side.path,
        message: 'Please ensure that function response turn comes immediately after a function call turn.',
      };
    });
  }),
  rule('result-count', (body) => {
    const sides = sidesOf(body);
    return first(sides, ({ calls }, index) => {
      const next = sides[index + 1];
      if (!next || calls.length === 0 || next.results.length === 0 || calls.length === next.results.length) return undefined;
      return { path: next.path, message: COUNT };
    });
  }),
];

function sidesOf(body: JsonObject): readonly Side[] {
  const sides: Side[] = [];
  for (const turn of turnsOf(body)) {
    const last = sides.at(-1);
    if (last?.isModel === isModel(turn)) sides.splice(-1, 1, merged(last, sideOf(turn)));
    else sides.push(sideOf(turn));
  }
  return sides;
}

function sideOf(turn: Turn): Side {
  const having = (name: string) => turn.parts.filter(({ value }) => member(value, name) !== undefined);
  return { isModel: isModel(turn), path: turn.path, calls: having('functionCall'), results: having('functionResponse') };
}

function merged(one: Side, other: Side): Side {
  return { ...one, calls: [...one.calls, ...other.calls], results: [...one.results, ...other.results] };
}
